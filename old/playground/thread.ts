import program from '../dist/playground/worker.js.txt';
import type { Calls, WorkerReply, WorkerRequest } from './protocol.ts';

export type SessionClient = {
  readonly [K in keyof Calls]: (...given: Parameters<Calls[K]>) => Promise<ReturnType<Calls[K]>>;
};

/**
 * Starts the worker that checks. It is made from text in the page, not loaded: so the page's policy applies to it, and it may
 * make no request either.
 */
export function startThread(): SessionClient {
  const url = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const answer: WorkerReply = JSON.parse(data);
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.value);
  });
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'the thread ended'));
    waiting.clear();
  });
  const ask =
    <K extends keyof Calls>(call: K) =>
    (...given: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> =>
      new Promise((resolve, reject) => {
        const request: WorkerRequest = { id: ++last, call, given };
        waiting.set(request.id, { resolve: resolve as (value: unknown) => void, reject });
        worker.postMessage(request);
      });
  return {
    check: ask('check'),
    listRules: ask('listRules'),
    exampleOf: ask('exampleOf'),
    complete: ask('complete'),
    format: ask('format'),
    print: ask('print'),
    simulate: ask('simulate'),
    placeOf: ask('placeOf'),
    spotAt: ask('spotAt'),
  };
}
