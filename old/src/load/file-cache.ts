import { statSync } from 'node:fs';
import type { SourceBatch } from '../core/document/split.ts';
import type { Input } from './expand.ts';

/** The content of read files by path: an unchanged file is not read again. */
export interface FileCache {
  /** @param read reads the file. The whole result is kept. */
  batches(
    input: Input & { readonly path: string },
    read: () => Batches,
  ): AsyncIterable<SourceBatch> | Iterable<SourceBatch>;
}

type Batches = AsyncIterable<SourceBatch> | Iterable<SourceBatch>;

/** Milliseconds, the coarsest clock of a file system: a file can change twice at the same time of it. */
const CLOCK = 2000;

/** @param clock another one than `CLOCK`, for tests. */
export function createFileCache(clock = CLOCK): FileCache {
  const files = new Map<
    string,
    { readonly state: string; readonly held: readonly SourceBatch[] }
  >();
  return {
    async *batches(input, read) {
      const state = stateOf(input, clock);
      const known = files.get(input.path);
      if (known !== undefined && known.state === state) return yield* known.held;
      const held: SourceBatch[] = [];
      for await (const { documents, from } of read()) {
        const batch = { documents: [...documents], from };
        held.push(batch);
        yield batch;
      }
      if (state !== undefined) files.set(input.path, { state, held });
    },
  };
}

/** Differs after each change; `undefined` for a file that changed just now. */
function stateOf(input: Input & { readonly path: string }, clock: number): string | undefined {
  const { ino, size, mtimeNs, ctimeNs } = statSync(input.path, { bigint: true });
  const latest = Math.max(Number(mtimeNs), Number(ctimeNs)) / 1e6;
  if (Date.now() - latest < clock) return undefined;
  return JSON.stringify([input, ...[ino, size, mtimeNs, ctimeNs].map(String)]);
}
