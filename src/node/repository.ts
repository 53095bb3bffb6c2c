import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The root of the repository around a folder. */
export function repositoryOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Whether a path leads out of a folder. Links count as they are written. */
export function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`);
}

/** Without links; a missing path as it is. */
export function realpathOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
