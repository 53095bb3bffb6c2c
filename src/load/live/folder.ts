import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../../model/json.ts';
import { readWhole } from '../read.ts';
import { Refusal } from '../refusal.ts';
import type { LiveDocument } from './account.ts';
import { fileNameOf, longFileNameOf } from './file-names.ts';
import { stableJson } from './stable-json.ts';

export const MANIFEST = '.edgewise-pull.json';
const EVENTS = 'events.json';

/** A folder that an account is written to: one file a workflow, one for all events, and a note of what was written. */
export interface Folder {
  /** Writes a document to its file, unless that says the same already. Throws a Refusal when it cannot. */
  write(document: LiveDocument): Written;
  /** Files written earlier whose workflows are not among those of this run. */
  gone(): readonly Gone[];
  /** Deletes a file that was written earlier. */
  remove(gone: Gone): void;
  /** Notes down what was written. */
  close(): void;
}

export interface Written {
  readonly file: string;
  readonly path: string;
  readonly text: string;
  readonly change: 'new' | 'updated' | 'same';
  /** It was changed by hand since it was written, and what was changed is overwritten. */
  readonly edited: boolean;
}

export interface Gone {
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
    // A checkout without the note: the file itself tells.
    return id === EVENTS_ID ? old === canonical(old) : idIn(old) === id;
  };
  const nameOf = (id: string, name: string | undefined): string => {
    if (id === EVENTS_ID) return EVENTS;
    // A workflow that was renamed keeps its file, and so the file its history.
    const before = names.get(id);
    if (before !== undefined && !taken.has(before)) return before;
    const short = fileNameOf(name, id);
    const old = readText(join(folder, short));
    return taken.has(short) || (old !== undefined && !isOurs(short, id, old)) ? longFileNameOf(name, id) : short;
  };

  return {
    write({ of, id = EVENTS_ID, name, text, partial }) {
      const content = stableJson(partial === true ? text.replace('"has_more":false', '"has_more":true') : text);
      const file = nameOf(of === 'workflow' ? id : EVENTS_ID, name);
      const path = join(folder, file);
      const old = readText(path);
      if (old !== undefined && !isOurs(file, id, old)) throw new Refusal(`"${path}" was not written by edgewise: move it away, or choose another folder`);
      taken.add(file);
      const edited = old !== undefined && old !== content && known.has(file) && known.get(file)?.sha256 !== hashOf(old);
      if (old !== content && !dryRun) replaceFile(path, content);
      known.set(file, { id, sha256: hashOf(content) });
      return { file, path, text: content, change: old === undefined ? 'new' : old === content ? 'same' : 'updated', edited };
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
      if (readText(path) !== content) replaceFile(path, content);
    },
  };
}

// No workflow has it: ids of the list are not empty.
const EVENTS_ID = '';

/** Beside its place and renamed: never half a file, and a symbolic link is replaced rather than followed. */
export function replaceFile(path: string, content: string): void {
  const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, content, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The folder is out of reach, so nothing was written.
    }
    throw new Refusal(`cannot write "${path}": ${REASONS.get(reason) ?? reason}`);
  }
}

const REASONS = new Map([
  ['ENOSPC', 'no space left'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'part of the path is no folder'],
  ['EEXIST', 'part of the path is no folder'],
]);

// The note may come with a checkout from anybody: it must not lead out of the folder, nor to files of another kind.
function readManifest(path: string): Map<string, Entry> {
  const value = parse(readText(path));
  const files = isObject(value) && value['version'] === 1 && isObject(value['files']) ? Object.entries(value['files']) : [];
  const entries = new Map<string, Entry>();
  for (const [file, entry] of files) {
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

function canonical(text: string): string | undefined {
  const value = parse(text);
  return isObject(value) && value['object'] === 'list' ? stableJson(text) : undefined;
}

function idIn(text: string): unknown {
  const value = parse(text);
  return isObject(value) ? value['id'] : undefined;
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
