/** The configuration and the files that it names. Nothing outside of its repository is read. */
import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { scan } from 'picomatch';
import { type Config, type ConfigSources, loadConfig } from '../core/config/load-config.ts';
import type { RuleSet } from '../core/lint/lint.ts';
import { quote } from '../core/model/text.ts';
import { readTextFile, stateOf } from './files.ts';
import { isOutside, realpathOr, repositoryOf } from './repository.ts';
import { DATA, SOURCE } from './search.ts';
import { UserError } from './user-error.ts';

export const CONFIG_NAME = 'edgewise.config.json';

/** Of the mistakes in a configuration, which may have thousands. */
const MOST_SHOWN = 50;

/** The nearest configuration from a folder upwards, no further than the root of its repository. */
export function findConfig(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    if (isThere(path)) return path;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
}

/** A broken link is an unreadable file, not a missing one. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // The folder cannot be searched.
    return false;
  }
}

// Names that configurations of other tools have.
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'jsonc', 'json5', 'yml', 'yaml', 'toml'];
const MISNAMED = [
  ...ENDINGS.map((ending) => `edgewise.config.${ending}`),
  ...['edgewise.json', '.edgewiserc', '.edgewiserc.json', '.edgewise.json', '.edgewise.yml'],
];

/** A file of the working directory that looks like a configuration, and is none. */
export const misnamedConfig = (): string | undefined => MISNAMED.find((name) => existsSync(name));

/** The configuration at a path, with what it extends. All mistakes are reported at once. */
export async function readConfig(path: string, known: RuleSet): Promise<Config> {
  const nameOf = (file: string): string => relative('', file);
  const loaded = await loadConfig(path, { nameOf, read: createReader(path) }, known);
  if ('config' in loaded) return loaded.config;
  const [first, ...others] = loaded.faults.map(({ at, message }) => `${at}: ${message}`);
  if (others.length === 0) throw new UserError(String(first), loaded.faults[0]?.hint);
  const details = loaded.faults.map(({ at, message, hint }) => `${at}: ${message}; ${hint}`);
  const title = `the configuration has ${details.length} mistakes`;
  throw new UserError(title, undefined, details.slice(0, MOST_SHOWN));
}

/** Reads only below the root of the repository; outside of one, below the folder. */
function createReader(configuration: string): ConfigSources['read'] {
  const root = realpathOr(repositoryOf(dirname(configuration)) ?? dirname(configuration));
  return (path) =>
    path !== configuration && isOutside(root, realpathOr(path))
      ? { reason: 'is outside of the repository' }
      : readTextFile(path, 1);
}

/** Throws where a path or pattern of the configuration leads out of its repository. */
export function refuseOutside(
  folder: string,
  given: string,
  what = `the configuration names ${quote(given)}, which`,
): void {
  const root = realpathOr(repositoryOf(folder) ?? folder);
  const path = resolve(folder, existsSync(join(folder, given)) ? given : scan(given).base);
  if (isOutside(root, realpathOr(existsSync(path) ? path : dirname(path))))
    throw new UserError(
      `${what} leads out of the repository`,
      'name a file inside of it, or name this one on the command line',
    );
}

/** A report of a pull request would quote a line of another file, such as `.git/config`. */
export function refuseOther(path: string): void {
  if (stateOf(path) === 'file' && !DATA.test(path) && !SOURCE.test(path))
    throw new UserError(
      `the configuration names ${quote(path)}, which is no JSON or source file`,
      'name it on the command line',
    );
}
