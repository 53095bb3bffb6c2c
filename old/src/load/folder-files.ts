/** The files of a folder: those that are read, and why others are not. */

import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { SkippedFile } from '../core/model/finding.ts';
import { realOrSame, relativePath } from './config/find.ts';
import { reasonOf } from './source-error.ts';

export interface Refused {
  readonly source: string;
  readonly message: string;
  /** A pattern without matches. */
  readonly isUnmatched?: boolean;
}

export interface UnreadFile extends SkippedFile {
  /** It may hold workflows or events, so the run is incomplete. */
  readonly mayBeExport: boolean;
}

/** The names of files that hold no export, although they are JSON. */
export const NO_EXPORT = /^(?:package|tsconfig).*\.json$|^edgewise\.config\.json$|\.sim\.json$/s;

export const isExport = (name: string): boolean =>
  /\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(name) && !NO_EXPORT.test(name);

/** `file` (also one that cannot be opened), `folder`, or the reason for neither. */
export function kindOf(path: string): 'file' | 'folder' | (string & {}) {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * The files below a folder with matching names, as paths from there with forward slashes; and the folders that cannot be
 * read. Names that begin with a dot and `node_modules` are left out, and links are not followed. Pipes and devices are among the
 * files: the reader refuses them by name. fast-glob takes five times as long.
 */
export function filesBelow(
  folder: string,
  isWanted: (name: string) => boolean,
  cwd: string,
): {
  readonly files: readonly string[];
  /** Links to files, links to folders elsewhere, and JSON files with other names. */
  readonly others: readonly string[];
  readonly refused: readonly (Refused & { readonly path: string })[];
} {
  const files: string[] = [];
  const others: string[] = [];
  const refused: (Refused & { path: string })[] = [];
  const refuse = (below: string, message: string): void => {
    const path = join(folder, below);
    refused.push({ path, source: relativePath(cwd, path) || '.', message });
  };
  const real = realpathSync(folder);
  if (dirname(real) === real) {
    refuse('', 'is the root of the file system');
    return { files, others, refused };
  }
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    let entries: readonly Dirent[] = [];
    try {
      entries = readdirSync(`${folder}/${below}`, { withFileTypes: true });
    } catch (error) {
      refuse(below, reasonOf(error));
    }
    for (const entry of entries) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (name !== 'node_modules') waiting.push(`${below}${name}/`);
      } else if (!entry.isSymbolicLink() && isWanted(name)) files.push(below + name);
      else if (ANY_JSON.test(name) || leadsOut(entry, join(folder, below, name), real))
        others.push(below + name);
    }
  }
  return { files, others, refused };
}

/** Whether it is a link to a folder whose files are not found here. */
const leadsOut = (entry: Dirent, path: string, folder: string): boolean =>
  entry.isSymbolicLink() && kindOf(path) === 'folder' && !isBelow(realOrSame(path), folder);

const ANY_JSON = /\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;

/** Why a file in a folder is not read. */
export function describeUnread(path: string, source: string): UnreadFile {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const isFile = kindOf(path) === 'file';
  const mayBeExport = isFile && isExport(basename(path).toLowerCase());
  if (isLink) {
    const reason = isFile
      ? 'a symbolic link, which is not followed; name the file to read it'
      : 'a symbolic link to a folder, which is not followed, or to nothing';
    return { source, reason, mayBeExport };
  }
  const reason = mayBeExport
    ? 'an extension in capital letters; name the file to read it'
    : 'a package, tsconfig, configuration or simulation file';
  return { source, reason, mayBeExport };
}

export function sourceNamer(folder: string, cwd: string): (file: string) => string {
  const name = relativePath(cwd, folder);
  if (name === '') return (file) => file;
  // The relative path of a file may be shorter, since the working directory is in this folder.
  return /(?:^|\/)\.\.$/.test(name)
    ? (file) => relativePath(cwd, join(folder, file))
    : (file) => `${name}/${file}`;
}

/** Whether a path is a folder, or below it. Both are absolute. */
export function isBelow(path: string, folder: string): boolean {
  const within = relative(folder, path);
  return !isAbsolute(within) && within !== '..' && !within.startsWith(`..${sep}`);
}
