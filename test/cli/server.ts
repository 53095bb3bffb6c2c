import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { BIN } from './run.ts';

export interface Served {
  /** The address it printed. */
  readonly url: string;
  readonly process: ChildProcess;
  /** Stops it as Ctrl-C does; its exit code and what it wrote to stderr. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly err: string }>;
}

/** Starts `edgewise serve` and waits for its address. */
export async function startServer(args: readonly string[], cwd: string): Promise<Served> {
  const child = spawn(process.execPath, [BIN, 'serve', ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'] ?? '' } });
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [url] = await Promise.race([
    first,
    exit.then(() => {
      throw new Error(`serve ended: ${err}`);
    }),
  ]);
  return {
    url,
    process: child,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      const [code] = await exit;
      return { code, err };
    },
  };
}
