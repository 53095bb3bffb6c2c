import type { Suppression } from '../lint/accept.ts';
import type { RuleSet } from '../lint/lint.ts';
import type { Severity } from '../model/finding.ts';
import { asString, defined, isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/text.ts';
import type { Preset } from '../rule.ts';
import { type ConfigFault, type ParsedFile, parseFile } from './parse.ts';
import { folderOf, resolvePath } from './paths.ts';
import { createValidator } from './validate.ts';

export interface RuleSetting {
  readonly severity: Severity | 'off';
  readonly options: object;
}

/** Patterns or paths, from an absolute folder. */
export interface Patterns {
  readonly folder: string;
  readonly values: readonly string[];
}

export interface Override {
  readonly workflows?: readonly string[];
  readonly files?: Patterns;
  readonly status?: string;
  readonly rules: ReadonlyMap<string, RuleSetting>;
}

/** A configuration, merged with what it extends. */
export interface Config {
  /** Its files, absolute; extended ones first. */
  readonly paths: readonly string[];
  readonly preset?: Preset;
  readonly failOn?: Severity | 'never';
  readonly maxWarnings?: number;
  readonly files?: Patterns;
  readonly ignore?: Patterns;
  readonly events?: Patterns;
  readonly baseline?: Patterns;
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly overrides: readonly Override[];
  readonly suppressions: readonly Suppression[];
}

export const NO_CONFIG: Config = { paths: [], rules: new Map(), overrides: [], suppressions: [] };

export interface ConfigSources {
  /** What faults call the file at an absolute path. */
  nameOf(path: string): string;
  /** The text of a file by its absolute path, or why it cannot be read. */
  read(path: string): { readonly text: string } | { readonly reason: string };
}

const HINT = 'write the path of another file, from the folder of this one';

/** A configuration and what it extends, or all their faults. @param path absolute. */
export async function loadConfig(
  path: string,
  { nameOf, read }: ConfigSources,
  known: RuleSet,
): Promise<{ readonly config: Config } | { readonly faults: readonly ConfigFault[] }> {
  const validate = await createValidator(known);
  const faults: ConfigFault[] = [];
  /** @param at the place that names the file. */
  const load = (own: string, at: string, name: string, isBase: boolean): Config => {
    const found = read(own);
    const refuse = (reason: string, hint = HINT): Config => {
      faults.push({ at, message: `${name} ${reason}`, hint });
      return NO_CONFIG;
    };
    if ('reason' in found) return refuse(found.reason);
    const file = parseFile(nameOf(own), found.text);
    const wrong = 'hint' in file ? [file] : validate(file);
    faults.push(...wrong);
    if ('hint' in file || wrong.length > 0) return NO_CONFIG;
    const value = file.value as JsonObject;
    const names = textsOf(value['extends']);
    if (names.length > 0 && isBase)
      return refuse('extends another file', 'only the first configuration extends others');
    const place = file.at(file.offsetOf('/extends'));
    const bases = names.map((base) =>
      load(resolvePath(folderOf(own), base), place, quote(base), true),
    );
    return [...bases, readConfig(value, own, file)].reduce(merge);
  };
  const config = load(path, nameOf(path), 'the configuration', false);
  return faults.length > 0 ? { faults } : { config };
}

/** Of a value without faults. */
function readConfig(value: JsonObject, path: string, { at, offsetOf }: ParsedFile): Config {
  const { preset, failOn, maxWarnings } = value as Partial<Config>;
  const { overrides = [], suppressions = [] } = value as Partial<Record<string, JsonObject[]>>;
  const folder = folderOf(path);
  const patterns = (given: unknown): Patterns | undefined =>
    given === undefined ? undefined : { folder, values: textsOf(given) };
  return {
    ...defined({ preset, failOn, maxWarnings }),
    ...defined({ files: patterns(value['files']), ignore: patterns(value['ignore']) }),
    ...defined({ events: patterns(value['events']), baseline: patterns(value['baseline']) }),
    paths: [path],
    rules: readRules(value['rules']),
    overrides: overrides.map(({ workflows, files, status, rules }) => ({
      ...defined({ workflows: workflows === undefined ? undefined : textsOf(workflows) }),
      ...defined({ files: patterns(files), status: asString(status) }),
      rules: readRules(rules),
    })),
    suppressions: suppressions.map((each, i) => ({
      ...(each as unknown as Suppression),
      from: at(offsetOf(`/suppressions/${i}`)),
    })),
  };
}

function readRules(given: unknown): ReadonlyMap<string, RuleSetting> {
  const entries = isObject(given) ? Object.entries(given) : [];
  return new Map(
    entries.map(([id, entry]) => {
      const [severity, options = {}] = [entry].flat() as [Severity | 'off', object?];
      return [id, { severity, options }];
    }),
  );
}

const textsOf = (given: unknown): readonly string[] =>
  [given ?? []].flat().filter((each): each is string => typeof each === 'string');

/** Settings are replaced, rules are merged, overrides and suppressions are added. */
function merge(base: Config, over: Config): Config {
  const rules = new Map(base.rules);
  for (const [id, { severity, options }] of over.rules)
    rules.set(id, { severity, options: { ...rules.get(id)?.options, ...options } });
  return {
    ...base,
    ...over,
    rules,
    paths: [...new Set([...base.paths, ...over.paths])],
    overrides: [...base.overrides, ...over.overrides],
    suppressions: [...base.suppressions, ...over.suppressions],
  };
}
