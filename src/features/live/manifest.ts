import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { textOfFile } from '../../load/file.ts';
import { SourceError } from '../../load/source-error.ts';
import { explainWriteError } from '../../run/write-file.ts';
import { saveFile } from './save-file.ts';

const MANIFEST = '.edgewise-pull.json';
// The files that a run is about to write, one line of JSON each. It is deleted at the end of the run.
const JOURNAL = '.edgewise-pull.journal';

export interface Entry {
  readonly id: string;
  /** Of the written content: more than one after an interrupted run. */
  readonly hashes: readonly string[];
}

/** The files of a folder that were written by pull, with their workflows. It stays valid when a run is killed. */
interface Manifest {
  readonly files: ReadonlyMap<string, Entry>;
  /** Call it before a file is written, and `confirm` afterwards. */
  announce(file: string, id: string, content: string): void;
  confirm(file: string, id: string, content: string): void;
  forget(file: string): void;
  close(): void;
}

export function openManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  const journal = join(folder, JOURNAL);
  const files = new Map<string, Entry>();
  const { version, files: known } = parseObject(textOfFile(path));
  if (version === 1 && isObject(known))
    for (const [file, entry] of Object.entries(known)) addEntry(files, file, entry);
  const lines = textOfFile(journal)?.split('\n') ?? [];
  let hasJournal = lines.length > 0;
  for (const line of lines) {
    const entry = parseObject(line);
    addEntry(files, entry['file'], entry);
  }

  return {
    files,
    announce(file, id, content) {
      const sha256 = hashOf(content);
      const entry = files.get(file);
      if (entry?.id === id && entry.hashes.includes(sha256)) return;
      try {
        mkdirSync(folder, { recursive: true });
        // A line break first, since a run that was killed may have left half a line.
        appendFileSync(journal, `\n${JSON.stringify({ file, id, sha256 })}`);
        hasJournal = true;
      } catch (error) {
        throw new SourceError(`cannot write "${journal}": ${explainWriteError(error)}`);
      }
    },
    confirm(file, id, content) {
      files.set(file, { id, hashes: [hashOf(content)] });
    },
    forget(file) {
      files.delete(file);
    },
    close() {
      const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
      const entries = sorted.map(([file, { id, hashes }]) => [file, { id, sha256: hashes[0] }]);
      const content = `${JSON.stringify({ version: 1, files: Object.fromEntries(entries) }, undefined, 2)}\n`;
      const old = textOfFile(path);
      if (old !== content && (files.size > 0 || old !== undefined)) saveFile(path, content);
      if (hasJournal) rmSync(journal, { force: true });
    },
  };
}

// The manifest is untrusted: it must not name files outside of the folder, or of another type.
function addEntry(files: Map<string, Entry>, file: unknown, entry: unknown): void {
  if (
    typeof file !== 'string' ||
    !/^(?:resources\/)?[a-z0-9][a-z0-9_-]*\.json$/.test(file) ||
    !isObject(entry)
  )
    return;
  const { id, sha256 } = entry;
  if (typeof id !== 'string' || typeof sha256 !== 'string') return;
  const known = files.get(file);
  const hashes = known?.id === id ? known.hashes : [];
  files.set(file, { id, hashes: [sha256, ...hashes] });
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
