/** Starts the worker, and asks it. */
import type { Answer, Calls, Question } from '../protocol.ts';

/** The program of the worker: set by the build. */
declare const WORKER: string;

export type Ask = <K extends keyof Calls>(
  call: K,
  ...given: Parameters<Calls[K]>
) => Promise<ReturnType<Calls[K]>>;

/**
 * The worker is made of text in the page: a page of a file may load no worker, and the policy of
 * the page holds for this one.
 */
export function startWorker(): Ask {
  const url = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.value);
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'the worker ended'));
    waiting.clear();
  });
  return ((call: keyof Calls, ...given: readonly unknown[]) =>
    new Promise((resolve, reject) => {
      const question: Question = { id: ++last, call, given };
      waiting.set(question.id, { resolve, reject });
      worker.postMessage(question);
    })) as Ask;
}
