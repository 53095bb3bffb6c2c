import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checkConfig, objectsIn } from '../../core/config/check.ts';
import { textsIn } from '../../core/config/check-paths.ts';
import {
  type Config,
  type GivenOverride,
  type GivenSuppression,
  mergeConfigs,
  NO_CONFIG,
  type Patterns,
  type RuleSetting,
} from '../../core/config/config.ts';
import type { Mistake } from '../../core/config/wording.ts';
import type { Severity } from '../../core/model/finding.ts';
import { isObject, type JsonObject, own } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import type { AnyRule } from '../../core/rule.ts';
import { nearestFile, outsideMistakes } from './bounds.ts';
import { readConfigBytes, relativePath } from './find.ts';
import { type ParsedConfig, type PlacedMistake, parseConfigText } from './text.ts';

type Loaded =
  | { readonly config: Config; readonly warnings: readonly PlacedMistake[] }
  | { readonly mistakes: readonly PlacedMistake[] };

interface Loading {
  readonly cwd: string;
  readonly rules: readonly AnyRule[];
  readonly flags: readonly string[];
  readonly mistakes: PlacedMistake[];
  readonly warnings: PlacedMistake[];
  /** Each extended file is read once. */
  readonly done: Map<string, Config>;
}

/**
 * Reads a configuration and what it extends. All mistakes of all files are reported at once.
 * @param flags of the command line, to recognise one given as a setting.
 */
export function loadConfig(
  path: string,
  cwd: string,
  rules: readonly AnyRule[],
  flags: readonly string[] = [],
): Loaded {
  const loading: Loading = { cwd, rules, flags, mistakes: [], warnings: [], done: new Map() };
  const name = relativePath(cwd, path);
  const bytes = readConfigBytes(path);
  if (typeof bytes === 'string') return { mistakes: [{ at: name, message: bytes }] };
  const config = loadFile(path, bytes, [], loading);
  const { mistakes, warnings } = loading;
  return mistakes.length > 0 ? { mistakes } : { config, warnings };
}

function loadFile(
  path: string,
  bytes: Uint8Array,
  chain: readonly string[],
  loading: Loading,
): Config {
  const name = relativePath(loading.cwd, path);
  const text = parseConfigText(bytes, name);
  if ('mistakes' in text) {
    loading.mistakes.push(...text.mistakes);
    return NO_CONFIG;
  }
  const checked = checkConfig(text.value, loading.rules, loading.flags);
  const mistakes = [...text.duplicates, ...checked.filter(({ isWarning }) => isWarning !== true)];
  loading.warnings.push(
    ...place(
      text,
      checked.filter(({ isWarning }) => isWarning === true),
    ),
  );
  let base = NO_CONFIG;
  const inner: PlacedMistake[] = [];
  if (isObject(text.value)) {
    for (const mistake of outsideMistakes(text.value, path))
      if (!mistakes.some(({ pointer }) => pointer === mistake.pointer)) mistakes.push(mistake);
    const extended = { ...loading, mistakes: inner };
    for (const [given, pointer] of textsIn(own(text.value, 'extends'), '/extends')) {
      if (mistakes.some((mistake) => mistake.pointer === pointer)) continue;
      const result = loadExtended(given, path, [...chain, realpathSync(path)], extended);
      if (typeof result === 'string')
        mistakes.push({ pointer, message: `${quote(given)} ${result}` });
      else base = mergeConfigs(base, result);
    }
  }
  loading.mistakes.push(...place(text, mistakes), ...inner);
  if (mistakes.length > 0) return NO_CONFIG;
  return mergeConfigs(base, buildConfig(text, path, name, loading.cwd));
}

