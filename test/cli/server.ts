import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { main } from '../../src/cli/main.ts';
import { BIN, capture, processOf, type Run } from './run.ts';

export interface Served {
  /** The address it printed. */
  readonly url: string;
  /** Stops it as Ctrl-C does; its exit code and what it wrote to stderr. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): Promise<Pick<Run, 'code' | 'err'>>;
}

/** Starts `edgewise serve` in this process and waits for its address. */
export async function startServer(args: readonly string[], cwd: string): Promise<Served> {
  const stops = new Map<string, () => void>();
  const stderr = capture();
  let ended: Promise<number> | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const given = {
      ...processOf(cwd),
      stdin: noInput(),
      stdout: capture((text) => resolve(text.trimEnd())),
      stderr,
    };
    ended = main(['serve', ...args], {
      ...given,
      once: (signal, listener) => stops.set(signal, listener),
    });
    void ended.then(() => reject(new Error(`serve ended: ${stderr.text()}`)));
  });
  return {
    url,
    async stop(signal = 'SIGINT') {
      stops.get(signal)?.();
      return { code: (await ended) as number, err: stderr.text() };
    },
  };
}

async function* noInput(): AsyncIterable<Uint8Array> {}

/** The same as a separate process, which can receive signals. */
export async function startBuiltServer(args: readonly string[], cwd: string): Promise<Served> {
  const child = spawn(process.execPath, [BIN, 'serve', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '' },
  });
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const ended = exit.then(() => Promise.reject(new Error(`serve ended: ${err}`)));
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    ended,
  ]);
  ended.catch(() => {});
  return {
    url,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      const [code] = await exit;
      return { code, err };
    },
  };
}
