import type { Stats } from 'node:fs';
import { basename } from 'node:path';

interface Watcher {
  /** Absolute files and folders. */
  add(paths: Iterable<string>): void;
  close(): Promise<void>;
}

/** Milliseconds without a change before it counts: an editor writes several times when it saves. */
const DELAY = 60;

/** Watches files and folders, also where editors replace files. What is in a folder counts if it is read from there. */
export async function watchPaths(
  paths: Iterable<string>,
  onChange: () => void,
  isWritten: (path: string) => boolean = () => false,
): Promise<Watcher> {
  const { watch } = await import('chokidar');
  const named = new Set(paths);
  const watcher = watch([...named], {
    ignoreInitial: true,
    ignored: (path, stats) => isWritten(path) || (!named.has(path) && isOther(path, stats)),
  });
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, DELAY);
  });
  // What cannot be watched cannot be read either, and that is reported.
  watcher.on('error', () => {});
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    add(more) {
      // What is found in a folder that is added again is not reported.
      const fresh = [...more].filter((path) => !named.has(path));
      for (const path of fresh) named.add(path);
      watcher.add(fresh);
    },
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

/** What is not read when it is found in a folder. */
const isOther = (path: string, stats: Stats | undefined): boolean =>
  /^\.|^node_modules$/.test(basename(path)) ||
  (stats?.isFile() === true && !/\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(path));
