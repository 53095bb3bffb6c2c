import { join } from 'node:path';
import { compareText } from '../../core/lint/order.ts';
import { isObject, parseObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/text.ts';
import { GONE, readTextFile } from '../../node/files.ts';
import { UserError } from '../../node/user-error.ts';
import { writeFileWhole } from '../../node/write-file.ts';

const MANIFEST = '.edgewise-pull.json';

/** The remedy for a file that pull has not written. */
export const ELSEWHERE = 'move it away, or pull into another folder';

export interface Entry {
  /** Of its workflow; empty for a list. */
  readonly id: string;
  /** Of its text. */
  readonly sha256: string;
}

/** The files of a folder that pull has written. */
export function readManifest(folder: string): Map<string, Entry> {
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

export function writeManifest(folder: string, files: ReadonlyMap<string, Entry>): void {
  const path = join(folder, MANIFEST);
  const entries = [...files].sort(([a], [b]) => compareText(a, b));
  const content = { version: 1, files: Object.fromEntries(entries) };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (text !== textOfFile(path)) writeFileWhole(path, [text]);
}

/** Undefined where there is no file. */
export function textOfFile(path: string): string | undefined {
  const found = readTextFile(path, 1000);
  if ('text' in found) return found.text;
  if (found.reason === GONE) return undefined;
  throw new UserError(`${quote(path)} ${found.reason}`, ELSEWHERE);
}
