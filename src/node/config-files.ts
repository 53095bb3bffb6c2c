/** The configuration and the files that it names. Nothing outside of its repository is read. */
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { scan } from 'picomatch';
import { type Config, type ConfigSources, loadConfig } from '../core/config/config.ts';
import type { RuleSet } from '../core/lint/lint.ts';
import { quote } from '../core/model/text.ts';
import { isOutside, realpathOr, repositoryOf } from './repository.ts';
import { codeOf, UserError } from './user-error.ts';

export const CONFIG_NAME = 'edgewise.config.json';

const LARGEST = 1_000_000;

/** The nearest configuration from a folder upwards, no further than the root of its repository. */
export function findConfig(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, CONFIG_NAME);
    // A broken link is an unreadable configuration, not a missing one.
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return undefined;
  }
}

/** The configuration at a path, with what it extends. All mistakes are reported at once. */
export async function readConfig(path: string, known: RuleSet, cwd: string): Promise<Config> {
  const nameOf = (file: string): string => relative(cwd, file);
  const loaded = await loadConfig(path, { nameOf, read: createReader(path) }, known);
  if ('config' in loaded) return loaded.config;
  const [first, ...others] = loaded.faults.map(({ at, message }) => `${at}: ${message}`);
  if (others.length === 0) throw new UserError(String(first), loaded.faults[0]?.hint);
  const details = loaded.faults.map(({ at, message, hint }) => `${at}: ${message}; ${hint}`);
  throw new UserError(`the configuration has ${details.length} mistakes`, undefined, details);
}

/** Reads only below the root of the repository; outside of one, below the folder. */
function createReader(configuration: string): ConfigSources['read'] {
  const root = realpathOr(repositoryOf(dirname(configuration)) ?? dirname(configuration));
  return (path) => {
    try {
      const real = realpathSync(path);
      if (path !== configuration && isOutside(root, real))
        return { reason: 'is outside of the repository' };
      const { size } = statSync(real);
      if (!statSync(real).isFile()) return { reason: 'is not a file' };
      if (size > LARGEST) return { reason: 'is larger than 1 MB, which no configuration is' };
      return { text: readFileSync(real, 'utf8').replace(/^\ufeff/, '') };
    } catch (error) {
      const code = codeOf(error);
      return { reason: code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})` };
    }
  };
}

/** Throws where a path or pattern of the configuration leads out of its repository. */
export function refuseOutside(folder: string, given: string): void {
  const root = realpathOr(repositoryOf(folder) ?? folder);
  const path = resolve(folder, existsSync(join(folder, given)) ? given : scan(given).base);
  if (isOutside(root, realpathOr(existsSync(path) ? path : dirname(path))))
    throw new UserError(
      `the configuration names ${quote(given)}, which leads out of the repository`,
      'name a file inside of it, or name this one on the command line',
    );
}

// Names that configurations of other tools have.
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'jsonc', 'json5', 'yml', 'yaml', 'toml'];
const MISNAMED = [
  ...ENDINGS.map((ending) => `edgewise.config.${ending}`),
  ...['edgewise.json', '.edgewiserc', '.edgewiserc.json', '.edgewise.json', '.edgewise.yml'],
];

/** A file in a folder that looks like a configuration, and is none. */
export const misnamedConfig = (folder: string): string | undefined =>
  MISNAMED.find((name) => existsSync(join(folder, name)));
