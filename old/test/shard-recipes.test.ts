import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import pkg from '../package.json' with { type: 'json' };
import { BIN, CLEAN, EVENTS, FAULTY, folderOf } from './cli/run.ts';

// The unchanged recipes of docs/scale.md, in the environment that their engines document. Slurm itself is in slurm/.

const page = readFileSync(fileURLToPath(new URL('../docs/scale.md', import.meta.url)), 'utf8');

// What the recipes call, and nothing else of this name: `npx` is asked for the tarball of this version, and `aws` has its bucket in a folder.
const tools = folderOf({
  edgewise: `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`,
  npx: `#!/bin/sh\n[ "$1 $2" = "--yes ./edgewise-${pkg.version}.tgz" ] || exit 9\nshift 2\nexec "${process.execPath}" "${BIN}" "$@"\n`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one of the shell
  aws: '#!/bin/sh\n[ "$1 $2" = "s3 cp" ] || exit 9\nplace() { case "$1" in s3://exports/*) echo "$BUCKET/${1#s3://exports/}" ;; *) echo "$1" ;; esac }\ncp "$(place "$3")" "$(place "$4")"\n',
});
for (const name of readdirSync(tools)) chmodSync(join(tools, name), 0o755);

const lines = Array.from({ length: 30 }, (_, i) =>
  (i % 5 === 0 ? FAULTY : CLEAN)
    .replace('wf_welcome', `wf_${i}`)
    .replace('Welcome series', `Series ${i >> 1}`),
).join('\n');
const WORKFLOWS = { 'workflows/all.ndjson': lines, 'workflows/events.json': EVENTS };

/** Runs lines of a shell script; a shard that finds errors exits with 1. */
function sh(script: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
    cwd,
    encoding: 'utf8',
    env: { PATH: `${tools}:${process.env['PATH']}`, ...env },
  });
  expect([0, 1], `${script}\n${stderr}`).toContain(status);
  return { status, out: stdout, err: stderr };
}

const fenced = (after: string, language: string): string => {
  const at = page.indexOf(after);
  expect(at, after).toBeGreaterThan(0);
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page.slice(at))?.[1] as string;
};
const indexes = (total: number, first: number): readonly number[] =>
  Array.from({ length: total }, (_, i) => i + first);
const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');
const withoutTime = (text: string): string => text.replace(/ · [\d.]+ (?:ms|s)$/m, '');

/** Moves the artifacts of a job to the place where the next one reads them. */
function carry(from: string, to: string, isKept = (name: string) => name.endsWith('.blob')): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter(isKept)) cpSync(join(from, name), join(to, name));
}

test('GitHub Actions', () => {
  const { jobs } = parse(fenced('GitHub Actions,', 'yaml'));
  const runOf = (job: string): string =>
    jobs[job].steps.flatMap((step: { run?: string }) => step.run ?? [])[0];
  const merging = folderOf(WORKFLOWS);
  for (const shard of jobs.shard.strategy.matrix.shard) {
    const job = folderOf(WORKFLOWS);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one of GitHub's
    const filled = (text: string): string => text.replaceAll('${{ matrix.shard }}', String(shard));
    expect(sh(filled(runOf('shard')), job).err).toBe('');
    // Each artifact gets a separate folder.
    carry(job, join(merging, 'blobs', filled(jobs.shard.steps.at(-1).with.name)));
  }
  const merged = sh(runOf('merge'), merging);
  const alone = sh('edgewise workflows/ -f text -f sarif=alone.sarif', merging);
  expect(read(merging, 'edgewise.sarif')).toBe(read(merging, 'alone.sarif'));
  expect({ ...merged, out: withoutTime(merged.out) }).toEqual({
    ...alone,
    out: withoutTime(alone.out),
  });
  expect(alone.status).toBe(1);
});

