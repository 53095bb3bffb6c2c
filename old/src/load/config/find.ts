import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Config, Patterns } from '../../core/config/config.ts';
import { OWN_FILE } from '../../core/document/split.ts';
import { readWhole } from '../file.ts';
import { errorCode, reasonOf } from '../source-error.ts';

export const CONFIG_NAME = 'edgewise.config.json';

/** The nearest configuration from a folder upwards, no further than the root of its repository. */
export function findConfig(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    // Not existsSync: a broken link is an unreadable configuration, not a missing one.
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
}

/** The root of the repository around a folder; `undefined` outside of one. */
export function repositoryOf(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

export function readConfigBytes(path: string): Uint8Array | string {
  try {
    const bytes = readWhole(path);
    return bytes.length > 1_000_000 ? 'is larger than 1 MB, which no configuration is' : bytes;
  } catch (error) {
    return REASONS.get(errorCode(error)) ?? reasonOf(error);
  }
}

const REASONS = new Map([
  ['ENOENT', 'does not exist'],
  ['EACCES', 'cannot be read: permission denied'],
  ['EPERM', 'cannot be read: permission denied'],
]);

/** The relative path from one folder to another or to a file, with forward slashes; empty when they are the same. */
export function relativePath(folder: string, to: string): string {
  const path = relative(folder, to);
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** Paths and patterns of the configuration, relative to the working directory; those of `files` are checked without arguments. */
export function configuredPaths(
  given: Patterns | undefined,
  cwd: string,
): readonly string[] | undefined {
  return given?.value.map((pattern) => {
    const path = join(given.folder, pattern);
    const plain = relativePath(cwd, given.folder);
    if (plain === '') return pattern;
    return `${existsSync(path) ? plain : plain.replace(/[$^*+?()[\]{}!|@\\]/g, '\\$&')}/${pattern}`;
  });
}

/** Why a file in a folder is left out: by `ignore` or `--ignore`, or because it is the configuration or the baseline. */
export async function ignoredFiles(
  { names, ignore, ignoredByFlag, from }: Config,
  cwd: string,
  baseline?: string,
): Promise<((path: string) => string | undefined) | undefined> {
  const files = baseline === undefined ? names : [...names, baseline];
  const given = [ignore, ignoredByFlag].filter((patterns) => patterns !== undefined);
  if (files.length + given.length === 0) return undefined;
  const own = new Set(files.map((name) => realOrSame(resolve(cwd, name))));
  const ownReason = (path: string): string | undefined => (own.has(path) ? OWN_FILE : undefined);
  if (given.length === 0) return ownReason;
  const { createPathMatcher } = await import('../../core/lint/patterns.ts');
  const matchers = given.map((patterns) => {
    const matches = createPathMatcher(patterns.value);
    const by = patterns === ignoredByFlag ? '--ignore' : `"ignore", ${from('/ignore')}`;
    return (path: string) =>
      matches(relativePath(patterns.folder, path)) ? `left out by ${by}` : undefined;
  });
  return (path) => {
    const own = ownReason(path);
    return own ?? matchers.map((reasonFor) => reasonFor(path)).find((why) => why !== undefined);
  };
}

/** Without links; a missing path as it is. */
export function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The path from a folder to a schema of the package installed there; `undefined` if it is not installed. */
export function localSchema(
  folder: string,
  name: 'config' | 'workflow' | 'events',
): string | undefined {
  const path = `./node_modules/edgewise/schemas/${name}.schema.json`;
  return existsSync(join(folder, path)) ? path : undefined;
}
