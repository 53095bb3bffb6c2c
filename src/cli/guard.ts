import { Worker } from 'node:worker_threads';
import type { Args } from './args.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { UserError } from './user-error.ts';

/** What the thread is given. */
export interface Assignment {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly isTTY: boolean;
  readonly running: Int32Array;
}

/** What the thread says. */
export type Message =
  | { readonly kind: 'write'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'stdin' }
  | { readonly kind: 'loaded'; readonly ids: readonly string[] }
  | { readonly kind: 'done'; readonly code: number };

const TICK = 50;
const LAST_WORDS = 200;
const DEFAULT_SECONDS = 10;

/**
 * Runs a command with plugins in a thread of its own, the only way to end a check that never does. What the plugins print
 * goes to stderr, and the report to stdout only when it is whole.
 */
export async function runGuarded(argv: readonly string[], args: Args, program: Program, thread: URL): Promise<number> {
  const seconds = parseSeconds(args.pluginTimeout);
  const running = new Int32Array(new SharedArrayBuffer(8));
  const assignment: Assignment = { argv, env: { ...program.env }, cwd: program.cwd(), isTTY: program.stdout.isTTY === true, running };
  const worker = new Worker(thread, { workerData: assignment, stdout: true, stderr: true });
  const report: string[] = [];
  let ids: readonly string[] = [];
  const say = (text: unknown): void => void program.stderr.write(String(text), () => {});
  program.stderr.on('error', () => {});
  worker.stdout.on('data', say);
  worker.stderr.on('data', say);

  let watchdog: NodeJS.Timeout | undefined;
  const outcome = new Promise<number>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if (message.kind === 'done') resolve(message.code);
      else if (message.kind === 'loaded') ids = message.ids;
      else if (message.kind === 'stdin') void sendStdin(worker, program).catch(reject);
      else if (message.stream === 'stdout') report.push(message.text);
      else say(message.text);
    });
    worker.on('error', (error) => reject(ended(args, `with ${error.name}: ${error.message.split('\n')[0]}`)));
    worker.on('exit', () => reject(ended(args, 'before it was over')));
    watchdog = watch(running, seconds, (what) => reject(tooLong(what, seconds, ids, args)));
  });
  try {
    const code = await outcome;
    // What the plugins printed last is still on its way, unless one of them keeps the thread alive.
    await Promise.race([new Promise((resolve) => worker.once('exit', resolve)), new Promise((resolve) => setTimeout(resolve, LAST_WORDS))]);
    await writeStream(program.stdout, report);
    return code;
  } finally {
    clearInterval(watchdog);
    await worker.terminate();
  }
}

/** Calls back when one and the same piece of a plugin has been running for too long. */
function watch(running: Int32Array, seconds: number, callback: (what: number) => void): NodeJS.Timeout {
  let seen = -1;
  let since = 0;
  return setInterval(() => {
    const turn = Atomics.load(running, 1);
    const what = Atomics.load(running, 0);
    if (turn !== seen || what === 0) [seen, since] = [turn, performance.now()];
    else if (performance.now() - since >= seconds * 1000) callback(what);
  }, TICK);
}

function tooLong(what: number, seconds: number, ids: readonly string[], { plugin }: Args): UserError {
  const time = seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (what < 0) return new UserError(`the plugin "${plugin[-what - 1]}" was not loaded within ${time}`, 'its file does something that does not end');
  const id = ids[what - 1];
  return new UserError(
    `the rule "${id}" of a plugin did not end within ${time}, so nothing was checked`,
    `--rule ${id}=off leaves it out; --plugin-timeout SECONDS gives it more time`,
  );
}

const ended = ({ plugin }: Args, how: string): UserError =>
  new UserError(`a plugin ended the run ${how}, so nothing was checked`, `it is one of: ${plugin.join(', ')}`);

async function sendStdin(worker: Worker, { stdin }: Program): Promise<void> {
  for await (const chunk of stdin) worker.postMessage(chunk);
  worker.postMessage(null);
}

function parseSeconds(given: string | undefined): number {
  if (given === undefined) return DEFAULT_SECONDS;
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(given) || Number(given) === 0) throw new UserError(`--plugin-timeout wants a number of seconds, not "${given}"`);
  return Number(given);
}
