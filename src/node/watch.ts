import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import picomatch from 'picomatch';
import type { LintResult } from '../core/lint/lint.ts';
import { FORMATS, type Formats } from '../core/report/formats.ts';
import type { Plan } from './plan.ts';
import type { Request } from './request.ts';
import type { Run } from './run.ts';
import { note, writeOut } from './streams.ts';
import { UserError } from './user-error.ts';

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
/** Milliseconds without a change before it counts: editors write several times when they save. */
const DELAY = 60;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs now, and again after each change of what was read, until a signal ends it. Returns the exit
 * code.
 * @param run undefined where it failed, which it has reported.
 */
export async function watch(
  request: Pick<Request, 'paths' | 'targets' | 'config' | 'instead'>,
  run: () => Promise<Omit<Run, 'exitCode'> | undefined>,
  formats = FORMATS,
): Promise<number> {
  refuse(request, formats);
  const stopped = new Promise<number>((end) => {
    for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => end(code));
    // Nobody reads any more: `| head -1`.
    process.stdout.once('close', () => end(0));
  });
  const written = request.targets.flatMap(({ file }) => (file === undefined ? [] : resolve(file)));
  const sources = request.paths.length > 0 ? request.paths : ['.'];
  let paths = [...sources, ...(request.config ? [request.config] : [])];
  let watcher = await startWatching(paths, written);
  let before: LintResult | undefined;
  try {
    for (;;) {
      // Changes while it runs count.
      let changed = watcher.next();
      if (process.stdout.isTTY) await writeOut([CLEAR]);
      const done = await run();
      const now = done === undefined ? paths : pathsOf(done.plan);
      if (now.join('\n') !== paths.join('\n')) {
        await watcher.close();
        watcher = await startWatching(now, written);
        changed = watcher.next();
        paths = now;
      }
      await note([
        ...(before && done ? [`edgewise: ${describeChange(before, done.result)}`] : []),
        'edgewise: waiting for changes; Ctrl-C ends it',
      ]);
      before = done?.result ?? before;
      const code = await Promise.race([stopped, changed]);
      if (code !== undefined) return code;
    }
  } finally {
    await watcher.close();
  }
}

function refuse(
  { paths, targets, instead }: Pick<Request, 'paths' | 'targets' | 'instead'>,
  formats: Formats,
): void {
  if (instead !== undefined)
    throw new UserError('--watch cannot watch the account', 'leave out --live, or --watch');
  if (paths.includes('-'))
    throw new UserError('--watch cannot watch standard input', 'name a file or a folder');
  const onStdout = targets.find(
    ({ format, file }) => file === undefined && formats.get(format)?.isMachine,
  );
  if (onStdout !== undefined)
    throw new UserError(
      `--watch prints one report after the other, which -f ${onStdout.format} cannot be`,
      `give it a file: -f ${onStdout.format}=FILE`,
    );
}

function describeChange(before: LintResult, after: LintResult): string {
  const idsOf = ({ findings }: LintResult) =>
    new Set(findings.flatMap((each) => each.fingerprints));
  const [old, now] = [idsOf(before), idsOf(after)];
  const fresh = [...now].filter((id) => !old.has(id)).length;
  const gone = [...old].filter((id) => !now.has(id)).length;
  return fresh + gone === 0 ? 'as before' : `${fresh} new, ${gone} gone`;
}

function pathsOf({ inputs, config, baseline }: Plan): string[] {
  const events = inputs.events === 'none' ? [] : inputs.events;
  const own = [...config.paths, ...(baseline === undefined ? [] : [baseline.file])];
  return [...inputs.paths, ...events, ...own];
}

/**
 * A file is watched by its folder, since editors replace it. In a folder, what is read from there
 * counts; of a pattern, the folder that it searches.
 */
async function startWatching(paths: readonly string[], written: readonly string[]) {
  const files = new Set([resolve('edgewise.config.json')]);
  const folders = new Set<string>();
  for (const given of paths) {
    const path = resolve(existsSync(given) ? given : picomatch.scan(given).base);
    (isFolder(path) ? folders : files).add(path);
  }
  const places = new Set([...folders, ...[...files].map((file) => dirname(file))]);
  const isIgnored = (path: string): boolean => {
    if (written.includes(path)) return true;
    if (files.has(path) || places.has(path)) return false;
    const isInside = [...folders].some((folder) => path.startsWith(folder + sep));
    if (!isInside || /^\.|^node_modules$/.test(basename(path))) return true;
    return !/\.(?:json|ndjson|jsonl|[cm]?[jt]sx?)$/i.test(path) && !isFolder(path);
  };
  const watcher = watchFiles([...places], { ignoreInitial: true, ignored: isIgnored });
  // A folder that cannot be watched cannot be read either, which the run reports.
  watcher.on('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  let change = (): void => {};
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => change(), DELAY);
  });
  await new Promise<void>((ready) => watcher.once('ready', ready));
  return {
    next: () =>
      new Promise<undefined>((resolved) => {
        change = () => resolved(undefined);
      }),
    close: () => watcher.close(),
  };
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
