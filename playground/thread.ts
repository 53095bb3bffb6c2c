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
  const ask = (call: keyof Calls, given: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const request: WorkerRequest = { id: ++last, call, given };
      waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  return {
    check: (...given) => ask('check', given) as ReturnType<SessionClient['check']>,
    listRules: (...given) => ask('listRules', given) as ReturnType<SessionClient['listRules']>,
    complete: (...given) => ask('complete', given) as ReturnType<SessionClient['complete']>,
    format: (...given) => ask('format', given) as ReturnType<SessionClient['format']>,
    print: (...given) => ask('print', given) as ReturnType<SessionClient['print']>,
    simulate: (...given) => ask('simulate', given) as ReturnType<SessionClient['simulate']>,
    placeOf: (...given) => ask('placeOf', given) as ReturnType<SessionClient['placeOf']>,
    spotAt: (...given) => ask('spotAt', given) as ReturnType<SessionClient['spotAt']>,
  };
}
