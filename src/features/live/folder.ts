/** An account as files: one a workflow, one for all events, one a resource. */
import { dirname, join } from 'node:path';
import { compareText } from '../../core/lint/order.ts';
import { isObject, parseObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/text.ts';
import { RESOURCES, resourceOf } from '../../core/resources/registry.ts';
import { UserError } from '../../node/user-error.ts';
import { makeFolder, removeFile, writeFileWhole } from '../../node/write-file.ts';
import type { Part } from './account.ts';
import { fileNameOf, hashOf } from './file-names.ts';
import { ELSEWHERE, type Entry, readManifest, textOfFile, writeManifest } from './manifest.ts';

/**
 * `edited`: changed here since it was written, and left alone. `complete`: it has a whole list, of
 * which only a part was read. The last three are gone from the account: `kept` was changed here.
 */
export type Change =
  | ('new' | 'updated' | 'same' | 'edited' | 'complete')
  | ('gone' | 'deleted' | 'kept');

export interface ChangedFile {
  /** Below the folder. */
  readonly file: string;
  readonly change: Change;
}

interface FolderOptions {
  /** Everything was read, so that a file without a workflow is gone. */
  readonly isWhole: boolean;
  /** Collections that the service does not have. */
  readonly unknown: readonly string[];
  readonly prune: boolean;
}

/** Writes what has changed, and loses nothing that is only in the folder. */
export function writeFolder(
  folder: string,
  parts: readonly Part[],
  { isWhole, unknown, prune }: FolderOptions,
): readonly ChangedFile[] {
  const known = readManifest(folder);
  const files = planFiles(folder, parts, known);
  const named = new Set([...files.map(({ file }) => file), ...listFiles(unknown)]);
  const gone = isWhole ? [...known].filter(([file]) => !named.has(file)) : [];
  makeFolder(folder);
  for (const { file, change, id, text } of files) {
    if (change === 'edited' || change === 'complete') continue;
    known.set(file, { id, sha256: hashOf(text) });
    if (change === 'same') continue;
    makeFolder(dirname(join(folder, file)));
    writeFileWhole(join(folder, file), [text]);
  }
  const lost = gone.flatMap(([file, entry]): readonly ChangedFile[] => {
    const old = textOfFile(join(folder, file));
    if (old !== undefined && isEdited(old, entry)) return [{ file, change: 'kept' }];
    if (old !== undefined && !prune) return [{ file, change: 'gone' }];
    known.delete(file);
    if (old === undefined) return [];
    removeFile(join(folder, file));
    return [{ file, change: 'deleted' }];
  });
  writeManifest(folder, known);
  return [...files, ...lost];
}

/** A list that was not read is not gone. */
const listFiles = (unknown: readonly string[]): readonly string[] =>
  ['events', ...RESOURCES.map(({ name }) => name)]
    .filter((of) => !unknown.includes(of))
    .map((of) => listFile(of));

interface PlannedFile extends ChangedFile {
  /** Of its workflow; empty for a list. */
  readonly id: string;
  readonly text: string;
}

function planFiles(
  folder: string,
  parts: readonly Part[],
  known: ReadonlyMap<string, Entry>,
): readonly PlannedFile[] {
  const names = new Map([...known].map(([file, { id }]) => [id, file]));
  const taken = new Set<string>();
  /** A renamed workflow keeps its file, which keeps its history. */
  const nameFor = ({ id = '', name = '' }: Part): string => {
    const before = names.get(id);
    if (before !== undefined && !taken.has(before)) return before;
    const short = fileNameOf(name, id);
    const old = textOfFile(join(folder, short));
    const isFree = old === undefined || isOurs(old, id, known.get(short));
    return isFree && !taken.has(short) ? short : fileNameOf(name, id, true);
  };
  return parts.flatMap((part): readonly PlannedFile[] => {
    const { of, id = '' } = part;
    // The empty list of an account without workflows.
    if (of === 'workflows' && id === '') return [];
    const file = id === '' ? listFile(of) : nameFor(part);
    taken.add(file);
    const old = textOfFile(join(folder, file));
    const text = printStable(contentOf(part));
    if (old !== undefined && !isOurs(old, id, known.get(file)))
      throw new UserError(`${quote(join(folder, file))} was not written by pull`, ELSEWHERE);
    return [{ file, id, text, change: changeOf(old, text, part, known.get(file)) }];
  });
}

const listFile = (of: string): string => {
  const type = resourceOf(of);
  return type === undefined ? `${of}.json` : `resources/${type.path}.json`;
};

/** Without the manifest, as in a new checkout, the file itself tells. */
function isOurs(old: string, id: string, entry: Entry | undefined): boolean {
  if (entry !== undefined) return id === '' || entry.id === id;
  const value = parseObject(old);
  if (id !== '') return value['id'] === id;
  return value['object'] === 'list' && old === printStable(value);
}

function changeOf(
  old: string | undefined,
  text: string,
  { isPartial }: Part,
  entry: Entry | undefined,
): Change {
  if (old === undefined) return 'new';
  if (old === text) return 'same';
  if (isEdited(old, entry)) return 'edited';
  const isWhole = parseObject(old)['has_more'] === false;
  return isPartial && isWhole ? 'complete' : 'updated';
}

const isEdited = (old: string, entry: Entry | undefined): boolean =>
  entry !== undefined && entry.sha256 !== hashOf(old);

/** A list is sorted, and says that it is not whole. */
function contentOf({ value, isPartial = false, id }: Part): unknown {
  if (id !== undefined || !isObject(value)) return value;
  const data = [value['data']].flat().sort((a, b) => compareText(nameOf(a), nameOf(b)));
  return { ...value, has_more: isPartial, data };
}

const nameOf = (item: unknown): string =>
  isObject(item) ? String(item['name'] ?? item['key']) : '';

/** These first, the others by name. */
const FIRST = (
  'object has_more id key ref name status type created_at updated_at from from_step_id to ' +
  'to_step_id edge_type event_name template template_id subject field operator value data ' +
  'config steps edges connections'
).split(' ');
const RANKS: ReadonlyMap<string, number> = new Map(FIRST.map((name, rank) => [name, rank]));

/** Indented, with keys in a fixed order, so that a diff shows what has changed. */
function printStable(value: unknown): string {
  const rankOf = (name: string): number => RANKS.get(name) ?? FIRST.length;
  const sort = (_name: string, each: unknown): unknown =>
    isObject(each)
      ? Object.fromEntries(
          Object.entries(each).sort(([a], [b]) => rankOf(a) - rankOf(b) || compareText(a, b)),
        )
      : each;
  return `${JSON.stringify(value, sort, 2)}\n`;
}
