import { freeName } from './free-name.ts';
import type { NamedText } from './protocol.ts';

/** The limit for all texts together; more makes the fields of a browser slow. */
export const MAX_BYTES = 20 * 1024 * 1024;

/** Files as texts with names of their own, to add to others, and messages about those that are left out. */
export async function readFiles(
  files: readonly File[],
  others: readonly NamedText[],
  most = MAX_BYTES,
): Promise<{ readonly texts: readonly NamedText[]; readonly refused: readonly string[] }> {
  const texts: NamedText[] = [];
  const refused: string[] = [];
  let left = others.reduce((room, { text }) => room - text.length, most);
  for (const file of files) {
    try {
      const bytes = await readFile(file, left);
      left -= bytes.length;
      const name = freeName(file.name.replace(/\.gz$/i, ''), [...others, ...texts]);
      texts.push({ name, text: decodeText(bytes) });
    } catch (error) {
      refused.push(`${file.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { texts, refused };
}

export const TOO_LARGE = `the playground takes up to ${MAX_BYTES / 1024 / 1024} MB in all; on the command line, edgewise reads more`;

async function readFile(file: File, room: number): Promise<Uint8Array> {
  if (file.size > room) throw new Error(TOO_LARGE);
  if (!/\.gz$/i.test(file.name)) return new Uint8Array(await file.arrayBuffer());
  try {
    return await readBounded(file.stream().pipeThrough(new DecompressionStream('gzip')), room);
  } catch (error) {
    throw error instanceof RangeError
      ? new Error(TOO_LARGE)
      : new Error('the gzip file is incomplete');
  }
}

/** All bytes of a stream. Throws a RangeError above the limit, since a small input can unpack to a large one. */
export async function readBounded(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError('too large');
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function decodeText(bytes: Uint8Array): string {
  try {
    // A text field has one kind of line end only, and findings point into its text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    throw new Error('it is not UTF-8; save it as UTF-8');
  }
}
