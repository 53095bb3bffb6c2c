import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SourceError } from '../../load/source-error.ts';
import { explainWriteError, replaceFile } from '../../run/write-file.ts';

const PREFIX = '.edgewise-pull.';
const TEMPORARY = /^\.(?:edgewise-pull\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Writes a file, and its folder if needed. A symbolic link is replaced rather than followed. */
export function saveFile(path: string, content: string): void {
  changeDisk(path, () => {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, [content], { name: `${PREFIX}${crypto.randomUUID()}.tmp` });
  });
}

const STALE = 60 * 60 * 1000;

/** Whether a temporary file is left by a run that was killed. Another run may be writing a newer one. */
function isStale(path: string): boolean {
  // NaN when another run has removed it.
  const modified = Number(statSync(path, { throwIfNoEntry: false })?.mtimeMs);
  return Date.now() - modified > STALE;
}

/** Removes the temporary files of a run that was killed from a folder, and from a folder in it. */
export function removeTemporary(folder: string, inner?: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  changeDisk(folder, () => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isFile() && TEMPORARY.test(entry.name) && isStale(path))
        rmSync(path, { force: true });
      else if (entry.isDirectory() && entry.name === inner) removeTemporary(path);
    }
  });
}

function changeDisk(path: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new SourceError(`cannot write "${path}": ${explainWriteError(error)}`);
  }
}
