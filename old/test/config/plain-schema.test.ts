import { expect, test } from 'vitest';
import { lintValue, type Workflow } from '../../src/browser.ts';
import { defineRule } from '../../src/core/rule.ts';

// Rules given to the library, which has no validator compiled for them.

const own = defineRule({
  id: 'own-limits',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'S.',
  why: 'W.',
  remedy: 'R.',
  options: {
    defaults: {
      most: 3,
      share: 0.5,
      words: ['a'],
      mood: 'calm',
      on: true,
      none: null as null | string,
      more: {},
      form: '.',
    },
    schema: {
      most: {
        description: 'The most steps. More follows.',
        type: 'integer',
        minimum: 1,
        maximum: 9,
      },
      share: { description: 'A share.', type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      words: {
        description: 'Words.',
        type: 'array',
        minItems: 1,
        items: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
      },
      mood: { description: 'How.', enum: ['calm', 'strict'] },
      on: { description: 'Whether.', type: 'boolean' },
      none: { description: 'Maybe.', type: ['string', 'null'] },
      more: { description: 'Anything.', type: 'object' },
      form: { description: 'A form.', type: 'string' },
    },
  },
  workflow({ workflow }: { workflow: Workflow }, report, options) {
    report({ at: workflow, message: JSON.stringify(options) });
  },
});

const lint = (options: object) =>
  lintValue(
    { name: 'A', steps: [], connections: [] },
    { only: ['own-limits'], rules: { 'own-limits': ['error', options] }, extraRules: [own] },
  );

test('valid options are passed to the rule', () => {
  const options = {
    most: 9,
    share: 0.1,
    words: ['ab'],
    mood: 'strict',
    on: false,
    none: null,
    more: { a: 1 },
    form: '^(?!a)',
  };
  expect(lint(options).findings.map(({ message }) => JSON.parse(message))).toEqual([options]);
});

test.each([
  [
    { mots: 1 },
    'mots: "own-limits" has no option "mots"; did you mean "most"? it has "most", "share", "words", "mood", "on", "none", "more", "form"',
  ],
  [
    { most: '5' },
    'most: option "most" of "own-limits" must be a whole number, not "5"; it is the most steps',
  ],
  [
    { most: 1.5 },
    'most: option "most" of "own-limits" must be a whole number, not 1.5; it is the most steps',
  ],
  [{ most: 0 }, 'most: option "most" of "own-limits" must be at least 1, not 0'],
  [{ most: 10 }, 'most: option "most" of "own-limits" must be at most 9, not 10'],
  [{ share: 0 }, 'share: option "share" of "own-limits" must be more than 0, not 0'],
  [{ share: 1 }, 'share: option "share" of "own-limits" must be less than 1, not 1'],
  [
    { words: {} },
    'words: option "words" of "own-limits" must be an array, not an object; it is words',
  ],
  [{ words: [] }, 'words: option "words" of "own-limits" is empty; it is words'],
  [
    { words: ['ok', 'A1'] },
    'words/1: option "words" of "own-limits", entry 2, cannot be "A1"; it is words',
  ],
  [
    { words: ['a'] },
    'words/0: option "words" of "own-limits", entry 1, cannot be "a"; it is words',
  ],
  [
    { words: [7] },
    'words/0: option "words" of "own-limits", entry 1, must be text, not 7; it is words',
  ],
  [
    { mood: 'strickt' },
    'mood: option "mood" of "own-limits" cannot be "strickt"; did you mean "strict"? allowed: calm, strict',
  ],
  [
    { on: 'yes' },
    'on: option "on" of "own-limits" must be true or false, not "yes"; it is whether',
  ],
  [{ none: 1 }, 'none: option "none" of "own-limits" must be text or null, not 1; it is maybe'],
  [
    { more: [] },
    'more: option "more" of "own-limits" must be an object, not an array; it is anything',
  ],
])('%j is reported', (options, message) => {
  expect(() => lint(options)).toThrow(new RangeError(`/rules/own-limits/1/${message}`));
});
