import { MAX_DOCUMENT_BYTES } from './read.ts';
import { Refusal } from './refusal.ts';

/** All of a stream, up to the size of one document. */
export async function readStream(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_DOCUMENT_BYTES) throw new Refusal(`standard input is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`);
  }
  return Buffer.concat(chunks, size);
}
