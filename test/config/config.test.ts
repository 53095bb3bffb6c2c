import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chooseRules, createPathMatcher, silencedBy } from '../../src/core/config/choice.ts';
import { type Config, loadConfig, NO_CONFIG } from '../../src/core/config/load-config.ts';
import { lint } from '../../src/core/lint/lint.ts';
import type { Workflow } from '../../src/core/model/workflow.ts';
import { documentsOf, ruleSet } from '../cases.ts';

/** By absolute path. The first is the configuration. */
async function load(files: Readonly<Record<string, string>>) {
  const [path = ''] = Object.keys(files);
  const texts = new Map(Object.entries(files));
  const nameOf = (name: string): string => name.replace(/^\/repo\//, '');
  const read = (name: string) => {
    const text = texts.get(name);
    return text === undefined ? { reason: 'does not exist' } : { text };
  };
  return loadConfig(path, { nameOf, read }, ruleSet);
}

async function faultsOf(text: string, others: Readonly<Record<string, string>> = {}) {
  const loaded = await load({ '/repo/edgewise.config.json': text, ...others });
  if (!('faults' in loaded)) return [];
  return loaded.faults.map(
    ({ at, message, hint }) => `${at.replace('edgewise.config.json:', '')}: ${message}\n${hint}`,
  );
}

async function configOf(
  value: unknown,
  others: Readonly<Record<string, unknown>> = {},
): Promise<Config> {
  const entries = Object.entries({ '/repo/edgewise.config.json': value, ...others });
  const loaded = await load(
    Object.fromEntries(entries.map(([path, each]) => [path, JSON.stringify(each)])),
  );
  expect(loaded).not.toHaveProperty('faults');
  return 'config' in loaded ? loaded.config : NO_CONFIG;
}

describe('faults, each with what to write', () => {
  // Three lines each: the configuration, what is wrong, and what to write.
  const cases = readFileSync(new URL('faults.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n\n');
  test.each(cases)('%s', async (text) => {
    const [config = '', ...expected] = text.split('\n');
    expect(await faultsOf(config)).toEqual([expected.join('\n')]);
  });

  test('all faults of all files, each at its place', async () => {
    const faults = await faultsOf(
      '{\n  "extends": "base.json",\n  "rules": { "cycle": "off" }\n}',
      {
        '/repo/base.json': '{ "preset": 1,\n  "rules": { "cycle": 7 } }',
      },
    );
    expect(faults.map((each) => each.split('\n')[0])).toEqual([
      'base.json:1:13: "preset" cannot be the number 1',
      'base.json:2:23: "rules.cycle" cannot be the number 7',
    ]);
  });

  test('an extended file extends no other, and a deep value ends', async () => {
    const base = { '/repo/a.json': '{ "extends": "./edgewise.config.json" }' };
    expect(await faultsOf('{ "extends": "./a.json" }', base)).toEqual([
      '1:14: "./a.json" extends another file\nonly the first configuration extends others',
    ]);
    expect(await faultsOf('['.repeat(500_000))).toEqual(['1:1: this is not JSON\ntoo deep']);
  });
});

test('a name that is there twice is a fault', async () => {
  const text = '{ "rules": { "cycle": "off",\n"cycle": "info" } }';
  expect(await faultsOf(text)).toEqual([
    '2:1: the name "cycle" is there twice\nremove one of them',
  ]);
});

test('comments and a last comma are allowed, and names of objects are harmless', async () => {
  expect(await faultsOf('// a\n{ /* b */ "preset": "strict", }')).toEqual([]);
  const [fault] = await faultsOf('{ "__proto__": 1, "rules": { "constructor": "off" } }');
  expect(fault).toMatch(/unknown name "__proto__"/);
});

test('extended files come first, and each keeps its folder', async () => {
  const config = await configOf(
    {
      extends: ['shared/base.json'],
      files: 'workflows',
      rules: { cycle: ['warning', {}], 'too-many-steps': ['error', { max: 5 }] },
    },
    {
      '/repo/shared/base.json': {
        preset: 'strict',
        ignore: ['old'],
        rules: { cycle: 'off', 'invalid-duration': ['error', { max: '1 day' }] },
        suppressions: [{ rule: 'cycle', reason: 'wanted' }],
      },
    },
  );
  expect(config).toMatchObject({
    paths: ['/repo/shared/base.json', '/repo/edgewise.config.json'],
    preset: 'strict',
    files: { folder: '/repo', values: ['workflows'] },
    ignore: { folder: '/repo/shared', values: ['old'] },
    suppressions: [{ rule: 'cycle', from: 'shared/base.json:1:122' }],
  });
  expect([...config.rules]).toEqual([
    ['cycle', { severity: 'warning', options: {} }],
    ['invalid-duration', { severity: 'error', options: { max: '1 day' } }],
    ['too-many-steps', { severity: 'error', options: { max: 5 } }],
  ]);
});

describe('overrides', () => {
  const workflow = { id: 'w1', name: 'Onboarding [EU]/new', status: 'disabled' } as Workflow;
  test.each([
    [{ workflows: 'Onboarding*' }, true],
    [{ workflows: ['x', '*[EU]*'] }, true],
    [{ workflows: 'w1' }, true],
    [{ workflows: 'Onboarding' }, false],
    [{ workflows: '*', status: 'enabled' }, false],
    [{ status: 'disabled' }, true],
    [{ files: 'flows' }, true],
    [{ files: ['./flows/**/*.json'] }, true],
    [{ files: '*.json' }, false],
    [{ files: 'other/**', workflows: '*' }, false],
  ])('%j', async (condition, expected) => {
    const config = await configOf({ overrides: [{ ...condition, rules: { cycle: 'off' } }] });
    const { overrides } = chooseRules(config, {}, '/repo/flows');
    expect(overrides[0]?.applies('sub/a.json', workflow)).toBe(expected);
    expect(chooseRules(config, {}, '/').overrides[0]?.applies('repo/flows/a.json', workflow)).toBe(
      expected,
    );
  });

  test('signs of patterns in the name of the folder are signs', async () => {
    const files = { folder: '/a [1] (b)/$c', values: ['flows/*.json', '../old'] };
    const matches = createPathMatcher(files);
    expect(matches('/a [1] (b)/$c/flows/w.json')).toBe(true);
    expect(matches('/a [1] (b)/old/x/w.json')).toBe(true);
    expect(matches('/a 1 (b)/$c/flows/w.json')).toBe(false);
  });

  test('files do not match what has no path', async () => {
    const config = await configOf({ overrides: [{ files: '**', rules: { cycle: 'off' } }] });
    const [override] = chooseRules(config, {}, '/repo').overrides;
    expect(override?.applies('https://api.example.com/automations/1', undefined)).toBe(false);
  });
});

test('the command line has priority, everywhere', async () => {
  const config = await configOf({
    rules: { cycle: 'off', 'no-action': 'info' },
    overrides: [{ status: 'disabled', rules: { cycle: ['off', {}] } }],
  });
  const choice = chooseRules(config, { severities: new Map([['cycle', 'error']]) }, '/repo');
  expect([...choice.severities]).toEqual([
    ['cycle', 'error'],
    ['no-action', 'info'],
  ]);
  expect(choice.overrides[0]?.rules.get('cycle')).toEqual({ options: {} });
});

test('what the configuration hides is data', async () => {
  const config = await configOf({
    failOn: 'never',
    rules: {
      cycle: 'off',
      'unused-event': 'off',
      'dangling-edge': 'warning',
      'unknown-event': ['error', { known: ['a.b'] }],
      'check-too-early': ['warning', { fields: ['opened_at'] }],
    },
    overrides: [{ status: 'disabled', rules: { 'no-action': 'off', 'invalid-sender': 'info' } }],
  });
  const choice = chooseRules(config, {}, '/repo');
  expect(silencedBy(config, choice, ruleSet, ['old.json'])).toEqual({
    rules: ['cycle'],
    overrides: ['no-action'],
    files: ['old.json'],
    // A list that adds findings hides nothing.
    options: ['unknown-event'],
    severities: ['dangling-edge', 'invalid-sender'],
    failOn: 'never',
  });
});

test('the choice and the suppressions of a configuration are those of the run', async () => {
  const config = await configOf({
    rules: { 'no-action': 'error' },
    suppressions: [
      { rule: 'no-action', workflow: 'Draft', reason: 'not ready', expires: '2027-01-31' },
      { rule: 'cycle', reason: 'none' },
    ],
  });
  const documents = documentsOf({ input: 'workflow Draft\nstart: trigger user.created' });
  const run = (today: string) =>
    lint(documents, ruleSet, {
      choice: chooseRules(config, {}, '/repo'),
      acceptance: { suppressions: config.suppressions, baseline: new Set(), today },
    });
  expect(run('2027-01-31').findings).toMatchObject([
    { severity: 'error', accepted: { by: 'suppression', reason: 'not ready' } },
  ]);
  const late = run('2027-02-01');
  expect(late.findings).toMatchObject([{ rule: 'no-action' }]);
  expect(late.findings[0]?.accepted).toBeUndefined();
  expect([...late.unused.expired.values()]).toEqual([1]);
  expect(late.unused.suppressions.map(({ from }) => from)).toEqual(['edgewise.config.json:1:132']);
});
