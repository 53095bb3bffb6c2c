import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LintResult } from '../../src/core/lint/lint.ts';
import type { Plan } from '../../src/node/plan.ts';
import { write, writeFailed } from '../../src/node/write.ts';
import { writeFileWhole } from '../../src/node/write-file.ts';
import { capture } from '../cli/program.ts';
import { check, contentOf, enterFolder, planOf, read } from './plan.ts';

const FAULTY = JSON.stringify({
  ...{ name: 'Welcome', status: 'enabled' },
  steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }],
  connections: [{ from: 'start', to: 'gone' }],
});
const ENV = ['GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY', 'GITHUB_WORKSPACE', 'CI_PROJECT_DIR'];

beforeEach(() => {
  for (const name of ENV) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A run over one file, with what it writes. */
async function run(more: Partial<Plan> = {}, result: Partial<LintResult> = {}, diff?: string) {
  const plan = planOf(['dangling-edge'], more);
  const [stdout, stderr] = [capture('stdout'), capture('stderr')];
  const checked = { ...check(read('a.json'), plan), ...result };
  await write(checked, plan, 1, diff === undefined ? {} : { diff });
  return { out: stdout(), err: stderr() };
}

test('reports go to standard output and files, which have no colour', async () => {
  enterFolder({ 'a.json': FAULTY });
  const targets = [
    { format: 'compact' },
    { format: 'json', file: 'report.json' },
    { format: 'text', file: 'report.txt' },
  ];
  const view = { ...planOf([]).view, color: true };
  const { out, err } = await run({ targets, view });
  expect(out).toMatch(/^a\.json:1:\d+: error: .* \[dangling-edge\]\n$/);
  expect(err).toBe('');
  expect(JSON.parse(contentOf('report.json'))).toMatchObject({ version: 1, exitCode: 1 });
  expect(contentOf('report.txt')).toContain('  error  dangling-edge ');
  expect((await run({ view })).out).toContain('\u001b[');
});

test('failures go to standard error', async () => {
  enterFolder({ 'a.json': FAULTY });
  const failures = [{ source: 'b\u0007.json', message: 'permission denied', exit: 2 }] as const;
  const { err } = await run({}, { failures });
  expect(err).toBe('edgewise: b\\u0007.json: permission denied\n');
});

test('what is accepted or unused is said once', async () => {
  enterFolder({ 'a.json': FAULTY });
  const acceptance = {
    ...{ suppressions: [{ rule: 'cycle', reason: 'wanted' }], baseline: new Set(['0']) },
    today: '2027-01-31',
  };
  const notes = [
    'note: 1 suppression without a finding, to be removed: cycle',
    'note: 1 entry of the baseline without a finding; --update-baseline removes them',
  ];
  const { out, err } = await run({ acceptance });
  expect([out.includes(notes[0] ?? ''), err]).toEqual([true, '']);
  const asJson = await run({ acceptance, targets: [{ format: 'json' }] });
  expect(asJson.err).toBe(notes.map((each) => `edgewise: ${each}\n`).join(''));
});

test('a diff replaces the text report, and is beside another one', async () => {
  enterFolder({ 'a.json': FAULTY });
  expect(await run({}, {}, '--- a\n')).toEqual({ out: '--- a\n', err: '' });
  const { out, err } = await run({ targets: [{ format: 'json' }] }, {}, '--- a\n');
  expect([JSON.parse(out).version, err]).toEqual([1, '--- a\n']);
});

test('in GitHub Actions, annotations follow the text, and the job gets a summary', async () => {
  const root = enterFolder();
  mkdirSync('flows');
  process.chdir('flows');
  writeFileSync('a.json', FAULTY);
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  vi.stubEnv('GITHUB_WORKSPACE', root);
  vi.stubEnv('GITHUB_STEP_SUMMARY', join(root, 'summary.md'));
  const { out } = await run();
  expect(out).toMatch(/\n::error file=flows\/a\.json,line=1/);
  expect(contentOf('../summary.md')).toContain('dangling-edge');
  expect((await run({ targets: [{ format: 'compact' }] })).out).not.toContain('::error');
});

test('a run that fails before its start writes a report for a program', async () => {
  const stdout = capture('stdout');
  await writeFailed('no such flag', 'json');
  expect(JSON.parse(stdout())).toMatchObject({
    ...{ complete: false, exitCode: 2, failures: [{ message: 'no such flag' }] },
  });
  const shown = stdout();
  await writeFailed('no such flag', 'text');
  expect(stdout()).toBe(shown);
});

test('a linked file is replaced, a file below a linked folder is refused', () => {
  const outside = enterFolder({ 'kept.txt': 'kept' });
  enterFolder({ 'old.txt': 'old' });
  symlinkSync(join(outside, 'kept.txt'), 'link.txt');
  symlinkSync('/dev/null', 'device');
  symlinkSync(outside, 'linked');
  mkdirSync('own');
  for (const name of ['old.txt', 'new.txt', 'link.txt', 'device', 'own/new.txt']) {
    writeFileWhole(name, ['x'.repeat(70_000), '', 'é']);
    expect(contentOf(name)).toBe(`${'x'.repeat(70_000)}é`);
    expect(lstatSync(name).isFile()).toBe(true);
  }
  writeFileWhole('/dev/null', ['x']);
  expect(contentOf(join(outside, 'kept.txt'))).toBe('kept');
  for (const [name, reason] of [
    ['linked/new.txt', 'its folder is reached by a symbolic link'],
    ['own', 'it is a folder'],
    ['old.txt/new.txt', 'part of the path is not a folder'],
    ['none/new.txt', 'the folder does not exist'],
  ] as const)
    expect(() => writeFileWhole(name, ['x'])).toThrow(`cannot write "${name}": ${reason}`);
  expect(readdirSync(outside)).toEqual(['kept.txt']);
  expect(readdirSync('.').filter((name) => name.startsWith('.'))).toEqual([]);
});
