import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { RuleChoice } from '../../src/core/lint/settings.ts';
import { loadConfig } from '../../src/load/config/load.ts';
import type { RunContext } from '../../src/run/context.ts';
import { type RuleFlags, rulesInForce, setUp } from '../../src/run/setup.ts';
import { capture, folderOf, processOf } from '../cli/run.ts';

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

/** What a run begins with, by its flags in a folder. */
async function begin(flags: object, cwd = folderOf({}), calls?: 'code' | 'record') {
  const stderr = capture();
  const runtime = { ...processOf(cwd), stderr };
  const context = { runtime, rules: async () => rules } as unknown as RunContext;
  const setup = await setUp(
    { rule: [], only: [], ...flags } as unknown as RuleFlags,
    context,
    calls,
  );
  return { ...setup, err: stderr.text(), ids: setup.active.map(({ rule }) => rule.id) };
}

test('the day of a run is given in UTC, or that of the clock', async () => {
  const NOW = ['2028-02-29', '2028-02-29T23:59:59Z', '2028-02-29T00:00:00.125+00:00'];
  for (const now of NOW) {
    expect((await begin({ now })).today).toBe('2028-02-29');
  }
  const before = new Date().toISOString().slice(0, 10);
  const { today } = await begin({});
  expect([before, new Date().toISOString().slice(0, 10)]).toContain(today);
});

test.each([
  ...['2027-02-29', '2027-1-31', '02027-01-31', '2027-01-31 12:00:00Z', '2027-01-31T12:00Z'],
  ...['2027-01-31T24:00:01Z', '2027-01-31T12:00:00', '2027-01-31T12:00:00+01:00', '2027-01-31Z'],
])('--now %s is refused', async (now) => {
  await expect(begin({ now })).rejects.toMatchObject({
    message: `--now wants a day or a time in UTC, not "${now}"`,
    hint: 'such as 2027-01-31 or 2027-01-31T12:00:00Z',
  });
});

test('flags choose rules and their severities', async () => {
  const only = await begin({ only: ['cycle'] });
  expect([only.ids.includes('cycle'), only.ids.includes('self-loop')]).toEqual([true, false]);
  const { ids, active } = await begin({ rule: ['cycle=info', 'self-loop=off'] });
  expect(active.find(({ rule }) => rule.id === 'cycle')?.severity).toBe('info');
  expect([ids.includes('self-loop'), ids.includes('invalid-json')]).toEqual([false, true]);
  expect((await begin({ rule: ['invalid-json=error'] })).ids).toContain('invalid-json');
  for (const [calls, id] of [
    ['code', 'unsent-event'],
    ['code', 'wrong-endpoint'],
    ['record', 'wrong-endpoint'],
    ['record', 'refused-request'],
  ] as const)
    expect((await begin({ only: [id] }, undefined, calls)).ids).toContain(id);
});

test.each([
  [{ rule: ['=a=b'] }, '--rule wants ID=SEVERITY, not "=a=b"', 'such as --rule unused-event=off'],
  [{ rule: ['cycle'] }, '--rule wants ID=SEVERITY, not "cycle"', 'such as --rule cycle=off'],
  [
    { rule: ['cycle=off=off'] },
    '--rule wants ID=SEVERITY, not "cycle=off=off"',
    'such as --rule cycle=off',
  ],
  [
    { rule: ['invalid-json=off'] },
    '"invalid-json" is always an error: what was not checked must not pass as clean',
    'leave the file out, or correct it',
  ],
  [
    { rule: ['our/rule=off'] },
    'unknown rule "our/rule"',
    'if a plugin brings it, name the plugin: --plugin FILE',
  ],
  [{ only: ['zzz'] }, 'unknown rule "zzz"', 'edgewise explain lists them all'],
  [
    { only: ['cycel'] },
    'unknown rule "cycel"',
    'did you mean "cycle"? edgewise explain lists them all',
  ],
  [
    { only: ['cycle', 'unsent-event'] },
    '"unsent-event" is a rule about application code',
    'use it with edgewise code PATH',
  ],
  [
    { only: ['wrong-endpoint'] },
    '"wrong-endpoint" is a rule about application code',
    'use it with edgewise code PATH or edgewise record -- COMMAND',
  ],
  [
    { only: ['refused-request'] },
    '"refused-request" is a rule about the requests of programs',
    'use it with edgewise record -- COMMAND',
  ],
  [{ config: '' }, '--config needs a file', 'or --no-config for none'],
])('%j is refused', async (flags, message, hint) => {
  await expect(begin(flags)).rejects.toMatchObject({ message, hint });
});

test('the configuration is the nearest one, a named one, or none', async () => {
  const cycleOff = JSON.stringify({ rules: { cycle: 'off' } });
  const cwd = folderOf({
    'edgewise.config.json': cycleOff,
    'sub/own.json': '{"rules":{"self-loop":"off"}}',
    'sub/a.json': '{}',
  });
  const offIn = async (flags: object, folder: string) => {
    const { ids, config } = await begin({ ...flags }, join(cwd, folder));
    return [...['cycle', 'self-loop'].filter((id) => !ids.includes(id)), config.ignoredByFlag];
  };
  expect(await offIn({}, '.')).toEqual(['cycle', undefined]);
  expect(await offIn({}, 'sub')).toEqual(['cycle', undefined]);
  expect(await offIn({ config: 'own.json' }, 'sub')).toEqual(['self-loop', undefined]);
  expect(await offIn({ config: false }, 'sub')).toEqual([undefined]);
  const ignored = { value: ['a.json'], folder: join(cwd, 'sub') };
  expect(await offIn({ ignore: ['a.json'] }, 'sub')).toEqual(['cycle', ignored]);
});

test('a configuration under another name is mentioned, unless none is wanted', async () => {
  const cwd = folderOf({ '.edgewiserc': '', 'edgewise.config.ts': '' });
  const note = 'is not read: a configuration is called edgewise.config.json\n';
  expect((await begin({}, cwd)).err).toBe(`edgewise: edgewise.config.ts ${note}`);
  expect((await begin({ config: false }, cwd)).err).toBe('');
});

test('all mistakes of a configuration are reported at once', async () => {
  const mistakes = (given: object) =>
    begin({}, folderOf({ 'edgewise.config.json': JSON.stringify(given) }));
  await expect(mistakes({ presets: 'strict' })).rejects.toMatchObject({
    message: expect.stringMatching(/^edgewise\.config\.json:1:2: unknown/),
    details: [],
  });
  await expect(mistakes({ presets: 'strict', failon: 'never' })).rejects.toMatchObject({
    message: 'the configuration has 2 mistakes',
    hint: undefined,
    details: [expect.stringContaining('"presets"'), expect.stringContaining('"failon"')],
  });
});
