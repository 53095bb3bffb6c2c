import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { repositoryOf } from '../load/config/find.ts';
import { isBelow } from '../load/folder-files.ts';
import { errorCode } from '../load/source-error.ts';
import { OutputError, UserError } from './user-error.ts';

const PIECE = 64 * 1024;

let prepare = (): void => {};

/** Sets a function that is called before the first file is written. */
export function beforeWriting(given: () => void): void {
  prepare = given;
}

/**
 * Writes a report or another named file. No link of the repository is followed, since a pull request can add one: a linked
 * file is replaced, a linked folder is an error. Devices and pipes are written to.
 */
export function writeFileWhole(
  file: string,
  chunks: Iterable<string | Uint8Array>,
  cwd: string,
): void {
  const path = resolve(cwd, file);
  try {
    const isOwn = refuseLinkedFolders(path, cwd);
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
    if (isFile || (isOwn && isLink)) replaceFile(path, chunks, { isSynced: true });
    else writeChunks(path, chunks, { flags: 'w' });
  } catch (error) {
    // What is written may be refused while it is made.
    if (error instanceof UserError && !(error instanceof OutputError)) throw error;
    throw new OutputError(`cannot write "${file}": ${explainWriteError(error)}`);
  }
}

/**
 * Throws for a link among the folders of a path in the repository around the working directory; without one, below that
 * directory. Returns whether the path is there.
 */
export function refuseLinkedFolders(path: string, cwd: string): boolean {
  const root = repositoryOf(cwd) ?? cwd;
  if (!isBelow(path, root)) return false;
  let folder = root;
  for (const name of relative(root, path).split(sep).slice(0, -1)) {
    folder = join(folder, name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true)
      throw new OutputError(`the folder "${relative(cwd, folder)}" is a symbolic link`);
    if (found?.isDirectory() !== true) break;
  }
  return true;
}

interface WriteOptions {
  readonly flags?: 'w' | 'wx';
  readonly mode?: number;
  /** Waits for the disk, so that a full disk is detected. */
  readonly isSynced?: boolean;
}

interface TemporaryOptions extends WriteOptions {
  /** The name of the temporary file. */
  readonly name?: string;
  /** The file before: the new one gets its owner and mode, or is not written. */
  readonly like?: Stats;
}

/** Writes a temporary file and renames it, so that the old or the new file is always complete. A link is replaced. */
export function replaceFile(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  { name = `.${crypto.randomUUID()}.tmp`, like, ...options }: TemporaryOptions = {},
): void {
  prepare();
  const temporary = join(dirname(path), name);
  try {
    writeChunks(temporary, chunks, options);
    if (like !== undefined) copyOwner(temporary, like);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function copyOwner(path: string, { uid, gid, mode }: Stats): void {
  const own = statSync(path);
  if (own.uid !== uid || own.gid !== gid) chownSync(path, uid, gid);
  chmodSync(path, mode);
}

function writeChunks(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  { flags = 'wx', mode, isSynced = false }: WriteOptions,
): void {
  const fd = openSync(path, flags, mode);
  try {
    let pending = '';
    for (const chunk of chunks) {
      if (typeof chunk === 'string') pending += chunk;
      else writeFileSync(fd, chunk);
      if (pending.length < PIECE) continue;
      writeFileSync(fd, pending);
      pending = '';
    }
    writeFileSync(fd, pending);
    if (isSynced) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

const REASONS = new Map([
  ['ENOSPC', 'no space left'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOENT', 'the folder does not exist'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'part of the path is not a folder'],
  ['EEXIST', 'part of the path is not a folder'],
]);

export function explainWriteError(error: unknown): string {
  if (error instanceof OutputError) return error.message;
  const code = errorCode(error);
  return REASONS.get(code) ?? (code || String(error));
}
