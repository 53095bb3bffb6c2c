#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs';
import module from 'node:module';

const argv = process.argv.slice(2);

// Some editors and hooks ask for it at every start, so it is printed before anything is loaded.
if (argv.length !== 1 || argv[0] !== '--version' || !printVersion()) {
  // Keeps what V8 compiles for the next start; Node 20 has no such function.
  (module as { enableCompileCache?(): void }).enableCompileCache?.();
  const { main } = await import('./main.ts');
  const { beforeWriting } = await import('../run/write-file.ts');
  // Files are written synchronously, so a listener runs after the temporary file got its name. Not earlier: it would delay Ctrl-C.
  let isReady = false;
  beforeWriting(() => {
    if (isReady) return;
    isReady = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => process.kill(process.pid, signal));
  });
  // Not process.exit, which discards output that a slow pipe has not taken yet.
  process.exitCode = await main(argv, process, {
    worker: new URL('./worker.js', import.meta.url),
    findAgent: async () => (await import('std-env')).agentInfo.name,
  });
}

/** Whether it could be written; otherwise the program reports the reason. */
function printVersion(): boolean {
  try {
    const { version } = JSON.parse(
      readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    const text = `${version}\n`;
    return writeSync(1, text) === text.length;
  } catch {
    return false;
  }
}
