import { existsSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch as watchFiles } from 'chokidar';
import { scan } from 'picomatch';
import type { LintResult } from '../core/lint/lint.ts';
import { FORMATS, type Formats } from '../core/report/formats.ts';
import { CONFIG_NAME } from './config-files.ts';
import { stateOf } from './files.ts';
import type { Request } from './request.ts';
import type { Run } from './run.ts';
import { DATA, SOURCE } from './search.ts';
import { note, writeOut } from './streams.ts';
import { UserError } from './user-error.ts';

const CLEAR = '\u001b[2J\u001b[3J\u001b[H';
/** Milliseconds after a change before the next run: editors write several times when they save. */
const DELAY = 60;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs now, and again after each change of what was read, until a signal ends it. Returns the exit
 * code.
 * @param run undefined where it failed, which it has reported.
 */
export async function watch(
  request: Request,
  run: () => Promise<Pick<Run, 'plan' | 'result'> | undefined>,
  formats = FORMATS,
): Promise<number> {
  const { paths = [], targets = [], config } = request;
  refuse(request, formats);
  const stopped = new Promise<number>((end) => {
    for (const [signal, code] of Object.entries(SIGNALS)) process.once(signal, () => end(code));
    // Nobody reads any more: `| head -1`.
    process.stdout.once('close', () => end(0));
  });
  const written = targets.flatMap(({ file }) => (file === undefined ? [] : resolve(file)));
  const named = [...(paths.length > 0 ? paths : ['.']), ...(config ? [config] : [])];
  const watcher = await startWatching(named, written);
  let before: LintResult | undefined;
  for (;;) {
    // Changes while it runs count.
    const changed = watcher.next();
    if (process.stdout.isTTY) await writeOut([CLEAR]);
    const done = await run();
    if (done !== undefined) {
      const { inputs, own } = done.plan;
      watcher.add([...inputs.paths, ...inputs.events, ...own]);
    }
    await note([
      ...(before && done ? [`edgewise: ${describeChange(before, done.result)}`] : []),
      'edgewise: waiting for changes; Ctrl-C ends it',
    ]);
    before = done?.result ?? before;
    const code = await Promise.race([stopped, changed]);
    if (code === undefined) continue;
    await watcher.close();
    return code;
  }
}

function refuse({ paths = [], targets = [], instead }: Request, formats: Formats): void {
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
  const count = (ids: ReadonlySet<string>, others: ReadonlySet<string>): number =>
    [...ids].filter((id) => !others.has(id)).length;
  return `${count(now, old)} new, ${count(old, now)} gone`;
}

/**
 * A file is watched by its folder, since editors replace it. In a folder, what is read from there
 * counts; of a pattern, the folder that it searches.
 */
async function startWatching(first: readonly string[], written: readonly string[]) {
  const files = new Set<string>();
  const folders = new Set<string>();
  const places = new Set<string>();
  const newPlaces = (paths: readonly string[]): string[] => {
    const known = new Set(places);
    for (const given of paths) {
      const path = resolve(existsSync(given) ? given : scan(given).base);
      const isFolder = stateOf(path) === 'folder';
      (isFolder ? folders : files).add(path);
      places.add(isFolder ? path : dirname(path));
    }
    return [...places].filter((place) => !known.has(place));
  };
  const isIgnored = (path: string): boolean => {
    if (written.includes(path)) return true;
    if (files.has(path) || places.has(path)) return false;
    const isInside = [...folders].some((folder) => path.startsWith(folder + sep));
    if (!isInside || /^\.|^node_modules$/.test(basename(path))) return true;
    return !DATA.test(path) && !SOURCE.test(path) && stateOf(path) !== 'folder';
  };
  const watcher = watchFiles(newPlaces([CONFIG_NAME, ...first]), {
    ignoreInitial: true,
    ignored: isIgnored,
  });
  // A folder that cannot be watched cannot be read either, which the run reports.
  watcher.on('error', () => {});
  await new Promise<void>((ready) => watcher.once('ready', ready));
  return {
    add: (paths: readonly string[]): unknown => watcher.add(newPlaces(paths)),
    next: async (): Promise<undefined> => {
      await new Promise((changed) => watcher.once('all', changed));
      await setTimeout(DELAY);
    },
    close: (): Promise<void> => watcher.close(),
  };
}
