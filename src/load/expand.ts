import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { costFault } from '../core/config/check-paths.ts';
import type { SkippedFile } from '../core/model/finding.ts';
import { wayFrom } from './config/find.ts';
import {
  describeUnread,
  filesBelow,
  isExport,
  kindOf,
  type Refused,
  sourceNamer,
  targetOf,
  type UnreadFile,
} from './folder-files.ts';
import { nearestPath } from './nearest-path.ts';

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

const WRONG_EXTENSION = 'this command does not read files with this extension';

const NEVER = ['**/node_modules/**'];
const IGNORED = [
  ...NEVER,
  '**/package*.json',
  '**/tsconfig*.json',
  '**/edgewise.config.json',
  '**/*.sim.json',
];

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
      const nameOf = sourceNamer(path, cwd);
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
        if (lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() === true)
          addUnread(each, wayFrom(cwd, each));
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

interface NamedOptions {
  /** Why to leave out a file that no path names, by its absolute path. */
  readonly ignores?: (path: string) => string | undefined;
  /** What to do with a file that does not match. */
  readonly adviseOn?: (path: string) => string | undefined;
}

/** Files with matching names: named by a path, in folders or by globs, each once, in order of name. */
export async function findNamed(
  paths: readonly string[],
  cwd: string,
  isWanted: (name: string) => boolean,
  { ignores = () => undefined, adviseOn = () => undefined }: NamedOptions = {},
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
