/** Paths, folders and patterns, as the files that they name. */
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { compareText } from '../core/lint/order.ts';
import type { Failure, Skipped } from '../core/model/finding.ts';
import { defined } from '../core/model/json.ts';
import { nearest } from '../core/model/nearest.ts';
import { quote } from '../core/model/text.ts';
import type { Input } from '../core/model/workflow.ts';
import { MISSING, reasonOf, sourceOf, stateOf } from './files.ts';
import type { InputPlan } from './plan.ts';
import { realpathOr } from './repository.ts';

/** A file to read. `path` is absolute, or `-`. */
export interface FoundFile extends Pick<Input, 'name' | 'isNamed' | 'holds'> {
  readonly path: string;
}

/** The files of a plan, each once, in order of name; and what is not read. */
export interface Search {
  readonly files: readonly FoundFile[];
  readonly failures: readonly Failure[];
  readonly skipped: readonly Skipped[];
  readonly ignored: readonly string[];
}

export const DATA = /\.(?:json|ndjson|jsonl)$/i;
export const OTHER_DATA = /^(?:package|tsconfig).*\.json$|^edgewise\.config\.json$|\.sim\.json$/is;
export const SOURCE = /\.[cm]?[jt]sx?$/i;
/** Source files that are read only if a path or pattern names them: tests, types, what is built. */
const NOT_SOURCE =
  /(?:^|\/)(?:dist|build|out|\.next|coverage|__tests__)\/|\.(?:test|spec)\.\w+$|\.d\.[cm]?ts$/i;

/** What of a plan names files. */
type Named = Omit<InputPlan, 'from' | 'takesEvents' | 'workflows'>;

/** Searches for the files of a plan. Links are followed only where they are named. */
export async function search(plan: Named): Promise<Search> {
  const found: Found = { files: [], unread: new Map(), failures: [] };
  for (const path of plan.paths) await findAt(path, undefined, plan, found);
  for (const path of plan.events) await findAt(path, 'events', plan, found);
  const files = distinct(found.files);
  const read = [...files.keys()];
  // What a link leads to may be read by another name.
  const isRead = (path: string): boolean => {
    const real = realpathOr(path);
    return files.has(real) || read.some((each) => each.startsWith(real + sep));
  };
  const unread = [...found.unread].filter(([path]) => !isRead(path));
  const those = (why: Why): readonly string[] =>
    unread.flatMap(([path, each]) => (each === why ? sourceOf(path) : [])).sort(compareText);
  return {
    files: [...files.values()],
    failures: [
      ...found.failures,
      ...those('link').map((source): Failure => ({ source, message: LINK, exit: 3 })),
    ],
    skipped: those('other').map((source) => ({ source, reason: OTHER })),
    ignored: those('ignored'),
  };
}

const LINK = 'symbolic link, not followed; name the file to read it';
const OTHER = 'a package, tsconfig, configuration or simulation file';

/** Why a file that is found is not read. */
type Why = 'link' | 'other' | 'ignored';

interface Found {
  readonly files: FoundFile[];
  /** By their absolute paths. */
  readonly unread: Map<string, Why>;
  readonly failures: Failure[];
}

/** Each file once, by its real path: with its first name, and all that is known of it. */
function distinct(files: readonly FoundFile[]): ReadonlyMap<string, FoundFile> {
  const byPath = new Map<string, FoundFile>();
  for (const file of files.toSorted((a, b) => compareText(a.name, b.name))) {
    const real = realpathOr(file.path);
    const known = byPath.get(real);
    const isNamed = file.isNamed || known?.isNamed === true;
    byPath.set(real, { ...file, ...known, isNamed });
  }
  return byPath;
}

