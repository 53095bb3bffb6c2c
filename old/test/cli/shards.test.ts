import { describe, expect, test } from 'vitest';
import { chooseShard } from '../../src/features/scale/shards.ts';
import { UserError } from '../../src/run/user-error.ts';
import { CLEAN, EVENTS, folderOf, run } from './run.ts';
import { blobsOf, shard } from './sharded.ts';

describe('the index of the shard', () => {
  const refusal = (given: string | undefined, env: Record<string, string> = {}): string => {
    try {
      chooseShard(given, true, env);
    } catch (error) {
      return error instanceof UserError ? `${error.message}; ${error.hint}` : String(error);
    }
    return 'not refused';
  };

  test.each([
    [
      { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' },
      { index: 2, total: 4 },
    ],
    [
      { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '4' },
      { index: 1, total: 4 },
    ],
    [
      { BUILDKITE_PARALLEL_JOB: '3', BUILDKITE_PARALLEL_JOB_COUNT: '4' },
      { index: 4, total: 4 },
    ],
    [
      { AWS_BATCH_JOB_ARRAY_INDEX: '9', AWS_BATCH_JOB_ARRAY_SIZE: '10' },
      { index: 10, total: 10 },
    ],
    [
      {
        SLURM_ARRAY_TASK_ID: '7',
        SLURM_ARRAY_TASK_MIN: '5',
        SLURM_ARRAY_TASK_MAX: '8',
        SLURM_ARRAY_TASK_COUNT: '4',
      },
      { index: 3, total: 4 },
    ],
    [
      { SLURM_ARRAY_TASK_ID: '0', SLURM_ARRAY_TASK_MIN: '0', SLURM_ARRAY_TASK_COUNT: '2' },
      { index: 1, total: 2 },
    ],
  ])('comes from the environment %o', (env, shard) => {
    const whole = { PATH: '/bin', ...env };
    expect(chooseShard(undefined, true, whole)).toMatchObject(shard);
    expect(chooseShard('auto', true, whole)).toMatchObject(shard);
    expect(chooseShard(`auto/${shard.total}`, true, whole)).toMatchObject(shard);
    expect(chooseShard('1/3', true, whole)).toEqual({ index: 1, total: 3 });
    // A report without a blob is complete.
    expect(chooseShard(undefined, false, whole)).toBeUndefined();
  });

  test('an indexed job of Kubernetes needs the number of shards', () => {
    const env = { JOB_COMPLETION_INDEX: '1' };
    expect(chooseShard('auto/3', true, env)).toEqual({
      index: 2,
      total: 3,
      from: 'JOB_COMPLETION_INDEX',
    });
    expect(refusal(undefined, env)).toBe(
      'JOB_COMPLETION_INDEX does not say how many shards there are; say it: --shard auto/N',
    );
    expect(refusal('auto', { SLURM_ARRAY_TASK_ID: '3' })).toContain('does not say how many shards');
  });

  test('an ambiguous or invalid index is refused', () => {
    expect(chooseShard(undefined, true, {})).toBeUndefined();
    for (const given of ['0/3', '4/3'])
      expect(refusal(given)).toContain(
        `--shard ${given}: there is no shard ${given[0]} of 3; shards count from 1 to 3`,
      );
    for (const given of ['1', 'x', '1/', '/3', '1/2/3', 'auto/x', '-1/3'])
      expect(refusal(given)).toContain('--shard wants I/N, such as 1/4, or auto');
    expect(refusal('1/0')).toContain('there must be a shard');
    expect(refusal('auto')).toContain('the environment does not say which shard this is');
    expect(refusal(undefined, { CI_NODE_INDEX: 'one', CI_NODE_TOTAL: '4' })).toContain(
      'CI_NODE_INDEX is not a whole number',
    );
    expect(refusal(undefined, { CI_NODE_INDEX: '5', CI_NODE_TOTAL: '4' })).toContain(
      'there is no shard 5 of 4',
    );
    expect(
      refusal(undefined, {
        CI_NODE_INDEX: '1',
        CI_NODE_TOTAL: '4',
        CIRCLE_NODE_INDEX: '1',
        CIRCLE_NODE_TOTAL: '4',
      }),
    ).toContain(
      'the environment names two shards: CI_NODE_INDEX and CI_NODE_TOTAL one, CIRCLE_NODE_INDEX and CIRCLE_NODE_TOTAL another',
    );
    expect(
      refusal(undefined, {
        CI_NODE_INDEX: '1',
        CI_NODE_TOTAL: '4',
        CIRCLE_NODE_INDEX: '0',
        CIRCLE_NODE_TOTAL: '5',
      }),
    ).toContain('the environment names two shards: ');
    expect(refusal('auto/5', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' })).toContain(
      'CI_NODE_INDEX and CI_NODE_TOTAL say 4 shards',
    );
    const gaps = {
      SLURM_ARRAY_TASK_ID: '3',
      SLURM_ARRAY_TASK_MIN: '1',
      SLURM_ARRAY_TASK_MAX: '7',
      SLURM_ARRAY_TASK_COUNT: '3',
    };
    expect(refusal(undefined, gaps)).toContain('not numbered one after the other (3 from 1 to 7)');
  });
});

test('a shard without a blob, a blob without a file, and flags that need the whole run are usage errors', async () => {
  const cwd = folderOf({});
  for (const [args, message] of [
    [
      ['--shard', '1/2'],
      '--shard checks a part, which no report can be made of: it needs -f blob=FILE',
    ],
    [['-f', 'blob'], 'a blob must be written to a file'],
    [
      ['-f', 'blob=x.blob', '--baseline', 'b.json', '--update-baseline'],
      '--update-baseline needs the whole',
    ],
    [['merge'], '"merge" needs an argument: BLOB…'],
    [['merge', '.'], 'no blobs found'],
    [['merge', 'x.blob', '--live'], '"merge" has no flag --live'],
    [['merge', 'x.blob', '--shard', '1/2'], '"merge" has no flag --shard'],
    [['merge', 'x.blob'], '"x.blob" cannot be used: no such file'],
    [['merge', '/dev/null'], '"/dev/null" is not a blob of edgewise'],
  ] as const)
    expect(await run(args, { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
});

test('a shard without workflows succeeds, since the merge tells whether all are empty', async () => {
  const cwd = folderOf({ 'a.json': CLEAN, 'events.json': EVENTS, 'empty/b.json': '{}' });
  const [first, second] = await shard({
    args: ['a.json', '--events', 'events.json'],
    cwd,
    total: 2,
  });
  expect([first?.code, second?.code]).toEqual([0, 0]);
  expect((await shard({ args: ['empty'], cwd, total: 2 })).map(({ code }) => code)).toEqual([0, 0]);
  expect((await run(['merge', ...blobsOf(2)], { cwd })).code).toBe(2);
});
