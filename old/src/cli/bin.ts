#!/usr/bin/env node
import { readFileSync, writeSync } from 'node:fs';
import module from 'node:module';

const argv = process.argv.slice(2);

// Some editors and hooks ask for it at every start, so it is printed before anything is loaded.
if (argv.length !== 1 || argv[0] !== '--version' || !printVersion()) void start();

// Without a top-level await, rolldown needs no further files for modules that are loaded later.
async function start(): Promise<void> {
  // Keeps what V8 compiles for the next start; Node 20 has no such function.
  (module as { enableCompileCache?(): void }).enableCompileCache?.();
  const [{ main }, { standardStream }, { beforeWriting }] = await Promise.all([
    import('./main.ts'),
    import('./standard-stream.ts'),
    import('../run/write-file.ts'),
  ]);
  // Files are written synchronously, so a listener runs after the temporary file got its name. Not earlier: it would delay Ctrl-C.
  let isReady = false;
  beforeWriting(() => {
    if (isReady) return;
    isReady = true;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => process.kill(process.pid, signal));
  });
  let isOver = false;
  let what = 'the run ended';
  const reportEnd = (): void => {
    if (isOver) return;
    isOver = true;
    writeSync(2, `edgewise: ${what} before it was over\n`);
    process.exitCode = 2;
  };
  // What never answers must not look like a clean run.
  process.once('beforeExit', reportEnd);
  // Not process.exit, which discards output that a slow pipe has not taken yet.
  const code = await main(
    argv,
    {
      get stdin() {
        return process.stdin;
      },
      stdout: standardStream(1, () => process.stdout),
      stderr: standardStream(2, () => process.stderr),
      env: process.env,
      platform: process.platform,
      cwd: () => process.cwd(),
      once: (signal, listener) => process.once(signal, listener),
    },
    {
      beforePlugins: () => {
        // Standard output may hold one document for a program.
        console.log = console.info = console.debug = console.dir = console.table = console.error;
        // Nor must a plugin that ends the process.
        what = 'a plugin ended the run';
        process.once('exit', reportEnd);
      },
      findAgent: async () => (await import('std-env')).agentInfo.name,
    },
  );
  isOver = true;
  process.exitCode = code;
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
