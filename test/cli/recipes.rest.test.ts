import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CLEAN, edgewise, FAULTY, folderOf, PROGRAM, WARNING } from './program.ts';

// The recipes of docs/ci.md for many accounts, as they are written.

const page = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('## Many accounts');
const recipes = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

const TEXTS = [FAULTY, CLEAN, WARNING];
const COUNT = 6;

/** A folder with accounts, and a folder with `edgewise` and other programs on the path. */
function prepare(programs: Readonly<Record<string, string>> = {}) {
  const accounts = Array.from({ length: COUNT }, (_, i) => [
    `accounts/account-${i}/flow.json`,
    TEXTS[i % TEXTS.length] as string,
  ]);
  const cwd = folderOf(Object.fromEntries(accounts));
  const bin = folderOf({});
  const all = { edgewise: `exec "${process.execPath}" "${PROGRAM}" "$@"`, ...programs };
  for (const [name, body] of Object.entries(all)) {
    writeFileSync(join(bin, name), `#!/bin/bash\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}`, HOME: bin };
  const run = (line: string) =>
    spawnSync('bash', ['--norc', '-c', line], { cwd, env, encoding: 'utf8' });
  return { cwd, run };
}

/** What a loop over the accounts finds. */
const BY_LOOP = byLoop();

function byLoop(): string {
  const { cwd } = prepare();
  mkdirSync(join(cwd, 'loop'));
  const reports = Array.from({ length: COUNT }, (_, i) => {
    const report = `loop/account-${i}.json`;
    edgewise([`accounts/account-${i}`, '-f', `json=${report}`], { cwd });
    return report;
  });
  return edgewise(['merge', ...reports, '-f', 'json'], { cwd }).out;
}

const hasParallel = spawnSync('parallel', ['--version']).status === 0;

test.skipIf(!hasParallel)('GNU parallel finds what a loop finds', () => {
  const { run } = prepare();
  const [recipe = ''] = recipes.filter((text) => text.includes('parallel'));
  expect(run(recipe).status).toBe(1);
  expect(run('edgewise merge reports/*.json -f json').stdout).toBe(BY_LOOP);
});

// The options of sbatch that the recipe has: each task runs at once, the dependency is met.
const SBATCH = `
while [ "\${1#--}" != "$1" ]; do
  case "$1" in
    --array=*) last=\${1##*-}; first=\${1#--array=}; first=\${first%-*} ;;
    --wrap) break ;;
  esac
  shift
done
for id in $(seq \${first:-0} \${last:-0}); do SLURM_ARRAY_TASK_ID=$id bash --norc -c "$2" >&2; done
echo 7`;

const [slurm = ''] = recipes.filter((text) => text.includes('sbatch'));

test('a Slurm array finds what a loop finds', () => {
  const { cwd, run } = prepare({ sbatch: SBATCH });
  expect(run(slurm).status).toBe(0);
  expect(readFileSync(join(cwd, 'report.json'), 'utf8')).toBe(BY_LOOP);
});

test('the report of a task that was killed is missed', () => {
  const { cwd, run } = prepare({ sbatch: SBATCH });
  run(slurm);
  rmSync(join(cwd, 'reports/account-1.json'));
  const { stderr } = run(slurm.replace('json=reports/', 'json=lost/'));
  expect(stderr).toContain('reports/account-1.json: no such file');
});

const hasSlurm = spawnSync('sinfo').status === 0;

test.skipIf(!hasSlurm)('Slurm itself finds what a loop finds', async () => {
  const { cwd, run } = prepare();
  expect(run(slurm).status).toBe(0);
  const report = join(cwd, 'report.json');
  await vi.waitUntil(() => existsSync(report), { timeout: 120_000, interval: 200 });
  expect(readFileSync(report, 'utf8')).toBe(BY_LOOP);
});
