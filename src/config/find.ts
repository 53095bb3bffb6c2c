import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export const CONFIG_NAME = 'edgewise.config.json';
const MAX_BYTES = 1_000_000;

/** The nearest configuration from a folder upwards, no further than the root of its repository. */
export function findConfig(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    // Not existsSync: a link that leads nowhere is a configuration that cannot be read, and not none.
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
}

/** The root of the repository a folder is in, as it really is; `undefined` outside of one. */
export function repositoryOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return realpathSync(folder);
    if (dirname(folder) === folder) return undefined;
  }
}

/** The bytes of a configuration file, or why they cannot be had. */
export function readConfigBytes(path: string): Uint8Array | string {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) return 'is a folder';
    // A pipe or device would keep the reader waiting.
    if (!stat.isFile()) return 'is no ordinary file';
    if (stat.size > MAX_BYTES) return 'is larger than 1 MB, which no configuration is';
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOENT'
      ? 'does not exist'
      : code === 'EACCES' || code === 'EPERM'
        ? 'cannot be read: permission denied'
        : `cannot be read (${code || error})`;
  }
}

/** The way from one folder to another or to a file, with forward slashes; empty when they are the same. */
export function wayFrom(folder: string, to: string): string {
  return relative(folder, to).replaceAll(sep, '/');
}
