import { lstatSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { filesBelow } from './folder.ts';
import { reasonOf } from './refusal.ts';

/** A source to read. */
export interface Input {
  /** As findings name it: relative to the working directory, with forward slashes; `-` for stdin. */
  readonly source: string;
  /** Absolute path; absent for stdin. */
  readonly path?: string;
  /** Named itself rather than found in a folder or by a glob: it must then hold workflows or events. */
  readonly explicit: boolean;
  /** What its items are taken for when their shape does not say. */
  readonly assume?: 'workflows' | 'events';
}

export interface Expansion {
  readonly inputs: readonly Input[];
  /** Paths that lead nowhere, and folders that cannot be looked into. */
  readonly refused: readonly Refused[];
}

/** What is not read, with the reason. */
export interface Refused {
  readonly source: string;
  readonly message: string;
}

const NEVER = ['**/node_modules/**'];
const IGNORED = [...NEVER, '**/package*.json', '**/tsconfig*.json', '**/edgewise.config.json', '**/*.sim.json'];

/** The same for the files of a folder, by name. */
const isExport = (name: string): boolean =>
  /\.(?:json|ndjson|jsonl)(?:\.gz)?$/.test(name) && !/^(?:package|tsconfig).*\.json$|^edgewise\.config\.json$|\.sim\.json$/s.test(name);

/**
 * Paths, folders and globs into the files to read, each once, in order of name. Symbolic links are followed only when named.
 * @param ignores whether to leave out a file that was not named itself, by its absolute path.
 */
export async function expandPaths(paths: readonly string[], cwd: string, assume?: Input['assume'], ignores?: (path: string) => boolean): Promise<Expansion> {
  const inputs = new Map<string, Input>();
  const refused: Refused[] = [];
  const add = (path: string, explicit: boolean, source = displayName(path, cwd)): void => {
    if (!explicit && ignores?.(path)) return;
    const known = inputs.get(path);
    if (known === undefined || (explicit && !known.explicit)) inputs.set(path, { source, path, explicit, ...(assume && { assume }) });
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
      const refuse = refuserOf(path, cwd, refused, ignores);
      for (const file of filesBelow(path, isExport, refuse)) add(join(path, file), false, nameOf(file));
    } else if (kind === 'file') {
      add(lstatSync(path).isSymbolicLink() ? realpathSync(path) : path, true);
    } else {
      const { isDynamicPattern } = await loadFastGlob();
      if (!isDynamicPattern(given)) {
        refused.push({ source: given, message: kind });
        continue;
      }
      const found = await findFiles([given], cwd);
      for (const file of found) add(resolve(cwd, file), false);
      if (found.length === 0) refused.push({ source: given, message: 'no file matches this pattern' });
    }
  }
  return { inputs: [...inputs.values()].sort((a, b) => (a.source < b.source ? -1 : 1)), refused };
}

/** Notes the folders that cannot be looked into, unless they are to be left out anyway: what was not checked is said. */
function refuserOf(folder: string, cwd: string, refused: Refused[], ignores?: (path: string) => boolean) {
  return (below: string, error: unknown): void => {
    const path = join(folder, below);
    if (ignores?.(path)) return;
    refused.push({ source: displayName(path, cwd) || '.', message: reasonOf(error) });
  };
}

/** `file` (also one that cannot be opened), `folder`, or why there is neither. */
function kindOf(path: string): 'file' | 'folder' | (string & {}) {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    return reasonOf(error);
  }
}

/** Tests of simulations: files named themselves, and those in folders, each once, in order of name. */
export async function findTests(paths: readonly string[], cwd: string): Promise<Expansion> {
  const inputs = new Map<string, Input>();
  const refused: Refused[] = [];
  for (const given of paths) {
    const path = resolve(cwd, given);
    const kind = kindOf(path);
    if (kind === 'folder') {
      for (const file of filesBelow(path, isTest, refuserOf(path, cwd, refused))) inputs.set(join(path, file), inputOf(join(path, file), cwd, false));
    } else if (!isTest(given)) continue;
    else if (kind === 'file') inputs.set(path, inputOf(path, cwd, true));
    else {
      const found = isAbsolute(given) ? [] : await findFiles([given], cwd, NEVER);
      for (const file of found) inputs.set(join(cwd, file), inputOf(join(cwd, file), cwd, false));
      if (found.length === 0) refused.push({ source: given, message: kind });
    }
  }
  return { inputs: [...inputs.values()].sort((a, b) => (a.source < b.source ? -1 : 1)), refused };
}

/** Whether a path names tests of simulations, which are no workflows. */
export const isTest = (path: string): boolean => path.endsWith('.sim.json');

const inputOf = (path: string, cwd: string, explicit: boolean): Input => ({ source: displayName(path, cwd), path, explicit });

async function findFiles(patterns: string[], cwd: string, ignore: string[] = IGNORED): Promise<readonly string[]> {
  const { glob } = await loadFastGlob();
  return glob(patterns, { cwd, ignore, followSymbolicLinks: false, onlyFiles: true, unique: true, suppressErrors: true });
}

// Needed for globs only, and slow to load.
const loadFastGlob = async () => (await import('fast-glob')).default;

/** What findings call the files of a folder. */
function namesIn(folder: string, cwd: string): (file: string) => string {
  const name = displayName(folder, cwd);
  if (name === '') return (file) => file;
  // The way to a file may be shorter than by this folder, which the working directory is in.
  return /(?:^|\/)\.\.$/.test(name) ? (file) => displayName(join(folder, file), cwd) : (file) => `${name}/${file}`;
}

/** A path as findings name it. */
export function displayName(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return sep === '/' ? name : name.replaceAll(sep, '/');
}
