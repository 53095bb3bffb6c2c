import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main, type Process } from '../../src/cli/main.ts';
import type { OutputStream } from '../../src/run/runtime.ts';

export const BIN = fileURLToPath(new URL('../../dist/bin.js', import.meta.url));

// Threads are always those of the built program: Node cannot run the source.

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Standard output is a terminal of this width, without colour. */
  readonly columns?: number;
  /** Another built program than that of the repository. */
  readonly program?: string;
}

/** Runs a command line in this process, from source, in a clean environment: no variables of the machine, and no terminal. */
export async function run(
  args: readonly string[],
  { cwd = process.cwd(), input = '', env = {}, columns }: RunOptions = {},
): Promise<Run> {
  const [captured, stderr] = [capture(), capture()];
  const stdout = columns === undefined ? captured : { ...captured, isTTY: true, columns };
  const code = await main(
    args,
    {
      ...processOf(cwd, columns === undefined ? env : { NO_COLOR: '1', ...env }),
      stdin: Readable.from([Buffer.from(input)]),
      stdout,
      stderr,
    },
    {},
  );
  return { code, out: stdout.text(), err: stderr.text() };
}

/** Runs the built program as a separate process: for tests of processes, and to compare it with the source. */
export function runBuilt(
  args: readonly string[],
  { cwd, input = '', env, program = BIN }: RunOptions = {},
): Run {
  const result: SpawnSyncReturns<string> = spawnSync(process.execPath, [program, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return { code: result.status, out: result.stdout, err: result.stderr };
}

/** The parts of the process that `main` uses, besides its streams. */
export const processOf = (
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Pick<Process, 'env' | 'cwd' | 'platform' | 'once'> => ({
  env: { PATH: process.env['PATH'] ?? '', ...env },
  cwd: () => cwd,
  platform: process.platform,
  once: () => undefined,
});

/** A stream that keeps its input. Like a pipe, it accepts each chunk with a delay. */
export function capture(
  onWrite: (text: string) => void = () => {},
): OutputStream & { text(): string } {
  const pieces: string[] = [];
  return {
    isTTY: false,
    write(text, done) {
      // Servers write bytes.
      pieces.push(Buffer.from(text).toString());
      onWrite(text);
      setImmediate(done);
      return true;
    },
    on: () => undefined,
    text: () => pieces.join(''),
  };
}

/** A new folder with these files: name → text or bytes. */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-test-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const CLEAN = JSON.stringify({
  object: 'workflow',
  id: 'wf_welcome',
  name: 'Welcome series',
  status: 'enabled',
  steps: [
    { id: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    {
      id: 'welcome',
      type: 'send_email',
      config: {
        template_id: 'tpl_welcome',
        subject: 'Welcome!',
        from: 'Juniper <hello@juniper.io>',
      },
    },
  ],
  edges: [{ id: 'e1', from_step_id: 'start', to_step_id: 'welcome', edge_type: 'default' }],
});

export const FAULTY = CLEAN.replace('"to_step_id":"welcome"', '"to_step_id":"welcom"');

/** Two independent faults: a dangling-edge and an invalid-config, both errors of every preset. */
export const TWO_FAULTS = FAULTY.replace('"template_id":"tpl_welcome",', '');

export const EVENTS = JSON.stringify({
  object: 'list',
  has_more: false,
  data: [{ id: 'ev_1', name: 'user.created', schema: null }],
});
