import { existsSync, type Stats } from 'node:fs';
import { basename, resolve } from 'node:path';
import { watch } from 'chokidar';
import picomatch from 'picomatch';
import type { CommandContext } from '../command.ts';
import { CONFIG_NAME, configuredPaths } from '../load/config/find.ts';
import { withConfigured } from '../run/configured.ts';
import type { SharedArgs } from '../run/flags.ts';
import { isMachineFormat, type OutputStream, writeStream } from '../run/output.ts';
import { configPath, readConfig } from '../run/setup.ts';
import { stopSignal } from '../run/stop-signal.ts';
import { UserError } from '../run/user-error.ts';
import { reportFailure } from './failure.ts';
import { DEFAULT_COMMAND, loadCommand } from './registry.ts';

type WatchArgs = SharedArgs<'config' | 'events' | 'format' | 'baseline' | 'live'> & {
  readonly positional: readonly string[];
};

/** Milliseconds without a change before the next check: an editor writes several times when it saves. */
const DELAY = 60;
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/** Runs a check now, and again after each change of what it reads, until a signal ends it. */
export async function watchFiles(
  args: WatchArgs,
  check: () => Promise<number>,
  context: CommandContext,
): Promise<number> {
  const { runtime } = context;
  rejectUnwatchable(args);
  const cwd = runtime.cwd();
  const stopped = stopSignal(runtime);
  const written = new Set(
    args.format.flatMap(({ file }) => (file === undefined ? [] : resolve(cwd, file))),
  );
  const named = new Set(await watchedPaths(args, context));
  const watcher = watch([...named], {
    ignoreInitial: true,
    ignored: (path, stats) => written.has(path) || (!named.has(path) && isOther(path, stats)),
  });
  let change = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => change(), DELAY);
  });
  // A folder that cannot be watched: the report says that it cannot be read.
  watcher.on('error', () => {});
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  const command = await loadCommand(DEFAULT_COMMAND);
  try {
    for (;;) {
      const changed = new Promise<undefined>((resolve) => {
        change = () => resolve(undefined);
      });
      for (const path of await watchedPaths(args, context)) named.add(path);
      watcher.add([...named]);
      if (runtime.stdout.isTTY === true) await writeStream(runtime.stdout, [CLEAR]);
      await check().catch((error) => reportFailure(error, [], command, runtime));
      await writeStream(runtime.stderr, ['edgewise: waiting for changes; Ctrl-C ends it\n']);
      const code = await Promise.race([stopped, changed]);
      if (code !== undefined) return code;
    }
  } finally {
    clearTimeout(timer);
    await watcher.close();
  }
}

/** What is not read when it is found in a folder. */
const isOther = (path: string, stats: Stats | undefined): boolean =>
  /^\.|^node_modules$/.test(basename(path)) ||
  (stats?.isFile() === true && !/\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(path));

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
