import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { costFault } from '../core/config/check-paths.ts';
import type { SkippedFile } from '../core/model/finding.ts';
import { quote } from '../core/model/label.ts';
import { nearest } from '../core/model/nearest.ts';
import { wayFrom } from './config/find.ts';
import { NO_SUCH_FILE, reasonOf } from './source-error.ts';

export interface Input {
  /** The name in findings: relative to the working directory, with forward slashes; `-` for stdin. */
  readonly source: string;
  readonly path?: string;
  /** Named by a path, not found in a folder or by a glob, so it must contain workflows or events. */
  readonly explicit: boolean;
  /** The type of its items if their shape is ambiguous. */
  readonly assume?: 'workflows' | 'events';
}

interface Expansion {
  readonly inputs: readonly Input[];
  /** Paths that do not exist, and folders that cannot be read. */
  readonly refused: readonly Refused[];
  /** Files in folders that are not read, by their names. */
  readonly unread: readonly UnreadFile[];
  /** Files left out on request, each with the reason. */
  readonly ignored: readonly SkippedFile[];
}

interface Refused {
  readonly source: string;
  readonly message: string;
  /** A pattern without matches. */
  readonly isUnmatched?: boolean;
}

interface UnreadFile extends SkippedFile {
  /** It may hold workflows or events, so the run is incomplete. */
  readonly mayBeExport: boolean;
}

const WRONG_EXTENSION = 'this command does not read files with this extension';

const NEVER = ['**/node_modules/**'];
const IGNORED = [
  ...NEVER,
  '**/package*.json',
  '**/tsconfig*.json',
  '**/edgewise.config.json',
  '**/*.sim.json',
];

const isExport = (name: string): boolean =>
  /\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(name) &&
  !/^(?:package|tsconfig).*\.json$|^edgewise\.config\.json$|\.sim\.json$/s.test(name);

/** Whether a path names tests of simulations, which are not workflows. */
export const isTest = (path: string): boolean => path.endsWith('.sim.json');

/**
 * Paths, folders and globs into the files to read, each once, in order of name. Symbolic links are followed only when named.
 * @param ignores why to leave out a file that no path names, by its absolute path.
 */
export async function expandPaths(
  paths: readonly string[],
  cwd: string,
  assume?: Input['assume'],
  ignores: (path: string) => string | undefined = () => undefined,
): Promise<Expansion> {
  const inputs = new Map<string, Input>();
  const unread = new Map<string, UnreadFile>();
  const ignored = new Map<string, SkippedFile>();
  const refused: Refused[] = [];
  const add = (path: string, explicit: boolean, source = wayFrom(cwd, path)): void => {
    const reason = explicit ? undefined : ignores(path);
    if (reason !== undefined) {
      ignored.set(path, { source, reason });
      return;
    }
    const known = inputs.get(path);
    if (known === undefined || (explicit && !known.explicit))
      inputs.set(path, { source, path, explicit, ...(assume && { assume }) });
  };

  const addUnread = (path: string, source: string): void => {
    if (ignores(path) === undefined) unread.set(path, describeUnread(path, source));
  };

  for (const given of paths) {
    if (given === '-') {
      inputs.set('-', { source: '-', explicit: true, ...(assume && { assume }) });
      continue;
    }
    const path = resolve(cwd, given);
    const kind = kindOf(path);
    if (kind === 'folder') {
      const nameOf = namesIn(path, cwd);
      const found = filesBelow(path, isExport, cwd);
      for (const file of found.files) add(join(path, file), false, nameOf(file));
      refused.push(...found.refused.filter((each) => ignores(each.path) === undefined));
      for (const file of found.others) addUnread(join(path, file), nameOf(file));
    } else if (kind === 'file') {
      add(lstatSync(path).isSymbolicLink() ? realpathSync(path) : path, true);
    } else {
      const { isDynamicPattern } = await loadFastGlob();
      const cost = isDynamicPattern(given) ? costFault(given) : undefined;
      if (cost !== undefined) {
        refused.push({ source: given, message: `this pattern ${cost}` });
        continue;
      }
      const found = isDynamicPattern(given) ? await findFiles(given, cwd, IGNORED) : undefined;
      for (const file of found ?? []) {
        const each = resolve(cwd, file);
        if (lstatSync(each).isSymbolicLink()) addUnread(each, wayFrom(cwd, each));
        else add(each, false);
      }
      if (found === undefined)
        refused.push({ source: given, message: kind + nearestPath(given, kind, cwd) });
      else if (found.length === 0)
        refused.push({
          source: given,
          message: 'no file matches this pattern',
          isUnmatched: true,
        });
    }
  }
  const left = [...ignored].flatMap(([path, file]) => (inputs.has(path) ? [] : [file]));
  // What a link leads to may be read anyway.
  const others = [...unread].flatMap(([path, file]) => {
    if (inputs.has(path)) return [];
    return inputs.has(targetOf(path)) ? { ...file, mayBeExport: false } : file;
  });
  return { inputs: inOrder(inputs), refused, unread: others, ignored: left };
}

/**
 * Files with matching names: named by a path, in folders or by globs, each once, in order of name.
 * @param adviseOn what to do with a file that does not match.
 */
