/** Files that a user names: read, or the reason why not. */
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { codeOf, explainFileError } from './user-error.ts';

/** Why a file cannot be read. Its message is plain text for the user. */
class Unreadable extends Error {}

export const MISSING = 'no such file';
/** The same, as the end of a sentence. */
export const GONE = 'does not exist';

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', MISSING],
  ['ENOTDIR', MISSING],
  ['EACCES', 'not readable: permission denied'],
  ['EPERM', 'not readable: permission denied'],
  ['EISDIR', 'is a folder'],
  ['ELOOP', 'too many symbolic links'],
  ['EMFILE', 'too many open files'],
  ['ENAMETOOLONG', 'the name is too long'],
]);

/** The reason of a failed access to a file, as text. */
export function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  const code = codeOf(error);
  return REASONS.get(code) ?? `not readable: ${code || String(error)}`;
}

/** `file` (also one that cannot be opened), `folder`, or the reason for neither. */
export function stateOf(path: string): 'file' | 'folder' | (string & {}) {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * The bytes of a regular file: reading a pipe or device may never end.
 * @param accept is given the size before anything is read, and may throw.
 */
export function readRegular(path: string, accept: (size: number) => void): Buffer {
  // Without O_NONBLOCK, opening a pipe without a writer never returns. Windows has none: 0.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw new Unreadable('is a folder');
    if (stat.isFIFO()) throw new Unreadable('is a pipe; to read from a pipe, use "-"');
    if (!stat.isFile()) throw new Unreadable('is not a regular file');
    accept(stat.size);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * The text of a file that is no input, such as a configuration, without a byte order mark; or why
 * there is none, as the end of a sentence about it.
 */
export function readTextFile(
  path: string,
  mostMB = 100,
): { readonly text: string } | { readonly reason: string } {
  try {
    const bytes = readRegular(path, (size) => {
      if (size > mostMB * 1_000_000) throw new Unreadable(`is larger than ${mostMB} MB`);
    });
    return { text: bytes.toString('utf8').replace(/^\ufeff/, '') };
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.message };
    const reason = reasonOf(error);
    return { reason: reason === MISSING ? GONE : `cannot be read: ${explainFileError(error)}` };
  }
}

/** The name of a path in findings: relative to the working directory, with forward slashes. */
export const sourceOf = (path: string): string =>
  relative(process.cwd(), path).replaceAll(sep, '/') || '.';
