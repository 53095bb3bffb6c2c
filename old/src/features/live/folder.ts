import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';
import { relativePath } from '../../load/config/find.ts';
import { textOfFile } from '../../load/file.ts';
import { fileNameOf, longFileNameOf } from '../../load/file-names.ts';
import type { LiveDocument, LiveFailure, LiveItem } from '../../load/live-item.ts';
import { SourceError } from '../../load/source-error.ts';
import { textLimit } from '../../run/load.ts';
import { refuseLinkedFolders } from '../../run/write-file.ts';
import { type Entry, hashOf, parseObject, readManifest, writeManifest } from './manifest.ts';
import { removeTemporary, saveFile } from './save-file.ts';
import { stableJson } from './stable-json.ts';

const EVENTS = 'events.json';

/** A folder to which an account is written: one file per workflow, one for all events, and a manifest. */
interface Folder {
  /**
   * Takes a document to be written to its file by `close`, if it changed and no data is lost. A failure: the files would have more
   * text than one run reads. Throws a SourceError on other failures.
   */
  add(document: LiveDocument): AddedFile | LiveFailure;
  /**
   * Files written earlier whose workflows are not in this run.
   * @param asked the requested resources.
   */
  gone(asked: readonly string[]): readonly Gone[];
  remove(gone: Gone): void;
  /** Writes all files. Throws a SourceError on failure. */
  close(): void;
}

/**
 * `edited`: changed by hand since it was written, and kept. `complete`: it has a complete list, and is kept, since
 * only a part was read.
 */
export type Change = 'new' | 'updated' | 'same' | 'edited' | 'complete';

interface AddedFile {
  readonly kind: 'file';
  readonly file: string;
  readonly path: string;
  readonly text: string;
  readonly change: Change;
  /** Files changed by hand are overwritten. */
  readonly overwrites: boolean;
}

interface Gone {
  readonly file: string;
  /** It was changed by hand since it was written. */
  readonly edited: boolean;
}

interface FolderOptions {
  /** No link of the repository around it is followed. */
  readonly cwd: string;
  readonly dryRun?: boolean;
  /** Overwrite files changed by hand. */
  readonly force?: boolean;
}

/** What is known about the files of a folder. */
interface State {
  readonly folder: string;
  /** The files that were written earlier, and those of this run. */
  readonly known: Map<string, Entry>;
  /** The earlier file of each id. */
  readonly names: ReadonlyMap<string, string>;
  readonly taken: Set<string>;
  readonly unwritten: Map<string, { readonly id: string; readonly content: string }>;
  /** Units of text that further files may have. */
  left: number;
}

export function openFolder(
  folder: string,
  { cwd, dryRun = false, force = false }: FolderOptions,
): Folder {
  refuseLinkedFolders(join(folder, RESOURCES, EVENTS), cwd);
  if (!dryRun) removeTemporary(folder, RESOURCES);
  const known = readManifest(folder);
  const names = new Map([...known].map(([file, { id }]) => [id, file]));
  const state: State = {
    folder,
    known,
    names,
    taken: new Set(),
    unwritten: new Map(),
    left: textLimit(),
  };
  return {
    add: (document) => addDocument(document, state, force),
    gone: (asked) => filesGone(asked, state),
    remove({ file }) {
      if (!dryRun) rmSync(join(folder, file), { force: true });
      known.delete(file);
    },
    close() {
      if (dryRun) return;
      // First with old and new hashes, so that the next run knows all files when this one is killed.
      writeManifest(folder, known);
      for (const [file, { id, content }] of state.unwritten) {
        saveFile(join(folder, file), content);
        known.set(file, { id, hashes: [hashOf(content)] });
      }
      writeManifest(folder, known);
    },
  };
}