async function findAt(
  given: string,
  holds: string | undefined,
  plan: Named,
  found: Found,
): Promise<void> {
  const fail = (message: string, source = given): void =>
    void found.failures.push({ source, message, exit: 2 });
  const add = (path: string, name: string, isNamed: boolean): void =>
    void found.files.push({ path, name, isNamed, ...defined({ holds }) });
  const path = resolve(given);
  const state = stateOf(path);
  if (given === '-') return add('-', plan.stdinName, true);
  if (state === 'file') return add(path, sourceOf(path), true);
  const isFolder = state === 'folder';
  const real = realpathOr(path);
  if (isFolder && dirname(real) === real) return fail('is the root of the file system');
  if (!isFolder && !(await isPattern(given)))
    return fail(state === MISSING ? MISSING + orNear(given) : state);
  try {
    const [folder, pattern] = isFolder ? [path, '**/*'] : [process.cwd(), given];
    const matches = await matchesOf(pattern, folder, plan, fail);
    for (const [each, why] of matches)
      if (why === 'read') add(each, sourceOf(each), false);
      else found.unread.set(each, why);
    if (!isFolder && matches.size === 0 && !plan.allowsEmpty)
      fail('no JSON or source file matches this pattern');
  } catch (error) {
    fail(`this pattern cannot be used: ${(error as Error).message}`);
  }
}

// Needed for folders and patterns only, and slow to load.
const loadGlob = async () => (await import('fast-glob')).default;

const isPattern = async (path: string) => (await loadGlob()).isDynamicPattern(path);

const GLOB = {
  objectMode: true,
  onlyFiles: false,
  followSymbolicLinks: false,
  caseSensitiveMatch: false,
} as const;
const LEFT_OUT = ['**/node_modules', '**/node_modules/**'];

/** The nearest name in the folder of a path that does not exist, as the end of a message. */
function orNear(given: string): string {
  const folder = dirname(given);
  try {
    const near = nearest(basename(given), readdirSync(folder));
    return near === undefined ? '' : `; did you mean ${quote(join(folder, near))}?`;
  } catch {
    return '';
  }
}

/** What a pattern finds in a folder, by absolute paths. Pipes are refused when they are opened. */
async function matchesOf(
  pattern: string,
  folder: string,
  { ignores, sourceDecoder }: Named,
  fail: (message: string, source: string) => void,
): Promise<ReadonlyMap<string, Why | 'read'>> {
  const failAt = (path: string, message: string): void => {
    if (ignores(path) === undefined) fail(message, sourceOf(path));
  };
  // A folder that cannot be read does not end the search.
  const readFolder = (path: string, options: { withFileTypes: true }) => {
    try {
      return readdirSync(path, options);
    } catch (error) {
      // A pattern may name a folder that does not exist.
      if (reasonOf(error) !== MISSING) failAt(path, reasonOf(error));
      return [];
    }
  };
  const fs = { readdirSync: readFolder as typeof readdirSync };
  const matches = new Map<string, Why | 'read'>();
  const { globSync } = await loadGlob();
  const options = { ...GLOB, ignore: LEFT_OUT, cwd: folder, fs };
  for (const { path: below, name, dirent } of globSync(pattern, options)) {
    const path = resolve(folder, below);
    const ignored = ignores(path);
    const isLink = dirent.isSymbolicLink();
    // The library does not look into these.
    if (dirent.isDirectory() && /[\n\r\u2028\u2029]/.test(name))
      failAt(path, 'a folder with a line break in its name is not searched');
    if (dirent.isDirectory() || ignored === 'own') continue;
    const isSource = sourceDecoder !== undefined && SOURCE.test(name) && !isLeftOut(below, pattern);
    if (isLink ? !mayLeadToData(path, folder) : !DATA.test(name) && !isSource) continue;
    if (OTHER_DATA.test(name)) matches.set(path, 'other');
    else matches.set(path, ignored ?? (isLink ? 'link' : 'read'));
  }
  return matches;
}

function isLeftOut(path: string, pattern: string): boolean {
  const [found] = NOT_SOURCE.exec(path) ?? [];
  return found !== undefined && !pattern.includes(found.replace(/^\/|\.\w+$/g, ''));
}

/** Of a link: to a file, by the name of the link, or to a folder outside of the searched one. */
function mayLeadToData(path: string, folder: string): boolean {
  if (stateOf(path) !== 'folder') return DATA.test(path);
  return !(realpathOr(path) + sep).startsWith(realpathOr(folder) + sep);
}
