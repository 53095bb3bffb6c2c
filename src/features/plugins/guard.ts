import { Worker } from 'node:worker_threads';
import type { Runtime } from '../../command.ts';
import { count } from '../../core/model/duration.ts';
import { writeStream } from '../../run/output.ts';
import { UserError } from '../../run/user-error.ts';

export interface Assignment {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly isTTY: boolean;
  readonly running: Int32Array;
}

export type Message =
  | { readonly kind: 'write'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'stdin' }
  | { readonly kind: 'loaded'; readonly ids: readonly string[] }
  | { readonly kind: 'done'; readonly code: number };

const TICK = 50;
const LAST_WORDS = 200;
const DEFAULT_SECONDS = 10;

/** The plugins that the command line names, and how long one check may take. */
export interface Plugins {
  readonly files: readonly string[];
  readonly seconds: number | undefined;
  /** Standard output is written at once. */
  readonly isStreamed: boolean;
  /** The command ends its thread itself. */
  readonly isServer: boolean;
}

/**
 * Runs a command with plugins in a separate thread, the only way to end an endless check.
 * Output of the plugins goes to stderr. The report goes to stdout when it is complete, except for servers.
 */
export async function runGuarded(
  argv: readonly string[],
  { files, seconds = DEFAULT_SECONDS, isStreamed, isServer }: Plugins,
  runtime: Runtime,
  thread: URL,
): Promise<number> {
  const running = new Int32Array(new SharedArrayBuffer(8));
  const assignment: Assignment = {
    argv,
    env: { ...runtime.env },
    cwd: runtime.cwd(),
    isTTY: runtime.stdout.isTTY === true,
    running,
  };
  const worker = new Worker(thread, { workerData: assignment, stdout: true, stderr: true });
  const report: string[] = [];
  let ids: readonly string[] = [];
  const print = (text: unknown): void => void runtime.stderr.write(String(text), () => {});
  runtime.stderr.on('error', () => {});
  worker.stdout.on('data', print);
  worker.stderr.on('data', print);

  let watchdog: NodeJS.Timeout | undefined;
  const outcome = new Promise<number>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.kind === 'done') resolve(message.code);
      else if (message.kind === 'loaded') ids = message.ids;
      else if (message.kind === 'stdin') void sendStdin(worker, runtime).catch(reject);
      else if (message.stream === 'stderr') print(message.text);
      else if (isStreamed) runtime.stdout.write(message.text, () => {});
      else report.push(message.text);
    });
    worker.on('error', (error) =>
      reject(ended(files, `with ${error.name}: ${error.message.split('\n')[0]}`)),
    );
    worker.on('exit', (code) =>
      isServer ? resolve(code) : reject(ended(files, 'before it was over')),
    );
    watchdog = watch(running, seconds, (what) => reject(tooLong(what, seconds, ids, files)));
  });
  try {
    const code = await outcome;
    // The last output of the plugins may still arrive, unless one of them keeps the thread alive.
    await Promise.race([
      new Promise((resolve) => worker.once('exit', resolve)),
      new Promise((resolve) => setTimeout(resolve, LAST_WORDS)),
    ]);
    await writeStream(runtime.stdout, report);
    return code;
  } finally {
    clearInterval(watchdog);
    // What nothing reads any more must not keep the process alive.
    runtime.stdin.unref?.();
    await worker.terminate();
  }
}

/** Calls back when a single call of a plugin takes too long. */
function watch(
  running: Int32Array,
  seconds: number,
  callback: (what: number) => void,
): NodeJS.Timeout {
  let seen = -1;
  let since = 0;
  return setInterval(() => {
    const turn = Atomics.load(running, 1);
    const what = Atomics.load(running, 0);
    if (turn !== seen || what === 0) [seen, since] = [turn, performance.now()];
    else if (performance.now() - since >= seconds * 1000) callback(what);
  }, TICK);
}

function tooLong(
  what: number,
  seconds: number,
  ids: readonly string[],
  files: readonly string[],
): UserError {
  const time = count(seconds, 'second');
  if (what < 0) {
    const message = `the plugin "${files[-what - 1]}" was not loaded within ${time}`;
    return new UserError(message, 'its file runs without end');
  }
  const id = ids[what - 1];
  return new UserError(
    `the rule "${id}" of a plugin did not end within ${time}, so nothing was checked`,
    `--rule ${id}=off leaves it out; --plugin-timeout SECONDS gives it more time`,
  );
}

const ended = (files: readonly string[], how: string): UserError =>
  new UserError(
    `a plugin ended the run ${how}, so nothing was checked`,
    `it is one of: ${files.join(', ')}`,
  );

async function sendStdin(worker: Worker, { stdin }: Runtime): Promise<void> {
  for await (const chunk of stdin) worker.postMessage(chunk);
  worker.postMessage(null);
}