function addDocument(
  document: LiveDocument,
  state: State,
  force: boolean,
): AddedFile | LiveFailure {
  const { folder, known, taken, unwritten } = state;
  const { of, name } = document;
  const type = resourceTypeOf(of);
  const id = type === undefined ? (document.id ?? EVENTS_ID) : resourceFile(type);
  const content = stableJson(markPartial(document), state.left);
  if (content === undefined) {
    const missing = [of === 'workflow' ? 'workflows' : of];
    return {
      kind: 'failure',
      of: missing,
      source: document.source,
      message: TOO_LARGE,
      refused: false,
    };
  }
  state.left -= content.length;
  const file = nameOf(of === 'events' ? EVENTS_ID : id, name, state);
  const path = join(folder, file);
  const old = textOfFile(path);
  if (old !== undefined && !isOurs(file, id, old, known))
    throw new SourceError(
      `"${path}" was not written by edgewise: move it away, or choose another folder`,
    );
  taken.add(file);
  const edited = isEdited(known.get(file), old) && old !== content;
  const kept = edited && !force ? 'edited' : document.partial && isWhole(old) && 'complete';
  const written = { kind: 'file', file, path, text: content, overwrites: edited } as const;
  if (kept) return { ...written, change: kept, overwrites: false };
  const before = old === content ? [] : (known.get(file)?.hashes ?? []);
  known.set(file, { id, hashes: [hashOf(content), ...before] });
  if (old !== content) unwritten.set(file, { id, content });
  return { ...written, change: changeOf(old, content) };
}

const TOO_LARGE = 'not written: with it, the files would have more text than one run reads';

function nameOf(id: string, name: string | undefined, state: State): string {
  const { folder, known, names, taken } = state;
  if (id === EVENTS_ID) return EVENTS;
  if (isResourceFile(id)) return id;
  // A renamed workflow keeps its file, so that the file keeps its history.
  const before = names.get(id);
  if (before !== undefined && !taken.has(before)) return before;
  const short = fileNameOf(name, id);
  const old = textOfFile(join(folder, short));
  return taken.has(short) || (old !== undefined && !isOurs(short, id, old, known))
    ? longFileNameOf(name, id)
    : short;
}

function isOurs(file: string, id: string, old: string, known: State['known']): boolean {
  const entry = known.get(file);
  if (entry !== undefined) return entry.id === id;
  // In a checkout without the manifest, the file itself decides.
  const { object, id: ownId } = parseObject(old);
  return id === EVENTS_ID || isResourceFile(id)
    ? object === 'list' && old === stableJson(old, old.length)
    : ownId === id;
}

function filesGone(asked: readonly string[], { folder, known, taken }: State): readonly Gone[] {
  const answered = new Set(
    RESOURCE_TYPES.filter(({ name }) => asked.includes(name)).map(resourceFile),
  );
  const missing: Gone[] = [];
  for (const [file, entry] of known) {
    const isKept = isResourceFile(entry.id) ? !answered.has(file) : entry.id === EVENTS_ID;
    if (taken.has(file) || isKept) continue;
    const old = textOfFile(join(folder, file));
    if (old === undefined) known.delete(file);
    else missing.push({ file, edited: isEdited(entry, old) });
  }
  return missing;
}

const isEdited = (entry: Entry | undefined, old: string | undefined): boolean =>
  entry !== undefined && old !== undefined && !entry.hashes.includes(hashOf(old));

/** A complete list. */
function isWhole(text: string | undefined): boolean {
  const { object, has_more: hasMore } = parseObject(text);
  return object === 'list' && hasMore !== true;
}

/** The text of a document; an incomplete list is marked as such. */
function markPartial({ text, partial }: LiveDocument): string {
  return partial === true ? text.replace('"has_more":false', '"has_more":true') : text;
}

const RESOURCES = 'resources';
const resourceFile = ({ path }: Pick<ResourceType, 'path'>): string => `${RESOURCES}/${path}.json`;
const RESOURCE_FILES = new Set(RESOURCE_TYPES.map(resourceFile));
const isResourceFile = (name: string): boolean => RESOURCE_FILES.has(name);

// No workflow has it: ids of the list are not empty.
const EVENTS_ID = '';

function changeOf(old: string | undefined, content: string): Change {
  if (old === undefined) return 'new';
  return old === content ? 'same' : 'updated';
}

/** Writes each document to a file of a folder, and sets that file as its source. Throws a SourceError on failure. */
export async function* saveItems(
  items: AsyncIterable<LiveItem>,
  folder: string,
  cwd: string,
): AsyncIterable<LiveItem> {
  const files = openFolder(resolve(cwd, folder), { cwd });
  try {
    for await (const item of items) {
      if (item.kind !== 'document' || item.of === 'workflows') {
        yield item;
        continue;
      }
      const added = files.add(item);
      if (added.kind === 'failure') {
        yield added;
        continue;
      }
      const { path, text, change } = added;
      if (change === 'edited')
        throw new SourceError(
          `"${path}" was changed here: move it away, or save to another folder`,
        );
      yield { ...item, source: relativePath(cwd, path), path, text };
    }
  } finally {
    files.close();
  }
}
