import type { LiveFailure, LiveItem } from '../../load/live-item.ts';
import {
  changeOf,
  markPartial,
  openFolder,
  readText,
  saveFile,
  type WrittenFile,
} from './folder.ts';
import { stableJson } from './stable-json.ts';

export type PullStep =
  | { readonly kind: WrittenFile['change']; readonly file: string; readonly edited: boolean }
  | { readonly kind: 'gone' | 'deleted' | 'kept'; readonly file: string }
  | { readonly kind: 'failure'; readonly failure: LiveFailure };

interface PullOptions {
  readonly prune: boolean;
  readonly dryRun: boolean;
  /** Only some workflows were asked for: what is not among them is not gone. */
  readonly filtered: boolean;
}

/** Writes an account to a folder, one file a workflow. Throws a SourceError when a file cannot be written. */
export async function* pullToFolder(
  items: AsyncIterable<LiveItem>,
  folder: string,
  { prune, dryRun, filtered }: PullOptions,
): AsyncIterable<PullStep> {
  const files = openFolder(folder, dryRun);
  let complete = !filtered;
  try {
    for await (const item of items) {
      if (item.kind === 'failure') {
        if (item.of !== 'events') complete = false;
        yield { kind: 'failure', failure: item };
      } else if (item.of !== 'workflows') {
        const { file, change, edited } = files.write(item);
        yield { kind: change, file, edited };
      }
    }
    if (!complete) return;
    for (const gone of files.gone()) {
      // Files that were changed by hand are kept.
      const kind = !prune ? 'gone' : gone.edited ? 'kept' : 'deleted';
      if (kind === 'deleted') files.remove(gone);
      yield { kind, file: gone.file };
    }
  } finally {
    files.close();
  }
}

/** Writes an account to one file, lists in envelopes, so that a reader knows whether they are whole. */
export async function* pullToBundle(
  items: AsyncIterable<LiveItem>,
  path: string,
  { dryRun, filtered }: PullOptions,
): AsyncIterable<PullStep> {
  const workflows: string[] = [];
  let events: string | undefined;
  let partial = filtered;
  for await (const item of items) {
    if (item.kind === 'failure') {
      if (item.of !== 'events') partial = true;
      yield { kind: 'failure', failure: item };
    } else if (item.of === 'events') events = markPartial(item);
    else if (item.of === 'workflow') workflows.push(item.text);
  }
  const list = `{"object":"list","has_more":${partial},"data":[${workflows.join(',')}]}`;
  const content = stableJson(
    `{"workflows":${list}${events === undefined ? '' : `,"events":${events}`}}`,
  );
  const old = readText(path);
  if (old !== content && !dryRun) saveFile(path, content);
  yield { kind: changeOf(old, content), file: path, edited: false };
}
