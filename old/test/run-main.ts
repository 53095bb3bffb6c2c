import { Readable } from 'node:stream';
import { main } from '../src/cli/main.ts';

/** Runs a command line within this process. */
export async function runMain(words: readonly string[], stdin: Uint8Array = new Uint8Array()) {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    isTTY: false,
    write(text: string, done: () => void) {
      written[name] += text;
      setImmediate(done);
      return true;
    },
    on: () => undefined,
  });
  const code = await main(words, {
    ...{ env: {}, platform: process.platform, cwd: () => process.cwd(), once: () => undefined },
    ...{ stdin: Readable.from([stdin]), stdout: stream('out'), stderr: stream('err') },
  });
  return { code, ...written };
}
