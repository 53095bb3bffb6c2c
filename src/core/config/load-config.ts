import type { Suppression } from '../lint/accept.ts';
import type { RuleSet } from '../lint/lint.ts';
import type { RuleSetting } from '../lint/settings.ts';
import type { Severity } from '../model/finding.ts';
import { asString, defined, type JsonObject } from '../model/json.ts';
import { quote } from '../model/text.ts';
import type { Preset } from '../rule.ts';
import { type ConfigFault, type ConfigFile, createReader } from './validate.ts';

type Rules = ReadonlyMap<string, Required<RuleSetting>>;

/** Patterns or paths, from an absolute folder. */
export interface Patterns {
  readonly folder: string;
  readonly values: readonly string[];
}

export interface Override {
  readonly workflows?: readonly string[];
  readonly files?: Patterns;
  readonly status?: string;
  readonly rules: Rules;
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
  readonly rules: Rules;
  readonly overrides: readonly Override[];
  readonly suppressions: readonly Suppression[];
}

export const NO_CONFIG: Config = { paths: [], rules: new Map(), overrides: [], suppressions: [] };

const HINT = 'name another file';
const EXTENDS_HINT = 'write the path of another file, from the folder of this one';
const ONE_LEVEL = 'only the first configuration extends others';

export interface ConfigSources {
  /** What faults call the file at an absolute path. */
  nameOf(path: string): string;
  /** The text of a file by its absolute path, or why it cannot be read. */
  read(path: string): { readonly text: string } | { readonly reason: string };
}

/** A configuration and what it extends, or all their faults. @param path absolute. */
export async function loadConfig(
  path: string,
  { nameOf, read }: ConfigSources,
  known: RuleSet,
): Promise<{ readonly config: Config } | { readonly faults: readonly ConfigFault[] }> {
  const readText = await createReader(known);
  const faults: ConfigFault[] = [];
  /** @param at the place that names the file. */
  const open = (own: string, name: string, at: string): ConfigFile | undefined => {
    const found = read(own);
    const file =
      'text' in found
        ? readText(nameOf(own), found.text)
        : [{ at, message: `${name} ${found.reason}`, hint: own === path ? HINT : EXTENDS_HINT }];
    if ('value' in file) return file;
    faults.push(...file);
    return undefined;
  };
  const file = open(path, 'the configuration', nameOf(path));
  if (file === undefined) return { faults };
  const at = file.at('/extends');
  let config = NO_CONFIG;
  for (const base of textsOf(file.value['extends'])) {
    const own = resolvePath(folderOf(path), base);
    const extended = open(own, quote(base), at);
    if (extended?.value['extends'] !== undefined)
      faults.push({ at, message: `${quote(base)} extends another file`, hint: ONE_LEVEL });
    else if (extended !== undefined) config = merge(config, readConfig(extended, own));
  }
  return faults.length > 0 ? { faults } : { config: merge(config, readConfig(file, path)) };
}

/** Of a value without faults. */
function readConfig({ value, at }: ConfigFile, path: string): Config {
  const { preset, failOn, maxWarnings } = value as Partial<Config>;
  const { overrides = [], suppressions = [] } = value as Partial<Record<string, JsonObject[]>>;
  const patterns = (given: unknown): Patterns | undefined =>
    given === undefined ? undefined : { folder: folderOf(path), values: textsOf(given) };
  return {
    ...defined({ preset, failOn, maxWarnings }),
    ...defined({ files: patterns(value['files']), ignore: patterns(value['ignore']) }),
    ...defined({ events: patterns(value['events']), baseline: patterns(value['baseline']) }),
    paths: [path],
    rules: readRules(value['rules']),
    overrides: overrides.map(({ workflows, files, status, rules }) => ({
      ...defined({ workflows: workflows ? textsOf(workflows) : undefined, files: patterns(files) }),
      ...defined({ status: asString(status) }),
      rules: readRules(rules),
    })),
    suppressions: suppressions.map((each, i) => ({
      ...(each as unknown as Suppression),
      from: at(`/suppressions/${i}`),
    })),
  };
}

const textsOf = (given: unknown = []): readonly string[] => [given].flat() as string[];

const readRules = (given: unknown = {}): Rules =>
  new Map(
    Object.entries(given as JsonObject).map(([id, entry]) => {
      const [severity, options = {}] = [entry].flat() as [Severity | 'off', object?];
      return [id, { severity, options }];
    }),
  );

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

/** An absolute path, from an absolute folder; both with forward slashes, as text. */
export function resolvePath(folder: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${path.startsWith('/') ? '' : folder}/${path}`.split('/'))
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  return `/${segments.join('/')}`;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
