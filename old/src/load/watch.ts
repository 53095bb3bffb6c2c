import { type Stats, statSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';

interface Watcher {
  /** Absolute files and folders. */
  add(paths: Iterable<string>): void;
  close(): Promise<void>;
}

/** Milliseconds without a change before it counts: an editor writes several times when it saves. */
const DELAY = 60;
/** Milliseconds after which changes count without a pause in writing. */
const LONGEST = 1000;

/** Watches files and folders, also where editors replace files. Files in a folder count if they are read from there. */
export async function watchPaths(
  paths: Iterable<string>,
  onChange: () => void,
  isWritten: (path: string) => boolean = () => false,
): Promise<Watcher> {
  const { watch } = await import('chokidar');
  const named = new Set<string>();
  const folders = new Set<string>();
  const watched = new Set<string>();
  /** Folders to watch in addition. A file is watched by its folder, since it may be deleted and created again. */
  const note = (more: Iterable<string>): readonly string[] => {
    const fresh: string[] = [];
    for (const path of more) {
      const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
      (isFolder ? folders : named).add(path);
      const place = isFolder ? path : dirname(path);
      // Files found in a folder that is added again are not reported.
      if (!watched.has(place)) fresh.push(place);
      watched.add(place);
    }
    return fresh;
  };
  const isIn = (path: string): boolean =>
    [...folders].some((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  const watcher = watch([...note(paths)], {
    ignoreInitial: true,
    ignored: (path, stats) => {
      if (isWritten(path)) return true;
      if (named.has(path) || watched.has(path)) return false;
      return !isIn(path) || isOther(path, stats);
    },
  });
  let timer: NodeJS.Timeout | undefined;
  let first: number | undefined;
  watcher.on('all', () => {
    const now = performance.now();
    first ??= now;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        first = undefined;
        onChange();
      },
      Math.min(DELAY, first + LONGEST - now),
    );
  });
  // A folder that cannot be watched cannot be read either, which is reported.
  watcher.on('error', () => {});
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    add: (more) => void watcher.add([...note(more)]),
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

/** Files that are not read when found in a folder. */
const isOther = (path: string, stats: Stats | undefined): boolean =>
  /^\.|^node_modules$/.test(basename(path)) ||
  (stats?.isFile() === true && !/\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(path));
