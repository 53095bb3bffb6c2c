import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { textDocuments } from '../../src/core/document/split.ts';
import { activate } from '../../src/core/lint/settings.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import type { FixSafety } from '../../src/core/model/nodes.ts';
import { fixItems } from '../../src/run/fix.ts';
import { runItems } from '../../src/run/run.ts';
import fc from '../fast-check.ts';
import { expectBetter } from './better.ts';
import { isJson, mutation } from './faults.ts';

// Random faults in the examples. RUNS gives another number of them.
const RUNS = Number(process.env['RUNS'] ?? 150);
const settings = { rules: activate(rules, { preset: 'strict' }) };
const home = new URL('../../examples/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, home), 'utf8');
const EVENTS = read('events.json');

const itemsOf = (texts: readonly string[]) =>
  texts.map((text, i) => ({
    documents: [...textDocuments(text, `${i}.json`)],
    from: { explicit: true, path: `${i}.json` },
  }));

function fix(texts: readonly string[], safety: FixSafety): readonly string[] {
  const { items, made } = fixItems(itemsOf(texts), settings, safety, () => true);
  const fixed = items.flatMap((item) =>
    'documents' in item ? [...item.documents].map(({ text }) => text) : [],
  );
  // A file without a fix is not changed.
  const changed = new Set(made.map(({ finding }) => finding.location.source));
  for (const [i, text] of texts.entries())
    if (!changed.has(`${i}.json`)) expect(fixed[i]).toBe(text);
  return fixed;
}

const faults = fc.array(fc.tuple(mutation, fc.nat(500)), { minLength: 1, maxLength: 4 });
const withFaults = (text: string, all: typeof faults extends fc.Arbitrary<infer T> ? T : never) =>
  all.reduce((changed, [mutate, nth]) => mutate(changed, nth), text);

const findingsIn = (texts: readonly string[]): readonly Finding[] =>
  runItems(itemsOf(texts), settings).result.findings;

// Files without fixes, which must not change.
const clean = [
  'alpha/win-back.json',
  ...readdirSync(new URL('automations/', home)).map((name) => `automations/${name}`),
].map((name) => fix([read(name), EVENTS], 'unsafe')[0] as string);

test.each(['safe', 'unsafe'] as const)(
  '%s fixes of random faults terminate, make the findings better, and do not change other files',
  (safety) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...clean),
        fc.constantFrom(...clean),
        faults,
        (given, other, all) => {
          const faulty = withFaults(given, all);
          const texts = [faulty, ...(other === given ? [] : [other]), EVENTS];
          const once = fix(texts, safety);
          expect(fix(once, safety)).toEqual(once);
          if (safety === 'safe') expect(once.slice(1)).toEqual(texts.slice(1));
          if (!isJson(faulty)) return;
          expect(isJson(once[0] as string)).toBe(true);
          if (!faulty.includes('\r')) expect(once[0]).not.toContain('\r');
          expectBetter(findingsIn(texts), findingsIn(once));
        },
      ),
      { numRuns: RUNS },
    );
  },
);

test.each(['safe', 'unsafe'] as const)(
  '%s fixes of several faulty files, also of one workflow, end, and make the findings better',
  (safety) => {
    const file = fc.tuple(fc.constantFrom(...clean.slice(0, 4)), faults);
    fc.assert(
      fc.property(fc.array(file, { minLength: 2, maxLength: 3 }), faults, (files, ofEvents) => {
        const texts = [
          ...files.map(([text, all]) => withFaults(text, all)),
          withFaults(EVENTS, ofEvents.slice(1)),
        ];
        const once = fix(texts, safety);
        expect(fix(once, safety)).toEqual(once);
        for (const [i, text] of texts.entries())
          if (isJson(text)) expect(isJson(once[i] as string)).toBe(true);
        // What is found in a file that was not JSON was not checked before.
        if (texts.every(isJson)) expectBetter(findingsIn(texts), findingsIn(once));
      }),
      { numRuns: RUNS / 3 },
    );
  },
);
