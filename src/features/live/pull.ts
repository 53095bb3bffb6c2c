import { dirname } from 'node:path';
import { isObject } from '../../core/model/json.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';
import { textOfFile } from '../../load/file.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import { SourceError } from '../../load/source-error.ts';
import { textLimit } from '../../run/load.ts';
import { refuseLinkedFolders } from '../../run/write-file.ts';
import { type Change, changeOf, markPartial, openFolder } from './folder.ts';
import { hashOf, parseObject } from './manifest.ts';
import { removeTemporary, saveFile } from './save-file.ts';
import { stableJson } from './stable-json.ts';

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

/** Writes an account to one file, with lists in envelopes, which state whether they are complete. */
export async function* pullToBundle(
  items: AsyncIterable<LiveItem>,
  path: string,
  { cwd, dryRun, filtered, force }: PullOptions,
): AsyncIterable<PullStep> {
  refuseLinkedFolders(path, cwd);
  if (!dryRun) removeTemporary(dirname(path));
  const workflows: string[] = [];
  let events: string | undefined;
  const resources: string[] = [];
  let partial = filtered;
  let isNothing = true;
  let left = textLimit();
  for await (const item of items) {
    if (item.kind !== 'document') {
      if (item.of.includes('workflows')) partial = true;
      yield item;
      continue;
    }
    isNothing = false;
    left -= item.text.length;
    if (left < 0) throw new SourceError(TOO_LARGE);
    if (item.of === 'events') events = markPartial(item);
    else if (resourceTypeOf(item.of) !== undefined)
      resources.push(`,"${item.of}":${markPartial(item)}`);
    else if (item.of === 'workflow') workflows.push(item.text);
  }
  if (isNothing) return;
  const list = `{"object":"list","has_more":${partial},"data":[${workflows.join(',')}]}`;
  const content = seal(
    `"workflows":${list}${events === undefined ? '' : `,"events":${events}`}${resources.join('')}`,
  );
  const old = textOfFile(path);
  const overwrites = old !== undefined && old !== content && !isSealed(old);
  const loses = old !== undefined && losesItems(old, content);
  const kind = overwrites && !force ? 'edited' : loses ? 'complete' : changeOf(old, content);
  if (['new', 'updated'].includes(kind) && !dryRun) saveFile(path, content);
  yield { kind, file: path, overwrites };
}

/** A bundle ends with a hash of the rest, so that a later pull knows whether it was changed by hand. */
function seal(members: string): string {
  const text = stableJson(`{${members}}`, textLimit());
  if (text === undefined) throw new SourceError(TOO_LARGE);
  const end = `,\n  "pulled": {\n    "sha256": "${hashOf(text)}"\n  }\n}\n`;
  return text.replace(/\n\}\n$/, () => end);
}

const TOO_LARGE =
  'the account has more text than one file may have: pull it into a folder, or name workflows with --workflow';

const SEAL = /,\n {2}"pulled": \{\n {4}"sha256": "([0-9a-f]{64})"\n {2}\}\n\}\n$/;

function isSealed(text: string): boolean {
  const [, hash] = SEAL.exec(text) ?? [];
  return hash !== undefined && hash === hashOf(text.replace(SEAL, '\n}\n'));
}

/** Whether a complete list is now incomplete. */
function losesItems(old: string, content: string): boolean {
  const [before, now] = [parseObject(old), parseObject(content)];
  const names = ['workflows', 'events', ...RESOURCE_TYPES.map(({ name }) => name)];
  return names.some((name) => isWhole(before[name]) && !isWhole(now[name]));
}

const isWhole = (list: unknown): boolean => isObject(list) && list['has_more'] === false;
