import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { textDocuments } from '../../src/core/document/split.ts';
import { activate } from '../../src/core/lint/settings.ts';
import type { FixSafety } from '../../src/core/model/fix.ts';
import { fixItems, readerOf } from '../../src/run/fix.ts';
import { collectHeld, finishRun } from '../../src/run/run.ts';
import fc from '../fast-check.ts';

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
  const { items } = fixItems(itemsOf(texts), settings, safety, () => true);
  return items.flatMap((item) =>
    'documents' in item ? [...item.documents].map(({ text }) => text) : [],
  );
}

function fingerprintsOf(texts: readonly string[]): ReadonlySet<string> {
  const items = itemsOf(texts);
  const run = { ...settings, readText: readerOf(items) };
  const { findings } = finishRun([collectHeld(items, settings)], run).result;
  return new Set(findings.map(({ fingerprint }) => fingerprint));
}

// What has no fix to begin with, so that it must stay as it is.
const clean = [
  'alpha/win-back.json',
  ...readdirSync(new URL('automations/', home)).map((name) => `automations/${name}`),
].map((name) => fix([read(name), EVENTS], 'unsafe')[0] as string);

const STRING = /"(?:[^"\\\n]|\\.)*"/g;
const LITERAL = /(?<=: )(?:"(?:[^"\\\n]|\\.)*"|-?\d+|true|false|null)(?=[,\n])/g;
const LINE = /^ *"[^\n]*",\n/gm;
const OBJECT = /^( +)\{\n(?:\1 [^\n]*\n)*\1\},?\n/gm;

const replaceNth = (text: string, pattern: RegExp, nth: number, by: (found: string) => string) => {
  const all = [...text.matchAll(pattern)];
  const found = all[nth % Math.max(1, all.length)];
  if (found === undefined) return text;
  return text.slice(0, found.index) + by(found[0]) + text.slice(found.index + found[0].length);
};

const word = (change: (word: string) => string) => (quoted: string) =>
  JSON.stringify(change(String(JSON.parse(quoted))));

const mutation = fc.constantFrom<(text: string, nth: number) => string>(
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => each.toUpperCase()),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => `${each} `),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => `${each.slice(1, 2)}${each[0] ?? ''}${each.slice(2)}`),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => each.slice(0, -1)),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => each.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())),
    ),
  (text, nth) => replaceNth(text, STRING, nth, (each) => `'${each.slice(1, -1)}'`),
  (text, nth) =>
    replaceNth(
      text,
      LITERAL,
      nth,
      () => ['"3d"', '86400', 'null', '"1 Days"', '""', '{}', '"active"'][nth % 7] as string,
    ),
  (text, nth) => replaceNth(text, LINE, nth, () => ''),
  (text, nth) => replaceNth(text, LINE, nth, (line) => line + line),
  (text, nth) => replaceNth(text, LINE, nth, (line) => `${line.trimEnd()} // why\n`),
  (text, nth) => replaceNth(text, OBJECT, nth, () => ''),
  (text, nth) =>
    replaceNth(text, OBJECT, nth, (object) => `${object.trimEnd().replace(/,?$/, ',')}\n${object}`),
  (text) => text.replaceAll('\n', '\r\n'),
);

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test.each(['safe', 'unsafe'] as const)(
  '%s fixes of random faults end, cause no finding, and leave other files as they are',
  (safety) => {
    const steps = fc.array(fc.tuple(mutation, fc.nat(500)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.constantFrom(...clean),
        fc.constantFrom(...clean),
        steps,
        (given, other, all) => {
          const faulty = all.reduce((text, [mutate, nth]) => mutate(text, nth), given);
          const texts = [faulty, ...(other === given ? [] : [other]), EVENTS];
          const once = fix(texts, safety);
          expect(fix(once, safety)).toEqual(once);
          if (safety === 'safe') expect(once.slice(1)).toEqual(texts.slice(1));
          if (!isJson(faulty)) return;
          expect(isJson(once[0] as string)).toBe(true);
          if (!faulty.includes('\r')) expect(once[0]).not.toContain('\r');
          const before = fingerprintsOf(texts);
          for (const fingerprint of fingerprintsOf(once)) expect(before).toContain(fingerprint);
        },
      ),
      { numRuns: RUNS },
    );
  },
);
