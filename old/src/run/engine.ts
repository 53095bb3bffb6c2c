import { type MessagePort, Worker } from 'node:worker_threads';
import { pluralize } from '../core/model/text.ts';
import { UserError } from './user-error.ts';

// Servers check in a separate thread, the only way to end an endless check: `createEngine` is the side of the server, and
// `answerCalls` that of the thread.

const DEFAULT_SECONDS = 10;

/** A thread that answers calls in their order. It is started by a call, also after it has ended. */
export interface Engine<M extends Methods<M>> {
  /** Rejects with the UserError of the method, or with EngineEnded. */
  call<K extends keyof M & string>(
    method: K,
    ...args: Parameters<M[K]>
  ): Promise<Awaited<ReturnType<M[K]>>>;
  close(): Promise<void>;
}

/** Arguments and results are plain data. */
export type Methods<M> = { readonly [K in keyof M]: (...args: never[]) => unknown };

/** The thread ended before it answered. The message follows its name: "did not end within 10 seconds". */
export class EngineEnded extends Error {}

export interface EngineLimits {
  /** How long one call may take, beside those before it; default: 10. */
  readonly seconds: number | undefined;
  /** Called when the thread has ended by itself or by the limit, with all that it kept. */
  readonly onEnd?: (ended: EngineEnded) => void;
}

/** @param print receives the output of the thread, such as that of plugins. */
export function createEngine<M extends Methods<M>>(
  program: URL,
  workerData: unknown,
  { seconds = DEFAULT_SECONDS, onEnd }: EngineLimits,
  print: (text: string) => void,
): Engine<M> {
  const waiting = new Map<number, Call>();
  let worker: Worker | undefined;
  let watchdog: NodeJS.Timeout | undefined;
  let last = 0;

  const stop = (stopped: Worker, error: EngineEnded): Promise<number> => {
    worker = undefined;
    clearTimeout(watchdog);
    const calls = [...waiting.values()];
    waiting.clear();
    for (const { reject } of calls) reject(error);
    return stopped.terminate();
  };
  const end = (ended: Worker, how: string): void => {
    if (ended !== worker) return;
    const error = new EngineEnded(how);
    void stop(ended, error);
    onEnd?.(error);
  };
  /** The time of the first call that waits begins. */
  const watch = (): void => {
    clearTimeout(watchdog);
    const watched = worker;
    if (watched === undefined || waiting.size === 0) return;
    const how = `did not end within ${pluralize(seconds, 'second')}`;
    watchdog = setTimeout(() => end(watched, how), seconds * 1000);
  };
  const settle = (answer: Answer): void => {
    const call = waiting.get(answer.id);
    if (call === undefined) return;
    waiting.delete(answer.id);
    watch();
    const error = errorIn(answer);
    if (error !== undefined) call.reject(error);
    else call.resolve('value' in answer ? answer.value : undefined);
  };
  const start = (): Worker => startWorker(program, workerData, print, { settle, end });
  return {
    call(method, ...args) {
      const asked = (worker ??= start());
      const id = ++last;
      return new Promise((resolve, reject) => {
        sendQuestion(asked, { id, method, args });
        waiting.set(id, { resolve: resolve as Call['resolve'], reject });
        if (waiting.size === 1) watch();
      });
    },
    async close() {
      if (worker !== undefined) await stop(worker, new EngineEnded('ended'));
    },
  };
}

/** Throws a UserError for arguments that are nested too deeply: they are copied with recursion. */
function sendQuestion(worker: Worker, question: Question): void {
  try {
    worker.postMessage(question);
  } catch (error) {
    throw error instanceof RangeError ? new UserError('the call is nested too deeply') : error;
  }
}

function startWorker(
  program: URL,
  workerData: unknown,
  print: (text: string) => void,
  { settle, end }: { settle(answer: Answer): void; end(ended: Worker, how: string): void },
): Worker {
  const started = new Worker(program, { workerData, stdout: true, stderr: true });
  for (const output of [started.stdout, started.stderr])
    output.on('data', (text) => print(String(text)));
  started.on('message', settle);
  // Whatever a plugin throws.
  started.on('error', (error: unknown) =>
    end(started, `ended with ${String(error).split('\n')[0]}`),
  );
  started.on('exit', () => end(started, 'ended'));
  return started;
}

interface Call {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Question {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly mistake: Pick<UserError, 'message' | 'hint' | 'details'> }
  | { readonly id: number; readonly fault: string };

function errorIn(answer: Answer): Error | undefined {
  if ('fault' in answer) return new Error(answer.fault);
  if (!('mistake' in answer)) return undefined;
  const { message, hint, details } = answer.mistake;
  return new UserError(message, hint, details);
}

/** Answers one call after the other. Each fails when there are no methods. */
export function answerCalls<M extends Methods<M>>(port: MessagePort, methods: Promise<M>): void {
  const send = (answer: Answer): void => port.postMessage(answer);
  const answer = async ({ id, method, args }: Question): Promise<void> => {
    try {
      const act = (await methods)[method as keyof M];
      send({ id, value: await act(...(args as never[])) });
    } catch (error) {
      if (error instanceof UserError) {
        const { message, hint, details } = error;
        send({ id, mistake: { message, hint, details } });
      } else send({ id, fault: error instanceof Error ? error.message : String(error) });
    }
  };
  // Without a call, there is none to reject.
  methods.catch(() => {});
  let turn = Promise.resolve();
  port.on('message', (question: Question) => {
    turn = turn.then(() => answer(question));
  });
}
