import { parentPort } from 'node:worker_threads';
import { runMain } from '../run-main.ts';

// A thread: takes command lines, returns the first that fails. One that does not end gets no answer.

parentPort?.on('message', async (commands: readonly (readonly string[])[]) => {
  parentPort?.postMessage(await faultIn(commands).catch((error: Error) => error.stack));
});

async function faultIn(commands: readonly (readonly string[])[]): Promise<string | undefined> {
  for (const words of commands) {
    const { code, err } = await runMain(words);
    if (code > 1) return `${words.join(' ')}: exit code ${code}: ${err}`;
  }
  return undefined;
}
