import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { textOfFile } from '../../load/file.ts';
import { saveFile } from './save-file.ts';

const MANIFEST = '.edgewise-pull.json';

export interface Entry {
  readonly id: string;
  /** Of the content: until all files of a pull are written, also of what was there before. */
  readonly hashes: readonly string[];
}

/** The files of a folder that were written by pull, with their workflows. */
export function readManifest(folder: string): Map<string, Entry> {
  const { version, files: known } = parseObject(textOfFile(join(folder, MANIFEST)));
  const entries = version === 1 && isObject(known) ? Object.entries(known) : [];
  return new Map(entries.flatMap(([file, given]) => entryOf(file, given)));
}

export function writeManifest(folder: string, files: ReadonlyMap<string, Entry>): void {
  const path = join(folder, MANIFEST);
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const entries = sorted.map(([file, { id, hashes }]) => {
    const sha256 = hashes.length === 1 ? hashes[0] : hashes;
    return [file, { id, sha256 }] as const;
  });
  const content = `${JSON.stringify({ version: 1, files: Object.fromEntries(entries) }, undefined, 2)}\n`;
  const old = textOfFile(path);
  if (old !== content && (files.size > 0 || old !== undefined)) saveFile(path, content);
}

// The manifest is untrusted: it must not name files outside of the folder, or of another type.
function entryOf(file: string, given: unknown): readonly (readonly [string, Entry])[] {
  if (!/^(?:resources\/)?[a-z0-9][a-z0-9_-]*\.json$/.test(file) || !isObject(given)) return [];
  const { id, sha256 } = given;
  const hashes: readonly unknown[] = Array.isArray(sha256) ? sha256 : [sha256];
  return typeof id === 'string' && hashes.every((hash) => typeof hash === 'string')
    ? [[file, { id, hashes }]]
    : [];
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The object in a text; an empty one for other content. */
export function parseObject(text = ''): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
