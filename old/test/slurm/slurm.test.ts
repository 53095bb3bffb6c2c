import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN, CLEAN, EVENTS, FAULTY, folderOf, runBuilt } from '../cli/run.ts';

// A job array of a real scheduler, started by cluster.sh. Without Slurm this is skipped with a message.

const script = fileURLToPath(new URL('cluster.sh', import.meta.url));
const isThere =
  ['sbatch', 'slurmctld', 'slurmd', 'munged'].every(
    (name) => spawnSync('which', [name]).status === 0,
  ) && process.getuid?.() === 0;
if (!isThere)
  console.warn(
    'Slurm is not installed, or this is not root: its test is skipped (Debian: apt-get install slurm-wlm)',
  );

describe.skipIf(!isThere)('a Slurm job array', () => {
  const home = folderOf({});
  const env = {
    ...process.env,
    SLURM_CONF: join(home, 'slurm.conf'),
    NODE: process.execPath,
    EDGEWISE: BIN,
  };
  const call = (command: string, args: readonly string[], cwd: string) =>
    spawnSync(command, args, { cwd, env, encoding: 'utf8' });

  beforeAll(() => {
    const { status, stderr } = call('bash', [script, 'start', home], home);
    expect(status, stderr).toBe(0);
  });
  afterAll(() => {
    call('bash', [script, 'stop', home], home);
  });

  test('runs shards, and the job after them merges to the bytes of one run', async () => {
    const lines = Array.from({ length: 40 }, (_, i) =>
      (i % 5 === 0 ? FAULTY : CLEAN)
        .replace('wf_welcome', `wf_${i}`)
        .replace('Welcome series', `Series ${i >> 1}`),
    );
    const cwd = folderOf({ 'export.ndjson': lines.join('\n'), 'events.json': EVENTS });
    const run = '"$NODE" "$EDGEWISE"';
    const array = call(
      'sbatch',
      [
        '--parsable',
        '--array=3-6',
        '--wrap',
        `${run} export.ndjson events.json --shard auto -f blob=$SLURM_ARRAY_TASK_ID.blob`,
      ],
      cwd,
    );
    expect(array.stderr).toBe('');
    const job = array.stdout.trim();
    const merge = call(
      'sbatch',
      [
        '--wait',
        `--dependency=afterany:${job}`,
        '--output=merge.log',
        '--wrap',
        `${run} merge *.blob -f json=merged.json`,
      ],
      cwd,
    );
    expect(merge.status, merge.stderr).toBe(1);
    expect(readFileSync(join(cwd, `slurm-${job}_3.out`), 'utf8')).toBe(
      'edgewise: this is shard 1 of 4, by SLURM_ARRAY_TASK_ID; --shard 1/1 checks everything\n',
    );
    expect(runBuilt(['export.ndjson', 'events.json', '-f', 'json=alone.json'], { cwd }).code).toBe(
      1,
    );
    expect(readFileSync(join(cwd, 'merged.json'), 'utf8')).toBe(
      readFileSync(join(cwd, 'alone.json'), 'utf8'),
    );
  });
});
