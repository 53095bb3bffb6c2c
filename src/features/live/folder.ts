/** An account as files: one a workflow, one for all events, one a resource. */
import { dirname, join } from 'node:path';
import { compareText } from '../../core/lint/order.ts';
import { asString, isObject, parseObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/text.ts';
import { GONE, readTextFile } from '../../node/files.ts';
import { UserError } from '../../node/user-error.ts';
import { makeFolder, removeFile, writeFileWhole } from '../../node/write-file.ts';
import { fileNameOf, hashOf, listFile, printStable } from './files.ts';
import type { Part } from './list.ts';

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
  readonly isWhole?: boolean;
  /** Collections that the service does not have. */
  readonly unknown?: readonly string[];
  readonly prune?: boolean;
}

/** Writes what has changed, and loses nothing that is only in the folder. */
export function writeFolder(
  folder: string,
  parts: readonly Part[],
  { isWhole = false, unknown = [], prune = false }: FolderOptions = {},
): readonly ChangedFile[] {
  const known = readManifest(folder);
  const files = planFiles(folder, parts, known);
  makeFolder(folder);
  for (const { file, change, id, text } of files) {
    if (change === 'edited' || change === 'complete') continue;
    known.set(file, { id, sha256: hashOf(text) });
    if (change === 'same') continue;
    makeFolder(dirname(join(folder, file)));
    writeFileWhole(join(folder, file), [text]);
  }
  const named = new Set(files.map(({ file }) => file));
  const lists = new Set(unknown.map(listFile));
  // A list that was not read is not gone.
  const isGone = (file: string, { id }: Entry): boolean =>
    id === '' ? lists.has(file) : !named.has(file);
  const gone = isWhole ? [...known].filter((each) => isGone(...each)) : [];
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
  const names = new Map(Array.from(known, ([file, { id }]) => [id, file]));
  const taken = new Set<string>();
  const oldOf = (file: string): string | undefined => textOfFile(join(folder, file));
  const isFree = (file: string, id: string): boolean =>
    !taken.has(file) && isOurs(oldOf(file), id, known.get(file));
  /** A renamed workflow keeps its file, which keeps its history. */
  const nameFor = ({ of, id, value }: Part): string => {
    if (id === undefined) return listFile(of);
    const name = asString(value['name']) ?? '';
    const files = [names.get(id) ?? [], fileNameOf(name, id)].flat();
    return files.find((file) => isFree(file, id)) ?? fileNameOf(name, id, true);
  };
  // The empty list of an account without workflows is no file.
  const written = parts.filter(({ of, id }) => of !== 'workflows' || id !== undefined);
  return written.map((part) => {
    const { id = '' } = part;
    const file = nameFor(part);
    if (!isFree(file, id))
      throw new UserError(`${quote(join(folder, file))} was not written by pull`, ELSEWHERE);
    taken.add(file);
    const text = printStable(contentOf(part));
    return { file, id, text, change: changeOf(oldOf(file), text, part, known.get(file)) };
  });
}

/** Without the manifest, as in a new checkout, the file itself tells. */
function isOurs(old: string | undefined, id: string, entry: Entry | undefined): boolean {
  if (old === undefined) return true;
  if (entry !== undefined) return entry.id === id;
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
  if (id !== undefined) return value;
  const data = [value['data']].flat().sort((a, b) => compareText(nameOf(a), nameOf(b)));
  return { ...value, has_more: isPartial, data };
}

const nameOf = (item: unknown): string =>
  isObject(item) ? String(item['name'] ?? item['key']) : '';

const MANIFEST = '.edgewise-pull.json';

/** The remedy for a file that pull has not written. */
const ELSEWHERE = 'move it away, or pull into another folder';

interface Entry {
  /** Of its workflow; empty for a list. */
  readonly id: string;
  /** Of its text. */
  readonly sha256: string;
}

/** The files of a folder that pull has written. */
function readManifest(folder: string): Map<string, Entry> {
  const { version, files } = parseObject(textOfFile(join(folder, MANIFEST)));
  const entries = version === 1 && isObject(files) ? Object.entries(files) : [];
  return new Map(entries.flatMap(([file, given]) => entryOf(file, given)));
}

/** It may come from a pull request: names lead neither out of the folder nor to other files. */
function entryOf(file: string, given: unknown): readonly (readonly [string, Entry])[] {
  if (!/^(?:resources\/)?[a-z0-9][a-z0-9_-]*\.json$/.test(file) || !isObject(given)) return [];
  const { id, sha256 } = given;
  return typeof id === 'string' && typeof sha256 === 'string' ? [[file, { id, sha256 }]] : [];
}

function writeManifest(folder: string, files: ReadonlyMap<string, Entry>): void {
  const path = join(folder, MANIFEST);
  const entries = [...files].sort(([a], [b]) => compareText(a, b));
  const content = { version: 1, files: Object.fromEntries(entries) };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (text !== textOfFile(path)) writeFileWhole(path, [text]);
}

/** Undefined where there is no file. */
function textOfFile(path: string): string | undefined {
  const found = readTextFile(path, 1000);
  if ('text' in found) return found.text;
  if (found.reason === GONE) return undefined;
  throw new UserError(`${quote(path)} ${found.reason}`, ELSEWHERE);
}
