import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lintPaths } from '../src/node.ts';
import { CLEAN, folderOf, run, TWO_FAULTS } from './cli/run.ts';

// The configuration and baseline that lintPaths reads, as the command line does.

const CONFIG = {
  rules: { 'unknown-status': 'off', 'too-many-steps': ['error', { max: 1 }] },
  files: ['flows'],
  ignore: ['flows/old'],
  overrides: [{ workflows: 'Other*', rules: { 'dangling-edge': 'info' } }],
  suppressions: [
    {
      rule: 'invalid-config',
      workflow: 'Welcome series',
      reason: 'draft',
      expires: '2027-01-31',
    },
  ],
};

// Besides its two faults, one that the configuration switches off.
const FAULTY = TWO_FAULTS.replace('"status":"enabled"', '"status":"on"');

function project(config: object | string = CONFIG): string {
  const cwd = folderOf({
    'edgewise.config.json': typeof config === 'string' ? config : JSON.stringify(config),
    'flows/a.json': FAULTY,
    'flows/b.json': FAULTY.replaceAll('wf_welcome', 'wf_other').replace('Welcome series', 'Other'),
    'flows/old/c.json': FAULTY.replaceAll('wf_welcome', 'wf_old').replace('Welcome series', 'Old'),
    'lib/keep.txt': '',
  });
  mkdirSync(join(cwd, '.git'));
  return cwd;
}

test('with a configuration, the library has the result of the command line', async () => {
  const cwd = project();
  const result = await lintPaths([], { cwd, config: true, today: '2027-01-31' });
  const { out } = await run(['-f', 'json', '--now', '2027-01-31'], { cwd });
  const told = JSON.parse(out);
  expect(
    result.findings.map(({ rule, severity, fingerprint }) => ({ rule, severity, fingerprint })),
  ).toEqual(
    told.findings.map(({ rule, severity, fingerprint }: (typeof result.findings)[number]) => ({
      rule,
      severity,
      fingerprint,
    })),
  );
  expect({ ...result.summary, skipped: result.skipped.length }).toEqual(told.summary);
  expect(result.summary).toMatchObject({ suppressed: 1, sources: 2 });
  expect(result.findings).toContainEqual(
    expect.objectContaining({ rule: 'dangling-edge', severity: 'info' }),
  );
});

test('a configuration is found in a parent folder, given or left out; options take precedence; suppressions expire', async () => {
  const cwd = project();
  const rulesOf = async (...[paths, options]: Parameters<typeof lintPaths>) =>
    (await lintPaths(paths, options)).findings.map(({ rule, severity }) => `${severity} ${rule}`);
  const day = { today: '2027-01-31' };
  const file = ['../flows/a.json'];
  const below = join(cwd, 'lib');
  const configured = ['error dangling-edge', 'error too-many-steps'];
  expect(await rulesOf(file, { cwd: below, config: true, ...day })).toEqual(configured);
  expect(await rulesOf(file, { cwd: below, config: '../edgewise.config.json', ...day })).toEqual(
    configured,
  );
  expect(await rulesOf(file, { cwd: below, config: true, today: '2027-02-01' })).toContain(
    'error invalid-config',
  );
  expect(await rulesOf(file, { cwd: below })).toContain('warning unknown-status');
  const rules = { 'too-many-steps': ['warning', { max: 99 }], 'dangling-edge': 'warning' } as const;
  expect(await rulesOf(file, { cwd: below, config: true, rules, ...day })).toEqual([
    'warning dangling-edge',
  ]);
  expect(
    (await lintPaths([], { cwd: folderOf({ 'a.json': CLEAN }), config: true })).sources,
  ).toEqual([]);
});

test('a baseline accepts its findings', async () => {
  const cwd = project('{}');
  await run(['flows/a.json', '--baseline', 'accepted.json', '--update-baseline'], { cwd });
  const options = { cwd, baseline: 'accepted.json', config: true };
  expect((await lintPaths(['flows/a.json'], options)).summary).toMatchObject({
    errors: 0,
    warnings: 0,
    baselined: 3,
  });
  const both = await lintPaths(['flows'], { ...options, showSuppressed: true });
  expect(both.findings.length).toBeGreaterThan(0);
  expect(both.listed?.filter(({ suppressed }) => suppressed?.by === 'baseline')).toHaveLength(3);
});

test('mistakes in a configuration or a baseline are thrown', async () => {
  const cwd = project('{ "rulez": 1,\n  "preset": "strickt" }');
  await expect(lintPaths(['flows'], { cwd, config: true })).rejects.toThrow(
    new RangeError(
      'edgewise.config.json:1:3: unknown setting "rulez"; did you mean "rules"? allowed: $schema, extends, preset, files, ignore, events, failOn, maxWarnings, baseline, rules, overrides, suppressions\n' +
        'edgewise.config.json:2:13: "preset" cannot be "strickt"; did you mean "strict"? allowed: correctness, recommended, strict',
    ),
  );
  await expect(lintPaths(['flows'], { cwd, config: 'gone.json' })).rejects.toThrow(
    new RangeError('gone.json: does not exist'),
  );
  writeFileSync(join(cwd, 'bad.json'), '[]');
  await expect(lintPaths(['flows'], { cwd, baseline: 'bad.json' })).rejects.toThrow(
    new RangeError('"bad.json" is not a baseline: it holds an array, not an object'),
  );
  await expect(lintPaths(['flows'], { cwd, baseline: 'gone.json' })).rejects.toThrow('ENOENT');
});
