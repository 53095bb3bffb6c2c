import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { quote } from '../core/model/label.ts';
import { nearest } from '../core/model/nearest.ts';
import { NO_SUCH_FILE } from './source-error.ts';

/** An existing path with one other name than a missing one, as the end of a message; else nothing. */
export function nearestPath(given: string, kind: string, cwd: string): string {
  if (kind !== NO_SUCH_FILE) return '';
  const parts = given.split(/[/\\]/);
  const at = parts.findIndex(
    (_, i) => !existsSync(resolve(cwd, parts.slice(0, i + 1).join('/') || '/')),
  );
  const before = parts.slice(0, at).map((part) => `${part}/`);
  const near = nearestName(parts[at] ?? '', namesInFolder(resolve(cwd, before.join('') || '.')));
  if (near === undefined) return '';
  const path = [...before, near, ...parts.slice(at + 1).map((part) => `/${part}`)].join('');
  const isThere = existsSync(resolve(cwd, path));
  return `; did you mean ${quote(isThere ? path : [...before, near].join(''))}?`;
}

/** By the names without extensions, which most files share. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const stems = new Map(names.map((each) => [stemOf(each), each]));
  const stem = stemOf(name);
  return stems.get(stem) ?? stems.get(nearest(stem, stems.keys()) ?? '');
}

const stemOf = (name: string): string => name.replace(/(?<=.)(?:\.[a-z]+)+$/i, '');

function namesInFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}
