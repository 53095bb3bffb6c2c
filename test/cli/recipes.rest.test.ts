import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
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

test('a Slurm array finds what a loop finds', () => {
  const { cwd, run } = prepare({ sbatch: SBATCH });
  const [recipe = ''] = recipes.filter((text) => text.includes('sbatch'));
  expect(run(recipe).status).toBe(0);
  expect(readFileSync(join(cwd, 'report.json'), 'utf8')).toBe(BY_LOOP);
});
