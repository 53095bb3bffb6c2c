import { resolve, sep } from 'node:path';
import type { SkippedFile } from '../core/model/finding.ts';
import { realOrSame, relativePath } from './config/find.ts';
import {
  describeUnread,
  filesBelow,
  isExport,
  kindOf,
  NO_EXPORT,
  type Refused,
  sourceNamer,
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
  const kind = assume && { assume };
  for (const given of paths) {
    if (given === '-') {
      inputs.set('-', { source: '-', explicit: true, ...kind });
      continue;
    }
    const found = await findAt(given, cwd, isExport, NO_EXPORT);
    if (found.named !== undefined) {
      const path = realOrSame(found.named);
      inputs.set(path, { source: relativePath(cwd, path), path, explicit: true, ...kind });
    }
    for (const [path, source] of found.files) {
      const reason = ignores(path);
      if (reason !== undefined) ignored.set(path, { source, reason });
      else if (!inputs.has(path)) inputs.set(path, { source, path, explicit: false, ...kind });
    }
    for (const [path, source] of found.others)
      if (ignores(path) === undefined) unread.set(path, describeUnread(path, source));
    refused.push(...found.refused.filter(({ path }) => !path || ignores(path) === undefined));
  }
  const left = [...ignored].flatMap(([path, file]) => (inputs.has(path) ? [] : [file]));
  // What a link leads to may be read anyway.
  const others = [...unread].flatMap(([path, file]) => {
    if (inputs.has(path)) return [];
    return inputs.has(realOrSame(path)) ? { ...file, mayBeExport: false } : file;
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
  const add = (path: string, explicit: boolean): void =>
    void inputs.set(path, { source: relativePath(cwd, path), path, explicit });
  for (const given of paths) {
    const { named, files, refused: faults } = await findAt(given, cwd, isWanted);
    const wanted = files.filter(([path]) => isWanted(path));
    for (const [path] of wanted) if (ignores(path) === undefined) add(path, false);
    if (named !== undefined && isWanted(named)) add(named, true);
    else if (named !== undefined) {
      const message = [WRONG_EXTENSION, adviseOn(named)].filter(Boolean).join('; ');
      refused.push({ source: given, message });
    }
    refused.push(...faults);
    if (wanted.length === 0 && files.length > 0) refused.push(unmatched(given));
  }
  return { inputs: inOrder(inputs), refused };
}

/** Absolute paths, each with its name in findings. */
type Files = readonly (readonly [path: string, source: string])[];

interface Found {
  /** The file itself. */
  readonly named?: string;
  readonly files: Files;
  /** Links, and files in folders that are not read by their names. */
  readonly others: Files;
  readonly refused: readonly (Refused & { readonly path?: string })[];
}

/** What a path, a folder or a pattern leads to. @param leftOut names of files that no pattern finds. */
async function findAt(
  given: string,
  cwd: string,
  isWanted: (name: string) => boolean,
  leftOut?: RegExp,
): Promise<Found> {
  const path = resolve(cwd, given);
  const kind = kindOf(path);
  if (kind === 'file') return { named: path, files: [], others: [], refused: [] };
  if (kind === 'folder') {
    const nameOf = sourceNamer(path, cwd);
    const { files, others, refused } = filesBelow(path, isWanted, cwd);
    const placed = (names: readonly string[]): Files =>
      names.map((name) => [path + sep + name.replaceAll('/', sep), nameOf(name)]);
    return { files: placed(files), others: placed(others), refused };
  }
  const refuse = (fault: Refused): Found => ({ files: [], others: [], refused: [fault] });
  // Needed for globs only, and slow to load.
  const { glob, isDynamicPattern } = (await import('fast-glob')).default;
  if (!isDynamicPattern(given))
    return refuse({ source: given, message: kind + nearestPath(given, kind, cwd) });
  try {
    const found = await glob(given, { ...GLOB, cwd, ignore: ['**/node_modules/**'] });
    const files = found.filter(
      ({ name, dirent }) => !dirent.isDirectory() && leftOut?.test(name) !== true,
    );
    if (files.length === 0) return refuse(unmatched(given));
    const [links, plain] = [true, false].map(
      (isLink): Files =>
        files
          .filter(({ dirent }) => dirent.isSymbolicLink() === isLink)
          .map((file) => resolve(cwd, file.path))
          .map((each) => [each, relativePath(cwd, each)]),
    ) as [Files, Files];
    return { files: plain, others: links, refused: [] };
  } catch (error) {
    const { message } = error as Error;
    return refuse({ source: given, message: `this pattern cannot be used: ${message}` });
  }
}

const GLOB = {
  objectMode: true,
  onlyFiles: false,
  followSymbolicLinks: false,
  suppressErrors: true,
} as const;

const unmatched = (source: string): Refused => ({
  source,
  message: 'no file matches this pattern',
  isUnmatched: true,
});

/** Tests of simulations. Other files among the paths are workflows. */
export const findTests = (paths: readonly string[], cwd: string): ReturnType<typeof findNamed> => {
  const isAsked = (path: string): boolean =>
    isTest(path) || kindOf(resolve(cwd, path)) === 'folder';
  return findNamed(paths.filter(isAsked), cwd, isTest);
};

const inOrder = (inputs: ReadonlyMap<string, Input>): readonly Input[] =>
  [...inputs.values()].sort((a, b) => (a.source < b.source ? -1 : 1));
