import { fstatSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceDocument } from '../document/split.ts';
import type { Origin } from './again.ts';
import type { Input } from './expand.ts';
import { readFrom, readRange } from './file.ts';
import { type LargeSource, MAX_DOCUMENT_BYTES } from './large.ts';
import { documentsIn, readLarge } from './read.ts';
import { Refusal } from './refusal.ts';

/** All of a stream, up to the size of one document. */
export async function readStream(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const bytes = await gather(stream);
  if (!Buffer.isBuffer(bytes)) throw tooLarge('');
  return bytes;
}

/** A stream that can be read as often as a file. */
export interface HeldStream {
  readonly origin: Origin;
  documents(source: string, assume: Input['assume']): AsyncIterable<Iterable<SourceDocument>>;
}

/**
 * Takes in a stream. What is more than a few megabytes goes to a file without a name, since it has to be read more than
 * once; where none can be made it is held, as far as that goes.
 * @param folder where that file may be; without one, nothing is written.
 */
export async function holdStream(stream: AsyncIterable<Uint8Array>, folder: (() => Promise<string>) | undefined): Promise<HeldStream> {
  const iterator = stream[Symbol.asyncIterator]();
  const rest = { [Symbol.asyncIterator]: () => iterator };
  const first = await gather(rest, LARGE);
  if (Buffer.isBuffer(first)) return heldBytes(first);
  const fd = folder === undefined ? '' : openUnnamed(await folder());
  if (typeof fd === 'string') {
    const all = await gather(rest, MAX_DOCUMENT_BYTES, first);
    if (!Buffer.isBuffer(all)) throw tooLarge(fd === '' ? '' : `, and there is no place for it in the folder of the cache (${fd})`);
    return heldBytes(all);
  }
  for (const chunk of first) writeAll(fd, chunk);
  for await (const chunk of rest) writeAll(fd, chunk);
  const bytes: LargeSource = {
    size: fstatSync(fd).size,
    chunks: () => readFrom(fd),
    range: (start, end) => readRange(fd, start, end),
    whole: () => {
      if (fstatSync(fd).size > MAX_DOCUMENT_BYTES) throw tooLarge(', and no list that could be read in parts');
      return readRange(fd, 0, fstatSync(fd).size);
    },
  };
  return { origin: { fd }, documents: (source, assume) => readLarge(bytes, source, assume) };
}

const LARGE = 8 * 1024 * 1024;

const tooLarge = (why: string): Refusal => new Refusal(`standard input is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB${why}`);

function heldBytes(bytes: Buffer): HeldStream {
  return {
    origin: bytes,
    async *documents(source) {
      yield documentsIn(bytes, source);
    },
  };
}

/** All of a stream, or when that is more than a limit, what was read of it until then. */
async function gather(
  stream: AsyncIterable<Uint8Array>,
  limit = MAX_DOCUMENT_BYTES,
  before: readonly Uint8Array[] = [],
): Promise<Buffer | readonly Uint8Array[]> {
  const chunks = [...before];
  let size = chunks.reduce((sum, { length }) => sum + length, 0);
  for await (const chunk of unclosed(stream)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) return chunks;
  }
  return Buffer.concat(chunks, size);
}

// Leaving a loop early would close the stream for whoever goes on with it.
async function* unclosed(stream: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
}

/** A file that is gone when it is closed, whatever happens; or the reason why there is none. */
function openUnnamed(folder: string): number | string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const own = mkdtempSync(join(folder, 'stdin-'));
    try {
      return openSync(join(own, 'bytes'), 'wx+', 0o600);
    } finally {
      rmSync(own, { recursive: true });
    }
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
  } catch (error) {
    throw new Refusal(
      `standard input could not be kept in a file while it is read (${error instanceof Error && 'code' in error ? String(error.code) : error})`,
    );
  }
}
