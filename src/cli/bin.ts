#!/usr/bin/env node
// It imports nothing, so that the compile cache serves all that is loaded.
const { writeSync } = process.getBuiltinModule('node:fs');

// Without a top-level await, the bundle needs no further files for modules that are loaded later.
void start();

async function start(): Promise<void> {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // Keeps what V8 compiles for the next start; Node 20 has no such function. Only what is compiled
  // when a module is loaded is kept, so functions are compiled then, and not at the first call.
  const module: object = process.getBuiltinModule('node:module');
  const isKept = 'enableCompileCache' in module;
  if (isKept) {
    setFlagsFromString('--no-lazy');
    (module.enableCompileCache as () => void)();
  }
  let printable = (text: string): string => JSON.stringify(text);
  let isOver = false;
  const say = (text: string): void => {
    process.exitCode = 2;
    try {
      writeSync(2, `edgewise: ${text}\n`);
    } catch {
      // Nobody reads it. The exit code still says it.
    }
  };
  // What never answers, or a plugin that ends the process, must not look like a clean run.
  process.once('exit', () => {
    if (!isOver) say('the run ended before it was over');
  });
  // Of a plugin, as in a timer; or a working directory that is gone. Without this, the code would
  // be that of findings.
  process.once('uncaughtException', (error: unknown) => {
    isOver = true;
    say(`the run ended early: ${printable(String(error))}`);
    process.exit();
  });
  const [{ main }, { escapeText }] = await Promise.all([
    import('./main.ts'),
    import('../core/report/escape.ts'),
  ]);
  printable = escapeText;
  if (isKept) setFlagsFromString('--lazy');
  const code = await main(process.argv.slice(2));
  isOver = true;
  // Not process.exit, which discards output that a slow pipe has not taken yet.
  if (code !== undefined) process.exitCode = code;
}
