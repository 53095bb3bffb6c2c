import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { isJsonLines, type SourceDocument, splitLines } from '../core/document/split.ts';
import {
  MAX_DOCUMENT_BYTES,
  openRegular,
  readChunks,
  readUpTo,
  readWhole,
  tooLarge,
} from './file.ts';
import { createLineReader, decode, lengthOfBom } from './lines.ts';

export interface SourceFile {
  readonly source: string;
  readonly path: string;
}

/** Documents of a source in batches. Each batch must be read before the next one. */
type Batches = Iterable<Iterable<SourceDocument>> | AsyncIterable<Iterable<SourceDocument>>;

// Text of more than 128 KB is only freed by a full garbage collection.
const CHUNK_BYTES = 64 * 1024;
/** From this size, memory depends on whether a source is JSON Lines. */
const LARGE_BYTES = 8 * 1024 * 1024;
const shared = Buffer.allocUnsafeSlow(64 * 1024);

/** All documents of a file. Throws errors that `reasonOf` explains. */
export function readDocuments({ path, source }: SourceFile): Batches {
  const name = path.toLowerCase();
  const isNamedLines = /\.(?:ndjson|jsonl)(?:\.gz)?$/.test(name);
  if (name.endsWith('.gz'))
    return isNamedLines ? readPackedLines(path, source) : readPacked(path, source);
  if (isNamedLines) return readLines(path, source);
  // The bytes become text at once, so most files share a buffer.
  const bytes = readUpTo(path, LARGE_BYTES, shared);
  if (bytes !== undefined) return [documentsIn(bytes, source)];
  const [head = shared] = readChunks(path, LARGE_BYTES);
  return startsWithLine(head) ? readLines(path, source) : [documentsIn(readWhole(path), source)];
}

/** The documents of bytes that are in memory. JSON Lines are recognized by their content. */
export function documentsIn(bytes: Buffer, source: string): Iterable<SourceDocument> {
  // All text is decoded here, since the buffer may be reused before the documents are read.
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

/** Whether bytes begin with a line that is a JSON value, and have more lines. */
const startsWithLine = (head: Buffer): boolean => isJsonLines(decode(head).text);

function* readLines(path: string, source: string): Iterable<Iterable<SourceDocument>> {
  const reader = createLineReader(source);
  for (const chunk of readChunks(path, CHUNK_BYTES)) yield* reader.add(chunk);
  yield* reader.end();
}

async function* readPackedLines(
  path: string,
  source: string,
): AsyncIterable<Iterable<SourceDocument>> {
  const { createGunzip } = await import('node:zlib');
  const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const raw = createReadStream(path, { fd: openRegular(path).fd });
  raw.on('error', (error) => unzip.destroy(error));
  const reader = createLineReader(source);
  for await (const chunk of raw.pipe(unzip) as AsyncIterable<Buffer>) yield* reader.add(chunk);
  yield* reader.end();
}

async function* readPacked(path: string, source: string): AsyncIterable<Iterable<SourceDocument>> {
  const { gunzipSync } = await import('node:zlib');
  yield documentsIn(gunzipSync(readWhole(path), { maxOutputLength: MAX_DOCUMENT_BYTES }), source);
}

/** The documents of a stream. JSON Lines of more than a few megabytes are read line by line. */
export async function* readStdin(
  stream: AsyncIterable<Uint8Array>,
  source: string,
): AsyncIterable<Iterable<SourceDocument>> {
  const reader = createLineReader(source);
  let held: Uint8Array[] = [];
  let size = 0;
  let isLines = false;
  for await (const chunk of stream) {
    size += chunk.length;
    if (isLines) {
      yield* reader.add(chunk);
      continue;
    }
    if (size > MAX_DOCUMENT_BYTES) throw tooLarge('standard input is ');
    held.push(chunk);
    if (size <= LARGE_BYTES || size - chunk.length > LARGE_BYTES) continue;
    const head = Buffer.concat(held);
    isLines = startsWithLine(head);
    held = isLines ? [] : [head];
    if (isLines) yield* reader.add(head);
  }
  if (isLines) yield* reader.end();
  else yield documentsIn(Buffer.concat(held), source);
}
