import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OutputError } from './user-error.ts';

/** The part of a stream that is used here. */
export interface OutputStream {
  readonly isTTY?: boolean;
  write(text: string, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

const PIECE = 64 * 1024;

/**
 * Writes to a stream and waits for each piece to be taken, so that nothing is lost on a slow pipe. A reader that went
 * away (`| head -1`) is no failure; a full disk is.
 */
export async function writeStream(stream: OutputStream, chunks: Iterable<string>): Promise<void> {
  let gone = false;
  // Without a listener, the error of a closed pipe would be thrown from nowhere.
  stream.on('error', () => {});
  const write = (piece: string) =>
    new Promise<void>((resolve, reject) => {
      stream.write(piece, (error) => {
        if (!error) return resolve();
        if (codeOf(error) !== 'EPIPE') return reject(new OutputError(`cannot write the report: ${explain(error)}`));
        gone = true;
        resolve();
      });
    });
  let pending = '';
  for (const chunk of chunks) {
    pending += chunk;
    if (pending.length < PIECE) continue;
    await write(pending);
    pending = '';
    if (gone) return;
  }
  if (pending !== '') await write(pending);
}

/** Writes a file beside its place and renames it, so that a full disk leaves the old report whole. */
export function writeFileWhole(path: string, chunks: Iterable<string | Uint8Array>): void {
  let temporary: string | undefined;
  try {
    const target = existsSync(path) ? realpathSync(path) : path;
    // A device or pipe cannot be replaced, only written to.
    const direct = existsSync(target) && !statSync(target).isFile();
    temporary = direct ? undefined : join(dirname(target), `.${basename(target).slice(0, 100)}.${process.pid}.tmp`);
    const fd = openSync(temporary ?? target, 'w');
    try {
      let pending = '';
      for (const chunk of chunks) {
        if (typeof chunk === 'string') pending += chunk;
        else writeAll(fd, chunk);
        if (pending.length < PIECE) continue;
        writeAll(fd, pending);
        pending = '';
      }
      writeAll(fd, pending);
      if (!direct) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (temporary !== undefined) renameSync(temporary, target);
  } catch (error) {
    if (temporary !== undefined && existsSync(temporary)) unlinkSync(temporary);
    throw new OutputError(`cannot write "${path}": ${explain(error)}`);
  }
}

function writeAll(fd: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const REASONS = new Map([
  ['ENOSPC', 'no space left'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOENT', 'the folder does not exist'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'part of the path is no folder'],
]);

function explain(error: unknown): string {
  const code = codeOf(error);
  return REASONS.get(code) ?? (code || String(error));
}
