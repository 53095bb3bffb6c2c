import type { WorkerReply, WorkerRequest } from './protocol.ts';
import { createSession } from './session.ts';

// The worker that runs checks, so that typing is not blocked.

/** The pages of the rules, by id: set by the build. */
declare const RULE_PAGES: Readonly<Record<string, string>>;

const pages = new Map(Object.entries(RULE_PAGES));
const calls = createSession(
  () => performance.now(),
  (id) => pages.get(id) || undefined,
);

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, call, given } = data;
  let answer: WorkerReply;
  try {
    answer = { id, value: (calls[call] as (...given: readonly unknown[]) => unknown)(...given) };
  } catch (error) {
    answer = { id, error: error instanceof Error ? error.message : String(error) };
  }
  // As text: thousands of findings are read from it several times faster than from copies of objects.
  (postMessage as (message: string) => void)(JSON.stringify(answer));
});
