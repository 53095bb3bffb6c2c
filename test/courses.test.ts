import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PresetName } from '../src/core/lint/settings.ts';
import type { Finding } from '../src/core/model/finding.ts';
import { lintTexts, printFinding } from './lint-text.ts';

// Right workflows of the kinds that teams write, in today's dialect and in that of the alpha: no finding in the default
// preset, and at most one info for each workflow in the strict one, besides those on events that occur again and on late waits.

const HOME = new URL('courses/', import.meta.url);
const FILES = readdirSync(HOME).sort();
const KINDS = new Set(FILES.map((file) => file.split('.')[0]));

const read = (file: string): string => readFileSync(new URL(file, HOME), 'utf8');

const findingsIn = (files: readonly string[], preset: PresetName) =>
  lintTexts(Object.fromEntries(files.map((file) => [file, read(file)])), { preset }).findings;

/** Not a note that is right for many valid workflows. */
const isUnusual = ({ rule, severity }: Finding): boolean =>
  severity !== 'info' || !['late-wait', 'repeating-trigger'].includes(rule);

test('there are twelve courses, each in two dialects', () => {
  expect(KINDS.size).toBe(12);
  expect(FILES).toEqual([...KINDS].flatMap((kind) => [`${kind}.alpha.json`, `${kind}.today.json`]));
});

test.each(FILES)('%s', (file) => {
  expect(findingsIn([file], 'recommended').filter(isUnusual).map(printFinding)).toEqual([]);
  const strict = findingsIn([file], 'strict').filter(isUnusual);
  expect(strict.length, strict.map(printFinding).join('\n')).toBeLessThan(2);
  expect(strict.filter(({ severity }) => severity !== 'info')).toEqual([]);
});

test.each(['alpha', 'today'])(
  'all courses together have no warnings, in the dialect of %s',
  (dialect) => {
    const files = FILES.filter((file) => file.includes(`.${dialect}.`));
    expect(findingsIn(files, 'recommended').filter(isUnusual).map(printFinding)).toEqual([]);
    const strict = findingsIn(files, 'strict').filter(isUnusual);
    const named = strict.map(({ workflow }) => workflow?.id);
    expect(named.length, strict.map(printFinding).join('\n')).toBe(new Set(named).size);
  },
);

/** Rules with findings in valid workflows too: another order of edges, and a wait for the answer to a late email. */
const IN_MANY = new Set(['edge-order', 'late-wait']);

/** Today's files as people write them by hand. */
const FORMS: readonly [string, (text: string) => string][] = [
  ['without senders', (text) => text.replace(/,?\s*"from": "[^"@]*@[^"]*"/g, '')],
  ['without display names', (text) => text.replace(/"from": "[^"]*<(.*?)>"/g, '"from": "$1"')],
  ['without default types', (text) => text.replace(/,\s*"type": "default"/g, '')],
  ['without timestamps', (text) => text.replace(/"(?:created|updated)_at": "[^"]*",/g, '')],
  ['disabled', (text) => text.replaceAll('"status": "enabled"', '"status": "disabled"')],
];

test.each(FORMS)('%s', (_, change) => {
  for (const file of FILES.filter((name) => name.includes('.today.'))) {
    const text = change(read(file));
    const findings = (preset: PresetName) => lintTexts({ [file]: text }, { preset }).findings;
    expect(findings('recommended').filter(isUnusual).map(printFinding)).toEqual([]);
    const others = findings('strict')
      .filter(isUnusual)
      .filter(({ rule }) => !IN_MANY.has(rule));
    expect(others.length).toBeLessThan(2);
  }
});
