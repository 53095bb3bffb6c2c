import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Run, run } from '../cli/run.ts';

export const SECRET = 're_live_3kT9xQ2vLm8';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'edgewise-live-'));

/** Checks the service that this process runs. The key is never in the output. */
export async function runLive(
  args: readonly string[],
  { cwd, url, env = {}, key = SECRET, columns }: LiveRun = {},
): Promise<Run> {
  const result = await run(['--rate', '1000', ...args], {
    ...(cwd !== undefined && { cwd }),
    ...(columns !== undefined && { columns }),
    env: {
      ...(key !== '' && { EDGEWISE_API_KEY: key }),
      ...(url !== undefined && { EDGEWISE_BASE_URL: url }),
      ...env,
    },
  });
  expect(result.out + result.err).not.toContain('3kT9xQ2vLm8');
  return result;
}

export interface LiveRun {
  readonly cwd?: string;
  readonly url?: string;
  readonly key?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard output is a terminal of this width. */
  readonly columns?: number;
}
