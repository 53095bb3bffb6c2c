import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { checkConfig } from '../../src/core/config/check.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/config.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv({ strict: false }).compile(schema);

// Editors and the program refuse the same, except for checks that a schema cannot express.
test.each([
  [{}, true],
  [
    {
      $schema: 'https://example.org',
      preset: 'strict',
      extends: ['./base.json'],
      files: 'workflows',
      ignore: [],
    },
    true,
  ],
  [
    {
      rules: {
        cycle: 'off',
        'excessive-delay': ['warning', { max: '14 days' }],
        'self-loop': ['info'],
      },
    },
    true,
  ],
  [
    { overrides: [{ workflows: ['Onboarding*'], status: 'disabled', rules: { cycle: 'info' } }] },
    true,
  ],
  [
    {
      suppressions: [
        {
          rule: 'cycle',
          workflow: 'x',
          step: 'y',
          reason: 'nags on purpose',
          expires: '2027-01-31',
        },
      ],
    },
    true,
  ],
  [{ preset: 'all' }, false],
  [{ plugins: [] }, false],
  [{ rules: { 'dangling-egde': 'off' } }, false],
  [{ rules: { cycle: 'warn' } }, false],
  [{ rules: { cycle: ['error', { max: 1 }] } }, false],
  [{ rules: { 'excessive-delay': ['error', { max: '14d' }] } }, false],
  [{ overrides: [{ files: 'a', rules: { nothing: 'off' } }] }, false],
  [{ suppressions: [{ rule: 'cycle' }] }, false],
  [{ suppressions: [{ rule: 'cycle', reason: ' ' }] }, false],
])('the schema for editors and the program agree on %j: %s', (config, expected) => {
  expect(validate(config)).toBe(expected);
  expect(checkConfig(config, rules).length === 0).toBe(expected);
});

test('every rule and option has a description for editors', () => {
  const described = schema.definitions.rules.properties;
  expect(Object.keys(described).sort()).toEqual(rules.map(({ id }) => id).sort());
  for (const { id, options } of rules) {
    expect(described[id].description.length).toBeGreaterThan(20);
    const shown = described[id].anyOf[1].items[1]?.properties ?? {};
    expect(Object.keys(shown)).toEqual(Object.keys(options?.schema ?? {}));
    for (const name of Object.keys(shown))
      expect(shown[name].default, `${id}.${name}`).toEqual(options?.defaults[name]);
  }
});

test('the defaults of all options are valid', () => {
  const all = Object.fromEntries(
    rules
      .filter(({ options }) => options !== undefined)
      .map(({ id, options }) => [id, ['info', options?.defaults]]),
  );
  expect(checkConfig({ rules: all }, rules)).toEqual([]);
});
