import { type Run, run } from './run.ts';

interface Sharded {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly total: number;
  readonly env?: Record<string, string>;
}

/** Checks in shards, into `1.blob` and so on. */
export async function shard({ args, cwd, total, env = {} }: Sharded): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let i = 1; i <= total; i++)
    runs.push(
      await run([...args, '--shard', `${i}/${total}`, '-f', `blob=${i}.blob`], { cwd, env }),
    );
  return runs;
}

export const blobsOf = (total: number): string[] =>
  Array.from({ length: total }, (_, i) => `${i + 1}.blob`);