test('GitLab', () => {
  const { shard, merge } = parse(fenced('GitLab:\n', 'yaml'));
  const merging = folderOf(WORKFLOWS);
  for (const index of indexes(shard.parallel, 1)) {
    const job = folderOf(WORKFLOWS);
    const { err } = sh(shard.script, job, {
      CI_NODE_INDEX: String(index),
      CI_NODE_TOTAL: String(shard.parallel),
    });
    expect(err).toContain(
      `this is shard ${index} of ${shard.parallel}, by CI_NODE_INDEX and CI_NODE_TOTAL`,
    );
    carry(job, merging);
  }
  expect(sh(merge.script, merging).status).toBe(1);
  sh('edgewise workflows/ -f gitlab=alone.json', merging);
  expect(read(merging, 'gl-code-quality-report.json')).toBe(read(merging, 'alone.json'));
});

const EXPORT = { 'export.ndjson': lines, 'today.ndjson': lines };

/** The report of a merge has the bytes of one run. */
function expectMerged(folder: string, merge: string, source: string): void {
  expect(sh(merge, folder).status).toBe(1);
  sh(`edgewise ${source} -f json=alone.json`, folder);
  expect(read(folder, 'report.json')).toBe(read(folder, 'alone.json'));
}

test('one machine', () => {
  const script = fenced('One machine, a shard for each', 'sh');
  expectMerged(folderOf(EXPORT), script, 'export.ndjson');
});

test('Slurm', () => {
  const script = fenced('Slurm, where tasks share', 'sh');
  const [array = '', merge = ''] = [...script.matchAll(/--wrap '(.*?)'/g)].map(
    ([, wrapped]) => wrapped,
  );
  const folder = folderOf(EXPORT);
  sh(script.slice(0, script.indexOf('array=')), folder);
  for (const id of indexes(3, 1))
    sh(array, folder, {
      SLURM_ARRAY_TASK_ID: String(id),
      SLURM_ARRAY_TASK_MIN: '1',
      SLURM_ARRAY_TASK_MAX: '3',
      SLURM_ARRAY_TASK_COUNT: '3',
    });
  expectMerged(folder, merge, 'export.ndjson');
});

test('AWS Batch', () => {
  const script = fenced('AWS Batch, an array job', 'sh');
  const bucket = folderOf({ ...EXPORT, 'blobs/readme': '' });
  for (const index of indexes(3, 0))
    sh(script, folderOf({}), {
      BUCKET: bucket,
      AWS_BATCH_JOB_ARRAY_INDEX: String(index),
      AWS_BATCH_JOB_ARRAY_SIZE: '3',
    });
  expect(readdirSync(join(bucket, 'blobs')).sort()).toEqual([
    '0.blob',
    '1.blob',
    '2.blob',
    'readme',
  ]);
  expectMerged(bucket, 'edgewise merge blobs -f json=report.json', 'today.ndjson');
});

test('Kubernetes', () => {
  const data = folderOf(EXPORT);
  // Three completions do as well as sixteen.
  const script = fenced('Kubernetes, an indexed job', 'sh')
    .replaceAll('/data', data)
    .replace('auto/16', 'auto/3');
  expect(script).toContain('auto/3');
  const pod = folderOf({});
  for (const index of indexes(3, 0)) sh(script, pod, { JOB_COMPLETION_INDEX: String(index) });
  expectMerged(pod, `edgewise merge ${data}/blobs -f json=report.json`, `${data}/export.ndjson`);
});

test.each(['CircleCI', 'Buildkite'])('the variables of %s', (engine) => {
  const [, index = '', total = ''] =
    new RegExp(`^\\| ${engine}.*\`(\\w+)\`, \`(\\w+)\` \\|$`, 'm').exec(page) ?? [];
  expect([index, total].every((name) => name.startsWith(engine.toUpperCase().slice(0, 6)))).toBe(
    true,
  );
  const folder = folderOf(EXPORT);
  for (const i of indexes(2, 0))
    sh(`edgewise export.ndjson --shard auto -f blob=$${index}.blob`, folder, {
      [index]: String(i),
      [total]: '2',
    });
  expectMerged(folder, 'edgewise merge . -f json=report.json', 'export.ndjson');
});

test('every recipe of the page is tested', () => {
  const recipes = page.slice(page.indexOf('## Recipes'), page.indexOf('## What it costs'));
  expect([...recipes.matchAll(/^```\w+$/gm)]).toHaveLength(6);
});
