/** The worker: it answers questions, so that typing is never blocked. */
import type { Answer, Question } from '../protocol.ts';
import { createSession } from '../session.ts';

const calls = createSession();

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  const { id, call, given } = data;
  let answer: Answer;
  try {
    answer = { id, value: (calls[call] as (...given: readonly unknown[]) => unknown)(...given) };
  } catch (error) {
    answer = { id, error: error instanceof Error ? error.message : String(error) };
  }
  (postMessage as (message: Answer) => void)(answer);
});
