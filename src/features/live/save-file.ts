import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { SourceError } from '../../load/source-error.ts';
import { explainWriteError, replaceFile } from '../../run/write-file.ts';

/** Writes a file, and its folder if needed. A symbolic link is replaced rather than followed. */
export function saveFile(path: string, content: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, [content]);
  } catch (error) {
    throw new SourceError(`cannot write "${path}": ${explainWriteError(error)}`);
  }
}