export async function findNamed(
  paths: readonly string[],
  cwd: string,
  isWanted: (name: string) => boolean,
  ignores: (path: string) => string | undefined = () => undefined,
  adviseOn: (path: string) => string | undefined = () => undefined,
): Promise<Pick<Expansion, 'inputs' | 'refused'>> {
  const inputs = new Map<string, Input>();
  const refused: Refused[] = [];
  const add = (path: string, explicit: boolean): void => {
    if (explicit || ignores(path) === undefined)
      inputs.set(path, { source: wayFrom(cwd, path), path, explicit });
  };
  for (const given of paths) {
    const path = resolve(cwd, given);
    const kind = kindOf(path);
    if (kind === 'folder') {
      const found = filesBelow(path, isWanted, cwd);
      for (const file of found.files) add(join(path, file), false);
      refused.push(...found.refused);
    } else if (kind === 'file') {
      if (isWanted(path)) add(path, true);
      else
        refused.push({
          source: given,
          message: [WRONG_EXTENSION, adviseOn(path)].filter(Boolean).join('; '),
        });
    } else {
      const cost = costFault(given);
      const found =
        isAbsolute(given) || cost !== undefined ? [] : await findFiles(given, cwd, NEVER);
      const wanted = found.filter(
        (file) => isWanted(file) && !lstatSync(join(cwd, file)).isSymbolicLink(),
      );
      for (const file of wanted) add(join(cwd, file), false);
      const message =
        cost === undefined ? kind + nearestPath(given, kind, cwd) : `this pattern ${cost}`;
      if (wanted.length === 0) refused.push({ source: given, message });
    }
  }
  return { inputs: inOrder(inputs), refused };
}

/** Tests of simulations. Other files among the paths are workflows. */
export const findTests = (paths: readonly string[], cwd: string): ReturnType<typeof findNamed> => {
  const isAsked = (path: string): boolean =>
    isTest(path) || kindOf(resolve(cwd, path)) === 'folder';
  return findNamed(paths.filter(isAsked), cwd, isTest);
};

const inOrder = (inputs: ReadonlyMap<string, Input>): readonly Input[] =>
  [...inputs.values()].sort((a, b) => (a.source < b.source ? -1 : 1));

/** `file` (also one that cannot be opened), `folder`, or the reason for neither. */
function kindOf(path: string): 'file' | 'folder' | (string & {}) {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return reasonOf(error);
  }
}

/** An existing path with one other name than a missing one, as the end of a message; else nothing. */
function nearestPath(given: string, kind: string, cwd: string): string {
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

/**
 * The files below a folder with matching names, as paths from there with forward slashes; and the folders that cannot be
 * read. Names that begin with a dot and `node_modules` are left out, and links are not followed. Pipes and devices are among the
 * files: the reader refuses them by name. A pull request can make the folder
 * itself a link to anywhere, so its size is limited. fast-glob takes five times as long.
 */
function filesBelow(
  folder: string,
  isWanted: (name: string) => boolean,
  cwd: string,
): {
  readonly files: readonly string[];
  /** Links, and JSON files with other names. */
  readonly others: readonly string[];
  readonly refused: readonly (Refused & { readonly path: string })[];
} {
  const files: string[] = [];
  const others: string[] = [];
  const refused: (Refused & { path: string })[] = [];
  const refuse = (below: string, message: string): void => {
    const path = join(folder, below);
    refused.push({ path, source: wayFrom(cwd, path) || '.', message });
  };
  const real = realpathSync(folder);
  if (dirname(real) === real) {
    refuse('', 'is the root of the file system');
    return { files, others, refused };
  }
  let left = MAX_ENTRIES;
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    let entries: readonly Dirent[] = [];
    try {
      entries = readdirSync(`${folder}/${below}`, { withFileTypes: true });
    } catch (error) {
      refuse(below, reasonOf(error));
    }
    left -= entries.length;
    if (left < 0) {
      refuse('', `holds more than ${MAX_ENTRIES} files and folders`);
      return { files: [], others: [], refused };
    }
    for (const entry of entries) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        if (name !== 'node_modules') waiting.push(`${below}${name}/`);
      } else if (!entry.isSymbolicLink() && isWanted(name)) files.push(below + name);
      else if (ANY_JSON.test(name)) others.push(below + name);
    }
  }
  return { files, others, refused };
}

const ANY_JSON = /\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;

/** Why a file in a folder is not read. */
function describeUnread(path: string, source: string): UnreadFile {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const isFile = kindOf(path) === 'file' && existsSync(path);
  const name = basename(path);
  if (isLink) {
    const reason = isFile
      ? 'a symbolic link, which is not followed: name it to read it'
      : 'a symbolic link to no file';
    return { source, reason, mayBeExport: isFile && isExport(name.toLowerCase()) };
  }
  return isExport(name.toLowerCase())
    ? {
        source,
        reason:
          'an extension in capital letters, which no folder is searched for: name it to read it',
        mayBeExport: isFile,
      }
    : {
        source,
        reason: 'a package, tsconfig, configuration or simulation file',
        mayBeExport: false,
      };
}

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const MAX_ENTRIES = 1_000_000;

async function findFiles(
  pattern: string,
  cwd: string,
  ignore: string[],
): Promise<readonly string[]> {
  const { glob } = await loadFastGlob();
  const options = { onlyFiles: false, followSymbolicLinks: false, suppressErrors: true };
  const found = await glob(pattern, { cwd, ignore, objectMode: true, ...options });
  return found.filter(({ dirent }) => !dirent.isDirectory()).map(({ path }) => path);
}

// Needed for globs only, and slow to load.
const loadFastGlob = async () => (await import('fast-glob')).default;

function namesIn(folder: string, cwd: string): (file: string) => string {
  const name = wayFrom(cwd, folder);
  if (name === '') return (file) => file;
  // The relative path of a file may be shorter, since the working directory is in this folder.
  return /(?:^|\/)\.\.$/.test(name)
    ? (file) => wayFrom(cwd, join(folder, file))
    : (file) => `${name}/${file}`;
}

/** Whether a path is a folder, or below it. Both are absolute. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}
