import { fstatSync, writeSync } from 'node:fs';
import type { Failure } from '../core/model/finding.ts';
import { escapeText } from '../core/report/escape.ts';
import { type Palette, PLAIN_PALETTE } from '../core/report/reporter.ts';
import { wordFailure } from '../core/report/words.ts';
import type { Target } from './request.ts';
import { codeOf, explainFileError, UserError } from './user-error.ts';

/** The part of a standard stream that decides colours and width. */
interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const DESCRIPTORS = { stdout: 1, stderr: 2 };
type Standard = keyof typeof DESCRIPTORS;

/** A standard stream, where it may be a terminal: else it is not made, as it loads sockets. */
export const terminalOf = (of: Standard): Terminal =>
  fstatSync(DESCRIPTORS[of]).isCharacterDevice() ? process[of] : {};

/** The width of a line where there is no terminal. */
export const PLAIN_WIDTH = 80;

const PIECE = 64 * 1024;

/** The same text in few pieces. */
export function* inPieces(chunks: Iterable<string>): Iterable<string> {
  let pending = '';
  for (const chunk of chunks) {
    pending += chunk;
    if (pending.length < PIECE) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
}

/** Errors of a pipe whose reader has ended. */
const GONE = new Set(['EPIPE', 'ERR_STREAM_DESTROYED']);

/**
 * Writes to standard output and waits until each piece is taken, so that nothing is lost on a slow
 * pipe. A closed pipe (`| head -1`) is not a failure; a full disk is.
 */
export async function writeOut(chunks: Iterable<string>): Promise<void> {
  for (const piece of inPieces(chunks)) {
    const error = await write('stdout', piece);
    if (GONE.has(codeOf(error))) {
      // For --watch, which ends then.
      process.stdout.destroy();
      return;
    }
    if (error)
      throw new UserError(
        `cannot write the report: ${explainFileError(error)}`,
        'redirect it to another file',
      );
  }
}

/** Lines for standard error, already escaped. Where they cannot be written, the exit code tells. */
export async function note(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await write('stderr', `${lines.join('\n')}\n`);
}

/** @param targets reports that list them: a terminal shows them once. */
export async function noteFailures(
  failures: readonly Failure[],
  targets: readonly Target[] = [],
): Promise<void> {
  const isListed = targets.some(({ format, file }) => file === undefined && format === 'text');
  if (isListed && terminalOf('stdout').isTTY && terminalOf('stderr').isTTY) return;
  await note(failures.map((each) => `edgewise: ${escapeText(wordFailure(each))}`));
}

async function write(to: Standard, text: string): Promise<unknown> {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(DESCRIPTORS[to], bytes, written);
    return undefined;
  } catch (error) {
    // Of a pipe that does not block, the stream waits until it takes more.
    return codeOf(error) === 'EAGAIN' ? writeLater(process[to], bytes.subarray(written)) : error;
  }
}

async function writeLater(stream: NodeJS.WriteStream, bytes: Buffer): Promise<unknown> {
  // Without a listener, the error of a stream would be an uncaught exception.
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  try {
    // Of a file, the stream throws.
    return await new Promise((resolve) => {
      stream.write(bytes, resolve);
    });
  } catch (error) {
    return error;
  }
}

/** Flag > NO_COLOR (not empty) > FORCE_COLOR (not 0 or false) > a terminal that is not dumb. */
export function wantsColor(color: boolean | undefined, { isTTY }: Terminal): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (color !== undefined) return color;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY === true && TERM !== 'dumb';
}

/** Picocolors decides by other rules, so it is asked for colours only. */
export async function paletteOf(isColored: boolean): Promise<Palette> {
  if (!isColored) return PLAIN_PALETTE;
  const { default: picocolors } = await import('picocolors');
  return picocolors.createColors(true);
}

/** The width of a line: that of the terminal, within limits. */
export function columnsOf({ isTTY, columns = 0 }: Terminal): number {
  return isTTY === true && columns > 0 ? Math.min(Math.max(columns, 40), 120) : PLAIN_WIDTH;
}
