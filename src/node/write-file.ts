import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { quote } from '../core/model/text.ts';
import { isOutside, repositoryOf } from './repository.ts';
import { inPieces } from './streams.ts';
import { explainFileError, UserError } from './user-error.ts';

/**
 * Writes a file that the user names. A pull request can add links, so none in the repository is
 * followed: a linked file is replaced, a linked folder is an error. Devices and pipes are written.
 */
export function writeFileWhole(file: string, chunks: Iterable<string>): void {
  const path = resolve(file);
  change(file, () => {
    const isOwn = refuseLinkedFolder(path);
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
    if (isFile || (isOwn && isLink)) replaceFile(path, chunks);
    else writeFileSync(path, [...chunks].join(''));
  });
}

/** Makes a folder, through no link of the repository. */
export function makeFolder(folder: string): void {
  let known = resolve(folder);
  while (!existsSync(known)) known = dirname(known);
  change(folder, () => {
    refuseLinkedFolder(join(known, 'file'));
    mkdirSync(folder, { recursive: true });
  });
}

/** Deletes a file, through no link of the repository. */
export const removeFile = (file: string): void =>
  change(file, () => {
    refuseLinkedFolder(resolve(file));
    rmSync(file, { force: true });
  });

function change(file: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new UserError(
      `cannot write ${quote(file)}: ${explainFileError(error)}`,
      'name another path, which can be written',
    );
  }
}

/** Throws for a link among the folders of a path in the repository. Returns whether it is in it. */
function refuseLinkedFolder(path: string): boolean {
  const root = repositoryOf(process.cwd()) ?? process.cwd();
  const folder = dirname(path);
  if (isOutside(root, folder)) return false;
  if (realpathSync(folder) !== join(realpathSync(root), relative(root, folder)))
    throw new UserError('its folder is reached by a symbolic link');
  return true;
}

/**
 * Writes a temporary file and renames it, so that the old or the new file is always whole. A link
 * is replaced.
 * @param like the file before: the new one gets its owner and mode, or is not written.
 */
export function replaceFile(path: string, chunks: Iterable<string>, like?: Stats): void {
  const temporary = join(dirname(path), `.edgewise-${crypto.randomUUID()}.tmp`);
  try {
    writeSynced(temporary, chunks, like === undefined ? 0o666 : 0o600);
    if (like !== undefined) copyOwner(temporary, like);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Waits for the disk, so that a full one is noticed before the old file is gone. */
function writeSynced(path: string, chunks: Iterable<string>, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    for (const piece of inPieces(chunks)) writeFileSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function copyOwner(path: string, { uid, gid, mode }: Stats): void {
  const own = statSync(path);
  if (own.uid !== uid || own.gid !== gid) chownSync(path, uid, gid);
  chmodSync(path, mode);
}
