import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import picomatch from 'picomatch';
import type { CommandContext } from '../command.ts';
import { CONFIG_NAME, configuredPaths } from '../load/config/find.ts';
import { watchPaths } from '../load/watch.ts';
import { withConfigured } from '../run/configured.ts';
import type { SharedArgs } from '../run/flags.ts';
import { isMachineFormat, type OutputStream, writeStream } from '../run/output.ts';
import { configPath, readConfig } from '../run/setup.ts';
import { stopSignal } from '../run/stop-signal.ts';
import { UserError } from '../run/user-error.ts';
import { printFailure } from './print-failure.ts';

type WatchArgs = SharedArgs<'config' | 'events' | 'format' | 'baseline' | 'live'> & {
  readonly positional: readonly string[];
};

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Runs a check now, and again after each change of what it reads, until a signal ends it.
 * @param failed writes the reports of a check that threw.
 */
export async function watchFiles(
  args: WatchArgs,
  check: () => Promise<number>,
  failed: (message: string) => Promise<void>,
  context: CommandContext,
): Promise<number> {
  const { runtime } = context;
  rejectUnwatchable(args);
  const cwd = runtime.cwd();
  const stopped = stopSignal(runtime);
  const written = new Set(
    args.format.flatMap(({ file }) => (file === undefined ? [] : resolve(cwd, file))),
  );
  let change = (): void => {};
  const watcher = await watchPaths(
    await watchedPaths(args, context),
    () => change(),
    (path) => written.has(path),
  );
  try {
    for (;;) {
      const changed = new Promise<undefined>((resolve) => {
        change = () => resolve(undefined);
      });
      watcher.add(await watchedPaths(args, context));
      if (runtime.stdout.isTTY === true) await writeStream(runtime.stdout, [CLEAR]);
      await check().catch(async (error) => failed(await printFailure(error, runtime)));
      await writeStream(runtime.stderr, ['edgewise: waiting for changes; Ctrl-C ends it\n']);
      const code = await Promise.race([stopped, changed]);
      if (code !== undefined) return code;
    }
  } finally {
    await watcher.close();
  }
}

function rejectUnwatchable({ positional, live, events, format }: WatchArgs): void {
  if (positional.includes('-'))
    throw new UserError('--watch cannot watch standard input', 'name a file or a folder');
  if (live || events.includes('live'))
    throw new UserError('--watch cannot watch the live API', 'name a file or a folder');
  const onStdout = format.find(
    (target) => target.file === undefined && isMachineFormat(target.format),
  );
  if (onStdout !== undefined)
    throw new UserError(
      `--watch prints one report after the other, which -f ${onStdout.format} cannot be`,
      `give it a file: -f ${onStdout.format}=FILE`,
    );
}

/** Absolute files and folders. Those of the configuration that is in force, if it can be read. */
async function watchedPaths(given: WatchArgs, context: CommandContext): Promise<readonly string[]> {
  const cwd = context.runtime.cwd();
  const place = configPath(given, cwd) ?? resolve(cwd, CONFIG_NAME);
  const quiet = { ...context.runtime, stderr: SILENT };
  const config = await readConfig(given, { ...context, runtime: quiet }).catch(() => undefined);
  if (config === undefined) return [place, cwd];
  const { events, baseline, positional } = withConfigured(given, config, cwd);
  const paths = positional.length > 0 ? positional : (configuredPaths(config.files, cwd) ?? ['.']);
  const files = [...config.names, ...(baseline === undefined ? [] : [baseline])];
  const sources = [...paths, ...events.filter((path) => path !== 'none')].map((path) =>
    existsSync(resolve(cwd, path)) ? path : picomatch.scan(path).base,
  );
  return [place, ...[...files, ...sources].map((path) => resolve(cwd, path))];
}

const SILENT: OutputStream = {
  write(_, done) {
    done();
    return true;
  },
  on: () => undefined,
};
