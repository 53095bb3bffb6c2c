import { isAscii } from 'node:buffer';
import { closeSync, createReadStream, readSync } from 'node:fs';
import { isJsonLines, type SourceDocument, splitLines } from '../core/document/split.ts';
import { MAX_DOCUMENT_BYTES, openRegular, readWhole, tooLarge } from './file.ts';
import { decode, lengthOfBom, readLines } from './lines.ts';

export interface SourceFile {
  readonly source: string;
  readonly path: string;
}

/** All documents of a file in batches. Each batch must be read before the next one. Throws errors that `reasonOf` explains. */
export async function* readDocuments({
  path,
  source,
}: SourceFile): AsyncIterable<Iterable<SourceDocument>> {
  const isPacked = /\.gz$/i.test(path);
  if (/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path))
    yield* readLines(await open(path, isPacked), source);
  else if (isPacked) {
    const { gunzipSync } = await import('node:zlib');
    const bytes = gunzipSync(readWhole(path), { maxOutputLength: MAX_DOCUMENT_BYTES });
    yield documentsIn(bytes, source);
  } else yield documentsIn(readWhole(path), source);
}

/** The documents of bytes that are in memory. JSON Lines are recognized by their content. */
export function documentsIn(bytes: Buffer, source: string): Iterable<SourceDocument> {
  const { text, fault } = decode(bytes);
  const start = lengthOfBom(bytes);
  const ref = { source, index: 0, line: 1, start, end: bytes.length };
  if (fault !== undefined) return [{ ref, text, fault }];
  if (!isJsonLines(text)) return [{ ref, text }];
  return splitLines(
    text,
    source,
    { index: 0, line: 1, byte: start },
    isAscii(bytes) ? (line) => line.length : Buffer.byteLength,
  );
}

const CHUNK_BYTES = 1024 * 1024;

async function open(
  path: string,
  isPacked: boolean,
): Promise<Iterable<Buffer> | AsyncIterable<Buffer>> {
  const { fd } = openRegular(path);
  if (!isPacked) return readChunks(fd);
  const { createGunzip } = await import('node:zlib');
  const raw = createReadStream(path, { fd, highWaterMark: CHUNK_BYTES });
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  raw.on('error', (error) => unzip.destroy(error));
  return raw.pipe(unzip);
}

/** The content of a file, which is closed at the end. All chunks are in the same memory: new memory takes longer than reading. */
function* readChunks(fd: number): Iterable<Buffer> {
  try {
    const memory = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    for (let size = readSync(fd, memory); size > 0; size = readSync(fd, memory))
      yield memory.subarray(0, size);
  } finally {
    closeSync(fd);
  }
}

/** The documents of a stream. */
export async function readStdin(
  stream: AsyncIterable<Uint8Array>,
  source: string,
): Promise<Iterable<SourceDocument>> {
  const held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) throw tooLarge('standard input is ');
    held.push(chunk);
  }
  return documentsIn(Buffer.concat(held), source);
}
