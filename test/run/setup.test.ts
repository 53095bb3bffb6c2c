import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { RuleChoice } from '../../src/core/lint/settings.ts';
import { loadConfig } from '../../src/load/config/load.ts';
import { rulesInForce } from '../../src/run/setup.ts';
import { folderOf } from '../cli/run.ts';

/** The rules in force by a configuration and flags. */
async function inForce(given: object, asked: RuleChoice = {}) {
  const cwd = folderOf({ 'edgewise.config.json': JSON.stringify(given) });
  const loaded = loadConfig(join(cwd, 'edgewise.config.json'), cwd, rules);
  if ('mistakes' in loaded) throw new Error(JSON.stringify(loaded.mistakes));
  const { active, silenced, settingAt } = await rulesInForce(rules, loaded.config, asked);
  const severities = new Map(active.map(({ rule, severity }) => [rule.id, severity]));
  return { severities, silenced, settingAt };
}

const severityFlag = (id: string, severity: 'error' | 'off'): RuleChoice => ({
  severities: new Map([[id, severity]]),
});

test('flags have priority over the configuration', async () => {
  const config = { preset: 'correctness', rules: { cycle: 'info', 'self-loop': 'off' } };
  const plain = (await inForce(config)).severities;
  expect([plain.get('cycle'), plain.has('self-loop'), plain.has('trailing-delay')]).toEqual([
    ...['info', false, false],
  ]);
  expect((await inForce(config, { preset: 'recommended' })).severities.has('trailing-delay')).toBe(
    true,
  );
  expect((await inForce(config, severityFlag('cycle', 'error'))).severities.get('cycle')).toBe(
    'error',
  );
  const only = (await inForce(config, { only: new Set(['self-loop']) })).severities;
  expect([only.has('self-loop'), only.has('cycle')]).toEqual([false, false]);
});

const LESS = {
  cycle: 'info',
  'placeholder-value': ['warning', { allow: ['TODO'] }],
  'excessive-delay': ['warning', { max: '20 days' }],
};

test('less severe rules and exempted names are listed, in general or in places', async () => {
  const general = (await inForce({ rules: LESS })).silenced;
  expect(general).toEqual({
    rules: [],
    overrides: [],
    options: ['placeholder-value'],
    severities: ['cycle', 'excessive-delay'],
  });
  const override = { workflows: 'Welcome*', rules: LESS };
  // A list that a rule needs exempts nothing.
  const needed = { 'sender-domain': ['warning', { allow: ['parcel.io'] }] };
  const config = { rules: needed, overrides: [override] };
  expect((await inForce(config)).silenced).toEqual(general);
  expect((await inForce(config, severityFlag('cycle', 'error'))).silenced.severities).toEqual([
    'excessive-delay',
  ]);
  const empty = { rules: { 'placeholder-value': ['warning', { allow: [] }], cycle: 'error' } };
  expect((await inForce(empty)).silenced).toMatchObject({ options: [], severities: [] });
});

test('rules that are off are listed, unless a flag turns them on or off, or they are off anyway', async () => {
  const config = {
    rules: { 'dangling-edge': 'off', 'unused-event': 'off', 'trailing-delay': 'info' },
    overrides: [{ workflows: 'Welcome*', rules: { cycle: 'off', 'dangling-edge': 'off' } }],
  };
  const silenced = async (asked?: RuleChoice) => (await inForce(config, asked)).silenced;
  expect(await silenced()).toMatchObject({ rules: ['dangling-edge'], overrides: ['cycle'] });
  expect((await silenced({ preset: 'strict' })).rules).toEqual(['dangling-edge', 'unused-event']);
  expect(await silenced(severityFlag('dangling-edge', 'error'))).toMatchObject({ rules: [] });
  for (const severity of ['error', 'off'] as const)
    expect((await silenced(severityFlag('cycle', severity))).overrides).toEqual([]);
  const strict = { preset: 'strict', rules: { 'unused-event': 'off' } };
  expect((await inForce(strict)).silenced.rules).toEqual(['unused-event']);
});
