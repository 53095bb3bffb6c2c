import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import type { Finding } from '../src/core/model/finding.ts';
import { caseFiles, hasCases, readCase } from './cases.ts';
import fc from './fast-check.ts';
import { lintTexts, printFinding } from './lint-text.ts';
import { exampleScenes } from './pages.ts';
import { CHANGES } from './small-changes.ts';

// One cause, one finding: a small change of a valid file adds at most one finding, for each kind of change except in the
// number of cases that is written here. It may only fall.

interface Input {
  readonly name: string;
  readonly text: string;
  /** Other files that are read with it. */
  readonly beside?: Readonly<Record<string, string>>;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const namesIn = (path: string): readonly string[] =>
  readdirSync(new URL(path, import.meta.url)).sort();

const EXAMPLES = '../examples/';
const beside = { 'events.json': read(`${EXAMPLES}events.json`) };
const OWN: readonly Input[] = [
  ...namesIn(`${EXAMPLES}automations`).map((name) => ({
    ...{ name, beside },
    text: read(`${EXAMPLES}automations/${name}`),
  })),
  ...namesIn('courses').map((name) => ({ name, text: read(`courses/${name}`) })),
  ...rules.flatMap(({ id }): Input[] => {
    const { ok = '' } = exampleScenes(id);
    return ok.endsWith('.json') ? [{ name: `${id}/${ok}`, text: read(`rules/${id}/${ok}`) }] : [];
  }),
];

const numbersOf = (findings: readonly Finding[]): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  for (const { rule } of findings) numbers.set(rule, (numbers.get(rule) ?? 0) + 1);
  return numbers;
};

const lint = ({ name, beside }: Input, text: string) => lintTexts({ [name]: text, ...beside });

/** The changes that add several findings, with those, and the number of all changes. */
function severalAfter(kind: keyof typeof CHANGES, inputs: readonly Input[], runs: number) {
  const change = CHANGES[kind] as (typeof CHANGES)[string];
  const before = inputs.map((input) => numbersOf(lint(input, input.text).findings));
  const nat = fc.noBias(fc.nat(1_000_000));
  const picked = fc.sample(fc.tuple(nat, nat, nat), { numRuns: runs, seed: 32 });
  let made = 0;
  const several = picked.flatMap(([which, nth, variant]) => {
    const input = inputs[which % inputs.length] as Input;
    const text = change(input.text, nth, variant);
    if (text === input.text) return [];
    made++;
    const { findings, crashed } = lint(input, text);
    if (crashed) return [`${input.name}: a rule crashed`];
    const known = before[which % inputs.length] as ReadonlyMap<string, number>;
    const numbers = [...numbersOf(findings)];
    const added = numbers.filter(([rule, number]) => number > (known.get(rule) ?? 0));
    const sum = added.reduce((all, [rule, number]) => all + number - (known.get(rule) ?? 0), 0);
    if (sum < 2) return [];
    const at = text.split('\n').findIndex((line, i) => line !== input.text.split('\n')[i]);
    const shown = findings.filter(({ rule }) => added.some(([other]) => other === rule));
    return [`${input.name}:${at + 1}\n${shown.map(printFinding).join('\n')}`];
  });
  return { several, made };
}

test.each([
  ['one letter', 0],
  ['a field removed', 0],
  ['a field renamed', 0],
  ['a field duplicated', 0],
  ['a field with a value of another type', 0],
  ['a line removed', 0],
  ['a line duplicated', 0],
  ['two lines swapped', 0],
])('%s: several findings %i times', (kind, expected) => {
  const { several, made } = severalAfter(kind, OWN, 140);
  expect(several.length, several.join('\n\n')).toBe(expected);
  expect(made).toBeGreaterThan(125);
});

test.skipIf(!hasCases)('small changes of published workflows add one finding', () => {
  const inputs = caseFiles().map((name) => ({ name, text: readCase(name) }));
  const several = Object.keys(CHANGES).flatMap((kind) => severalAfter(kind, inputs, 140).several);
  expect(several.length, several.join('\n\n')).toBe(0);
});
