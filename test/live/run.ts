import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { BIN, type Run } from '../cli/run.ts';

export const SECRET = 're_live_3kT9xQ2vLm8';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'edgewise-live-'));

/** Runs the built program while the service goes on in this process. Whatever happens, the key is not in its output. */
export async function runLive(args: readonly string[], { cwd, url, env = {}, key = SECRET }: LiveRun = {}): Promise<Run> {
  const cache = newFolder();
  const child = spawn(process.execPath, [BIN, '--rate', '1000', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      EDGEWISE_CACHE_DIR: cache,
      ...(key !== '' && { EDGEWISE_API_KEY: key }),
      ...(url !== undefined && { EDGEWISE_BASE_URL: url }),
      ...env,
    },
  });
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), new Promise<number | null>((resolve) => child.on('close', resolve))]);
  expect(out + err).not.toContain('3kT9xQ2vLm8');
  return { code, out, err };
}

export interface LiveRun {
  readonly cwd?: string;
  readonly url?: string;
  readonly key?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
