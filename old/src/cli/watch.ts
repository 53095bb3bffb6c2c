import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import picomatch from 'picomatch';
import type { CommandContext, Runtime } from '../command.ts';
import type { Finding, Result } from '../core/model/finding.ts';
import { takeFirst, truncate } from '../core/model/text.ts';
import { escapeLine, escapeText } from '../core/report/escape.ts';
import { headline } from '../core/report/footer.ts';
import { uniqueFingerprints } from '../core/report/listing.ts';
import { formatLocation } from '../core/report/words.ts';
import { CONFIG_NAME, configuredPaths } from '../load/config/find.ts';
import { watchPaths } from '../load/watch.ts';
import { withConfigured } from '../run/begin-run.ts';
import type { Request } from '../run/flag.ts';
import type { SharedArgs } from '../run/flags.ts';
import { isMachineFormat, writeStream } from '../run/output.ts';
import type { OutputStream } from '../run/runtime.ts';
import { configPath, readConfig } from '../run/setup.ts';
import { stopSignal } from '../run/stop-signal.ts';
import { UserError } from '../run/user-error.ts';
import { printFailure } from './print-failure.ts';

type WatchArgs = SharedArgs<'config' | 'events' | 'format' | 'baseline' | 'live'> &
  Pick<Request, 'positional' | 'color'>;

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

interface Checks {
  check(runtime: Runtime, onResult: (result: Result) => void): Promise<number>;
  /** Writes the reports of a check that threw. */
  failed(message: string): Promise<void>;
}

/** Runs a check now, and again after each change of what it reads, until a signal ends it. */
export async function watchFiles(
  args: WatchArgs,
  context: CommandContext,
  checks: Checks,
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
  const checkAgain = createRecheck(args, runtime, checks);
  try {
    for (;;) {
      const changed = new Promise<undefined>((resolve) => {
        change = () => resolve(undefined);
      });
      watcher.add(await watchedPaths(args, context));
      await checkAgain();
      await writeStream(runtime.stderr, ['edgewise: waiting for changes; Ctrl-C ends it\n']);
      const code = await Promise.race([stopped, changed]);
      if (code !== undefined) return code;
    }
  } finally {
    await watcher.close();
  }
}

/** A terminal is cleared, and shows the whole report. Elsewhere, text is the whole report once, then what is new and what is gone. */
function createRecheck(
  { format, color }: WatchArgs,
  runtime: Runtime,
  { check, failed }: Checks,
): () => Promise<void> {
  const { stdout, stderr } = runtime;
  const isTerminal = stdout.isTTY === true;
  const isText = format.every((target) => target.format === 'text' || target.file !== undefined);
  const onlyChanges = isText && !isTerminal ? { ...runtime, stdout: SILENT } : runtime;
  let before: readonly Finding[] | undefined;
  return async () => {
    if (isTerminal) await writeStream(stdout, [CLEAR]);
    let result: Result | undefined;
    try {
      await check(before === undefined ? runtime : onlyChanges, (given) => {
        result = given;
      });
    } catch (error) {
      return failed(await printFailure(error, runtime, color));
    }
    if (result === undefined) return;
    if (before !== undefined)
      await writeStream(isText ? stdout : stderr, describeChanges(before, result, new Date()));
    before = result.findings;
  };
}

/** "14:03:22 · 1 new, 2 gone · 3 errors in 2 of 8 workflows", and the findings. */
function describeChanges(before: readonly Finding[], result: Result, now: Date): readonly string[] {
  const [old, current] = [uniqueFingerprints(before), uniqueFingerprints(result.findings)];
  const [known, left] = [new Set(old.values()), new Set(current.values())];
  const fresh = result.findings.filter((each) => !known.has(current.get(each) ?? ''));
  const gone = before.filter((each) => !left.has(old.get(each) ?? ''));
  const time = now.toTimeString().slice(0, 8);
  const what =
    fresh.length + gone.length === 0 ? 'as before' : `${fresh.length} new, ${gone.length} gone`;
  return [
    `${time} · ${what} · ${headline(result)}\n`,
    ...listChanged('new:', fresh),
    ...listChanged('gone:', gone),
  ];
}

function listChanged(label: string, findings: readonly Finding[]): readonly string[] {
  const { first, more } = takeFirst(findings, 10);
  const lines = first.map(({ location, severity, rule, message }) =>
    truncate(`${formatLocation(location)}  ${severity}  ${rule}  ${message}`, 240),
  );
  const rest = more > 0 ? [`… and ${more} more`] : [];
  return [...lines, ...rest].map(
    (line) => `  ${label.padEnd(5)} ${escapeLine(escapeText(line))}\n`,
  );
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