function loadExtended(
  given: string,
  from: string,
  chain: readonly string[],
  loading: Loading,
): Config | string {
  const path = resolve(dirname(from), given);
  const bytes = readConfigBytes(path);
  if (typeof bytes === 'string') {
    if (bytes !== 'does not exist') return bytes;
    const near = nearestFile(given, from);
    if (near !== undefined) return `${bytes}; did you mean ${quote(near)}?`;
    return /^\.{0,2}\//.test(given)
      ? bytes
      : `${bytes}: "extends" takes paths of files, from the folder of this one, and no packages`;
  }
  const real = realpathSync(path);
  const start = chain.indexOf(real);
  if (start !== -1) {
    const names = [...chain.slice(start), real].map((each) => relativePath(loading.cwd, each));
    return `leads back to where it started: ${names.join(' → ')}`;
  }
  if (chain.length > 100) return 'is extended through more than 100 files';
  const known = loading.done.get(real);
  if (known !== undefined) return known;
  const config = loadFile(path, bytes, chain, loading);
  loading.done.set(real, config);
  return config;
}

/** Mistakes in the order of the file. */
function place(text: ParsedConfig, mistakes: readonly Mistake[]): readonly PlacedMistake[] {
  const at = text.locate(mistakes);
  return mistakes
    .map((mistake) => ({ at: at(mistake), message: mistake.message }))
    .sort((a, b) => lineOf(a, -2) - lineOf(b, -2) || lineOf(a, -1) - lineOf(b, -1));
}

/** The line (-2) or column (-1) of `name:line:column`. */
const lineOf = ({ at }: PlacedMistake, part: number): number => Number(at.split(':').at(part));

function buildConfig(text: ParsedConfig, path: string, name: string, cwd: string): Config {
  const value = text.value as JsonObject;
  const overrides = objectsIn(value, 'overrides');
  const suppressions = objectsIn(value, 'suppressions');
  const from = text.locate([...overrides, ...suppressions].map(([, pointer]) => ({ pointer })));
  const folder = dirname(path);
  const basePath = relativePath(folder, cwd);
  const settings = Object.entries(SETTINGS).flatMap(([key, read]) => {
    const given = own(value, key);
    return given === undefined ? [] : [[key, read(given, folder)]];
  });
  return {
    names: [name],
    ...(Object.fromEntries(settings) as Pick<Config, keyof typeof SETTINGS>),
    rules: readRules(own(value, 'rules')),
    overrides: overrides.map(([given, pointer]): GivenOverride => {
      const { workflows, files, status, rules } = given;
      return {
        ...(workflows !== undefined && { workflows: textsOf(workflows) }),
        ...(files !== undefined && { files: textsOf(files) }),
        ...(status !== undefined && { status: status as string }),
        basePath,
        rules: readRules(rules),
        from: from({ pointer }),
      };
    }),
    suppressions: suppressions.map(([given, pointer]) => ({
      ...(given as unknown as GivenSuppression),
      from: from({ pointer }),
    })),
    from: (...pointers) =>
      text.find(pointers.map((pointer) => ({ pointer, onKey: !pointer.startsWith('/rules/') }))),
  };
}

const textsOf = (given: unknown): readonly string[] => textsIn(given, '').map(([text]) => text);
const asGiven = (given: unknown): unknown => given;
const patternsOf = (given: unknown, folder: string): Patterns => ({
  value: textsOf(given),
  folder,
});

/** How the value of each setting is read. */
const SETTINGS = {
  preset: asGiven,
  failOn: asGiven,
  maxWarnings: asGiven,
  files: patternsOf,
  ignore: patternsOf,
  events: patternsOf,
  baseline: patternsOf,
};

function readRules(rules: unknown): ReadonlyMap<string, RuleSetting> {
  if (!isObject(rules)) return new Map();
  const read = ([id, entry]: [string, unknown]): [string, RuleSetting] => {
    const [severity, options = {}] = [entry].flat() as [Severity | 'off', JsonObject?];
    return [id, { severity, ...(Object.keys(options).length > 0 && { options }) }];
  };
  return new Map(Object.entries(rules).map(read));
}
