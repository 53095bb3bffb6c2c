import { getHeapStatistics } from 'node:v8';
import type { SourceBatch, SourceDocument, SourceItem } from '../core/document/split.ts';
import { decodeOnce } from './decode.ts';
import { isNeeded, type Shard } from './shard.ts';

/** Everything that was read, in memory. */
export type LoadedItem = Exclude<SourceItem, SourceBatch> | LoadedBatch;

export interface LoadedBatch extends SourceBatch {
  readonly documents: readonly SourceDocument[];
}

/** UTF-16 units of text in one process: 64 MB of text need a heap of more than 256 MB. */
export const textLimit = (): number =>
  Math.min(256 * 1024 ** 2, getHeapStatistics().heap_size_limit / 6);

/** Units that a document counts at least, for the memory that it takes without text. */
const MIN_DOCUMENT = 500;

/** Reads all sources. Above the limit nothing is kept but a failure. @param shard keeps only what it needs. */
export async function load(
  sources: AsyncIterable<SourceItem>,
  shard?: Shard,
  limit = textLimit(),
): Promise<readonly LoadedItem[]> {
  const items: LoadedItem[] = [];
  let [size, count] = [0, 0];
  for await (const item of sources) {
    if (!('documents' in item)) {
      items.push(item);
      continue;
    }
    let documents: readonly SourceDocument[] = [...item.documents];
    if (shard !== undefined && item.from.isShare !== true)
      documents = documents
        .map((document) => ({ ...document, number: count++ }))
        .filter((document) =>
          isNeeded(decodeOnce(document, item.from.assume), document, item.from, shard),
        );
    for (const { text } of documents) size += Math.max(text.length, MIN_DOCUMENT);
    if (size > limit) {
      const source = documents[0]?.ref.source ?? '-';
      return [{ failure: { source, message: tooLarge(limit), refused: true } }];
    }
    items.push({ ...item, documents });
  }
  return items;
}

const tooLarge = (limit: number): string =>
  `the input has more than ${Math.floor(limit / 1024 ** 2)} MB of text in all, so nothing was checked; divide it with --shard`;
