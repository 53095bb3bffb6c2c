import program from '../dist/playground/worker.js.txt';
import type { Answer, Calls, Request } from './protocol.ts';

export type Asked = { readonly [K in keyof Calls]: (...given: Parameters<Calls[K]>) => Promise<ReturnType<Calls[K]>> };

/**
 * Starts the thread that checks. It is made from text in the page, not loaded: so it is bound by the page's policy, and may
 * make no request either.
 */
export function startThread(): Asked {
  const url = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const answer: Answer = JSON.parse(data);
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
      const request: Request = { id: ++last, call, given };
      waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  return {
    check: (...given) => ask('check', given) as ReturnType<Asked['check']>,
    simulate: (...given) => ask('simulate', given) as ReturnType<Asked['simulate']>,
    placeOf: (...given) => ask('placeOf', given) as ReturnType<Asked['placeOf']>,
    spotAt: (...given) => ask('spotAt', given) as ReturnType<Asked['spotAt']>,
  };
}
