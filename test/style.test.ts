import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { helpOf } from '../src/core/report/words.ts';

// Measurable rules for the wording of messages and rule texts.

const MAX_MESSAGE = 100;
// Metaphors, story-telling and inverted sentences.
const FORBIDDEN = new RegExp(
  `\\b(?:${[
    'told|tells?|sa(?:y|ys|id)|stands?|dares?|nobody|somebody|anybody|everybody|whoever',
    'goes round|holds? no|leads? nowhere|nowhere|gets there|for itself|by then|without a word',
    'for ever|once more|no business|no length of time|says it all|ways? on|the way to',
    '(?:is|are|was|which is) (?:no|none)(?! longer)',
  ].join('|')})\\b`,
  'i',
);

/** Text with names in quotes replaced, since names may be long. */
const withoutNames = (text: string): string => text.replace(/"(?:\\.|[^"\n])*"?/g, '"x"');

interface Line {
  readonly file: string;
  readonly label: 'message' | 'help' | 'related';
  readonly text: string;
}

const LABELS = [
  ['message', /^\S+ \S.*? (?:error|warning|info): (.*)$/],
  ['help', /^ {2}help: (.*)$/],
  ['related', /^ {2}related \S+ \S.*?: (.*)$/],
] as const;

function linesOf(id: string): readonly Line[] {
  const folder = new URL(`rules/${id}/`, import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.bad.txt'))
    .flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split('\n')
        .flatMap((line) =>
          LABELS.flatMap(([label, pattern]) => {
            const text = pattern.exec(line)?.[1];
            return text === undefined ? [] : [{ file: `${id}/${file}`, label, text }];
          }),
        ),
    );
}

const lines = rules.flatMap(({ id }) => linesOf(id));
const messages = lines.filter(({ label }) => label === 'message');

const failing = (all: readonly Line[], isBad: (text: string) => boolean): readonly string[] =>
  all.filter(({ text }) => isBad(text)).map(({ file, text }) => `${file}: ${text}`);

/** The texts of a rule by field, for people. */
const textsOf = (rule: (typeof rules)[number]): readonly (readonly [string, string])[] => [
  ['summary', rule.summary],
  ['why', rule.why],
  ['remedy', rule.remedy],
  ...(rule.limits === undefined ? [] : [['limits', rule.limits] as const]),
  ['whenOff', rule.whenOff ?? ''],
  ...Object.entries(rule.options?.schema ?? {}).map(
    ([name, { description }]) => [`option ${name}`, description] as const,
  ),
];

test('messages are found in the scenes of every rule', () => {
  const files = new Set(messages.map(({ file }) => file.split('/')[0]));
  expect(rules.map(({ id }) => id).filter((id) => !files.has(id))).toEqual([]);
});

test('messages are short', () => {
  // The message of rule-crashed ends with the text of the exception.
  const own = messages.filter(({ file }) => !file.startsWith('rule-crashed/'));
  expect(failing(own, (text) => withoutNames(text).length > MAX_MESSAGE)).toEqual([]);
});

test('messages and help start in lower case or with a name, and have no full stop', () => {
  expect(failing(lines, (text) => /[.!]$/.test(text))).toEqual([]);
  const isTitle = (text: string): boolean => /^[A-Z][a-z]/.test(text);
  expect(failing(lines, isTitle)).toEqual([]);
});

test('reports print the remedy of a rule like the help of a finding', () => {
  const printed = rules.map((rule) => ({
    file: rule.id,
    label: 'help' as const,
    text: helpOf(rule),
  }));
  expect(failing(printed, (text) => /^[A-Z][a-z]|\.$|[.!?]\s/.test(text))).toEqual([]);
});

test('messages, help and rule texts avoid the forbidden words', () => {
  expect(failing(lines, (text) => FORBIDDEN.test(withoutNames(text)))).toEqual([]);
  expect(
    rules.flatMap((rule) =>
      textsOf(rule)
        .filter(([, text]) => FORBIDDEN.test(text))
        .map(([field, text]) => `${rule.id} ${field}: ${text}`),
    ),
  ).toEqual([]);
});

test('summary, why, remedy and options are sentences with a full stop', () => {
  expect(
    rules.flatMap((rule) =>
      textsOf(rule)
        .filter(([, text]) => !/^[A-Z"].*[^.]\.$/s.test(text))
        .map(([field, text]) => `${rule.id} ${field}: ${text}`),
    ),
  ).toEqual([]);
});

test('summary and why are one sentence', () => {
  expect(
    rules
      .filter(({ summary, why }) => [summary, why].some((text) => /[.!?:]\s/.test(text)))
      .map(({ id }) => id),
  ).toEqual([]);
});

test('no two rules have the same summary, why or message', () => {
  const owners = new Map<string, Set<string>>();
  const add = (text: string, id: string): void => {
    owners.set(text, (owners.get(text) ?? new Set()).add(id));
  };
  for (const { id, summary, why } of rules) for (const text of [summary, why]) add(text, id);
  // invalid-shape and invalid-config report the same kinds of faults, of different objects.
  for (const { file, text } of messages)
    if (!file.startsWith('invalid-config/')) add(withoutNames(text), file.split('/')[0] as string);
  const shared = [...owners].filter(([, ids]) => ids.size > 1);
  expect(shared.map(([text, ids]) => `${[...ids].join(', ')}: ${text}`)).toEqual([]);
});

test('the remedy line of reports has one label', () => {
  const folder = new URL('../src/core/report/', import.meta.url);
  const labels = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const code = readFileSync(new URL(file, folder), 'utf8').replaceAll('\\n', ' ');
      return [...code.matchAll(/(\w+):(?:<\/b>)? \$\{[^}]*(?:help|remedy)\b/gi)].map(
        ([, label]) => `${file}: ${label?.toLowerCase()}`,
      );
    });
  expect(labels.length).toBeGreaterThan(3);
  expect(labels.filter((label) => !label.endsWith(': help'))).toEqual([]);
});
