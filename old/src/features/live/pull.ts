import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import { type Change, openFolder } from './folder.ts';

export type PullStep =
  | { readonly kind: Change; readonly file: string; readonly overwrites: boolean }
  | { readonly kind: 'gone' | 'deleted' | 'kept'; readonly file: string }
  | Exclude<LiveItem, LiveDocument>;

interface PullOptions {
  /** No link of the repository around it is followed. */
  readonly cwd: string;
  readonly prune: boolean;
  readonly dryRun: boolean;
  /** Overwrite files changed by hand. */
  readonly force: boolean;
  /** Only some workflows were requested: missing ones are not removed. */
  readonly filtered: boolean;
  /** The requested resources, by name. */
  readonly resources: readonly string[];
}

/** Writes an account to a folder, one file a workflow. Throws a SourceError when a file cannot be written. */
export async function* pullToFolder(
  items: AsyncIterable<LiveItem>,
  folder: string,
  { prune, filtered, resources, ...options }: PullOptions,
): AsyncIterable<PullStep> {
  const files = openFolder(folder, options);
  const unread = new Set<string>();
  try {
    for await (const item of items) {
      if (item.of === 'workflows' && item.kind === 'document') continue;
      const added = item.kind === 'document' ? files.add(item) : item;
      if (added.kind === 'file') {
        const { file, change, overwrites } = added;
        yield { kind: change, file, overwrites };
        continue;
      }
      for (const resource of [added.of].flat()) unread.add(resource);
      yield added;
    }
    if (filtered || unread.has('workflows')) return;
    for (const gone of files.gone(resources.filter((name) => !unread.has(name)))) {
      // Files that were changed by hand are kept.
      const kind = !prune ? 'gone' : gone.edited ? 'kept' : 'deleted';
      if (kind === 'deleted') files.remove(gone);
      yield { kind, file: gone.file };
    }
  } finally {
    files.close();
  }
}
