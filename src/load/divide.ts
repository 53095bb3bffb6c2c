import type { ItemArrays } from '../document/decode.ts';
import type { SourceDocument } from '../document/split.ts';
import type { Portion } from '../document/survey.ts';
import type { Divided } from './divided.ts';
import type { Input } from './expand.ts';
import { readPart } from './file.ts';
import { divideLarge, readItemsOf } from './large.ts';
import { largeFile } from './read.ts';

/** Some items of a large file, for whoever reads them by themselves. Plain data. */
export interface ItemRange {
  readonly portion: Portion;
  readonly arrays: ItemArrays;
}

/** The parts of a large file that is no JSON Lines; `undefined` when it has none. What is wrong with it is told when it is read as a whole. */
export async function divideFile({ path, source, assume }: Input & { readonly path: string }): Promise<Divided | undefined> {
  try {
    return await divideLarge(largeFile(path, false), source, assume);
  } catch {
    return undefined;
  }
}

export function readItems({ path, source }: { readonly path: string; readonly source: string }, { portion, arrays }: ItemRange): Iterable<SourceDocument> {
  return [readItemsOf(portion, (start, end) => readPart(path, start, end), source, arrays)];
}
