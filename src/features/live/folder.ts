import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { displayName } from '../../load/expand.ts';
import { readWhole } from '../../load/file.ts';
import { fileNameOf, longFileNameOf } from '../../load/file-names.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import { SourceError } from '../../load/source-error.ts';
import { explainWriteError, replaceFile } from '../../run/output.ts';
import { stableJson } from './stable-json.ts';

const MANIFEST = '.edgewise-pull.json';
const EVENTS = 'events.json';

/** A folder that an account is written to: one file a workflow, one for all events, and a manifest. */
interface Folder {
  /** Writes a document to its file, unless the file is equal. Throws a SourceError when it cannot. */
  write(document: LiveDocument): WrittenFile;
  /** Files written earlier whose workflows are not among those of this run. */
  gone(): readonly Gone[];
  remove(gone: Gone): void;
  close(): void;
}

export interface WrittenFile {
  readonly file: string;
  readonly path: string;
  readonly text: string;
  readonly change: 'new' | 'updated' | 'same';
  /** It was changed by hand since it was written, and what was changed is overwritten. */
  readonly edited: boolean;
}

interface Gone {
  readonly file: string;
  readonly id: string;
  /** It was changed by hand since it was written. */
  readonly edited: boolean;
}

interface Entry {
  readonly id: string;
  readonly sha256: string;
}

export function openFolder(folder: string, dryRun = false): Folder {
  const known = readManifest(join(folder, MANIFEST));
  const names = new Map([...known].map(([file, { id }]) => [id, file]));
  const taken = new Set<string>();

  const isOurs = (file: string, id: string, old: string): boolean => {
    const entry = known.get(file);
    if (entry !== undefined) return entry.id === id;
    // In a checkout without the manifest, the file itself decides.
    const { object, id: ownId } = parseObject(old);
    return id === EVENTS_ID ? object === 'list' && old === stableJson(old) : ownId === id;
  };
  const nameOf = (id: string, name: string | undefined): string => {
    if (id === EVENTS_ID) return EVENTS;
    // A workflow that was renamed keeps its file, and so the file its history.
    const before = names.get(id);
    if (before !== undefined && !taken.has(before)) return before;
    const short = fileNameOf(name, id);
    const old = readText(join(folder, short));
    return taken.has(short) || (old !== undefined && !isOurs(short, id, old))
      ? longFileNameOf(name, id)
      : short;
  };

  return {
    write(document) {
      const { of, id = EVENTS_ID, name } = document;
      const content = stableJson(markPartial(document));
      const file = nameOf(of === 'workflow' ? id : EVENTS_ID, name);
      const path = join(folder, file);
      const old = readText(path);
      if (old !== undefined && !isOurs(file, id, old))
        throw new SourceError(
          `"${path}" was not written by edgewise: move it away, or choose another folder`,
        );
      taken.add(file);
      const entry = known.get(file);
      const isEdited = entry !== undefined && old !== undefined && entry.sha256 !== hashOf(old);
      const edited = old !== content && isEdited;
      if (old !== content && !dryRun) saveFile(path, content);
      known.set(file, { id, sha256: hashOf(content) });
      return { file, path, text: content, change: changeOf(old, content), edited };
    },

    gone() {
      const missing: Gone[] = [];
      for (const [file, { id, sha256 }] of known) {
        if (taken.has(file) || id === EVENTS_ID) continue;
        const old = readText(join(folder, file));
        if (old === undefined) known.delete(file);
        else missing.push({ file, id, edited: hashOf(old) !== sha256 });
      }
      return missing;
    },

    remove({ file }) {
      if (!dryRun) rmSync(join(folder, file), { force: true });
      known.delete(file);
    },

    close() {
      if (dryRun || known.size === 0) return;
      const files = Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1)));
      const content = `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`;
      const path = join(folder, MANIFEST);
      if (readText(path) !== content) saveFile(path, content);
    },
  };
}

/** The text of a document; a list that lacks items is marked as such. */
export function markPartial({ text, partial }: LiveDocument): string {
  return partial === true ? text.replace('"has_more":false', '"has_more":true') : text;
}

// No workflow has it: ids of the list are not empty.
const EVENTS_ID = '';

export function changeOf(old: string | undefined, content: string): WrittenFile['change'] {
  if (old === undefined) return 'new';
  return old === content ? 'same' : 'updated';
}

/** Writes a file, and its folder where there is none. A symbolic link is replaced rather than followed. */
export function saveFile(path: string, content: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, [content]);
  } catch (error) {
    throw new SourceError(`cannot write "${path}": ${explainWriteError(error)}`);
  }
}

// The manifest is untrusted: it must not name files outside the folder, or of another kind.
function readManifest(path: string): Map<string, Entry> {
  const { version, files } = parseObject(readText(path));
  const entries = new Map<string, Entry>();
  if (version !== 1 || !isObject(files)) return entries;
  for (const [file, entry] of Object.entries(files)) {
    if (!/^[a-z0-9][a-z0-9_-]*\.json$/.test(file) || !isObject(entry)) continue;
    const { id, sha256 } = entry;
    if (typeof id === 'string' && typeof sha256 === 'string') entries.set(file, { id, sha256 });
  }
  return entries;
}

export function readText(path: string): string | undefined {
  try {
    return readWhole(path).toString('utf8');
  } catch {
    return undefined;
  }
}

/** The object a text holds; an empty one for anything else. */
function parseObject(text = ''): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Writes each document to a file of a folder as it comes, and names that file as its source. Throws a SourceError when it cannot. */
export async function* saveItems(
  items: AsyncIterable<LiveItem>,
  folder: string,
  cwd: string,
): AsyncIterable<LiveItem> {
  const files = openFolder(resolve(cwd, folder));
  try {
    for await (const item of items) {
      if (item.kind === 'failure' || item.of === 'workflows') {
        yield item;
        continue;
      }
      const { path, text } = files.write(item);
      yield { ...item, source: displayName(path, cwd), path, text };
    }
  } finally {
    files.close();
  }
}
