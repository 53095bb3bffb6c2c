import type { Suppression } from '../lint/accept.ts';
import type { Severity } from '../model/finding.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { quote } from '../model/text.ts';
import type { AnyRule, Preset } from '../rule.ts';
import { FORMATS, type Format, type SchemaError, unknownRule, wordError } from './faults.ts';
import { type ConfigFault, type ParsedFile, parseFile } from './parse.ts';
import { folderOf, relativePath, resolvePath } from './paths.ts';
import { configSchema } from './schema.ts';

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
  /** Absolute: names in faults are relative to it. */
  readonly cwd: string;
  /** The text of a file by its absolute path, or why it cannot be read. */
  read(path: string): { readonly text: string } | { readonly reason: string };
}

export interface KnownRules {
  readonly rules: readonly AnyRule[];
  readonly mandatory: ReadonlySet<string>;
}

const MOST_FILES = 20;
const EXTENDS = 'write the path of another file, from the folder of this one';

/** A configuration and what it extends, or all their faults. @param path absolute. */
export async function loadConfig(
  path: string,
  sources: ConfigSources,
  known: KnownRules,
): Promise<{ readonly config: Config } | { readonly faults: readonly ConfigFault[] }> {
  const validate = await createValidator(known);
  const faults: ConfigFault[] = [];
  const load = (own: string, chain: readonly string[], fail: (reason: string) => void): Config => {
    const found = sources.read(own);
    if (chain.includes(own)) fail('extends itself');
    else if (chain.length > MOST_FILES) fail(`is extended by more than ${MOST_FILES} files`);
    else if ('reason' in found) fail(found.reason);
    else return build(own, found.text, chain);
    return NO_CONFIG;
  };
  const build = (own: string, text: string, chain: readonly string[]): Config => {
    const file = parseFile(relativePath(sources.cwd, own), text);
    const before = faults.length;
    if (file.faults.length === 0) faults.push(...validate(file));
    faults.push(...file.faults);
    if (faults.length > before) return NO_CONFIG;
    const value = file.value as JsonObject;
    let base = NO_CONFIG;
    for (const [i, given] of textsOf(value['extends']).entries()) {
      const pointer = typeof value['extends'] === 'string' ? '/extends' : `/extends/${i}`;
      const extended = load(resolvePath(folderOf(own), given), [...chain, own], (reason) =>
        faults.push({
          at: file.place(pointer),
          message: `${quote(given)} ${reason}`,
          hint: EXTENDS,
        }),
      );
      base = merge(base, extended);
    }
    return merge(base, readConfig(value, own, file.place));
  };
  const config = load(path, [], (reason) =>
    faults.push({
      at: relativePath(sources.cwd, path),
      message: reason,
      hint: 'edgewise init writes one',
    }),
  );
  return faults.length > 0 ? { faults } : { config };
}

/** The first fault of each place, in the order of the file. */
async function createValidator({ rules, mandatory }: KnownRules) {
  const { Ajv } = await import('ajv');
  const ids = rules.map(({ id }) => id);
  const suppressible: Format = (id) => {
    if (mandatory.has(id))
      return [`${quote(id)} cannot be suppressed`, 'what could not be read was not checked'];
    return ids.includes(id) || id.includes('/') ? undefined : unknownRule(id, ids);
  };
  const formats: Readonly<Record<string, Format>> = { ...FORMATS, suppressible };
  // The schema is ours.
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false });
  for (const [name, format] of Object.entries(formats))
    ajv.addFormat(name, { type: 'string', validate: (text) => format(text) === undefined });
  return ({ value, place }: ParsedFile): readonly ConfigFault[] => {
    // Those of all rules take half a second.
    const named = namesOfRules(value);
    const own = rules.filter(({ id }) => named.has(id));
    const validate = ajv.compile(configSchema(own, mandatory, rules));
    validate(value);
    const errors = (validate.errors ?? []) as unknown as readonly SchemaError[];
    const faults = errors.flatMap((error): readonly ConfigFault[] => {
      // `required` of the conditions of an override: `anyOf` says it.
      if (error.keyword === 'if' || isOfCondition(error)) return [];
      const key = error.params['additionalProperty'] as string | undefined;
      const [message, hint] = wordError(error, formats, ids);
      return [{ at: place(error.instancePath, key), message, hint }];
    });
    const positions = new Map(faults.map((each) => [each.at, each] as const).reverse());
    const lineOf = ({ at }: ConfigFault): readonly number[] => at.split(':').slice(-2).map(Number);
    return [...positions.values()].sort((a, b) => {
      const [left, right] = [lineOf(a), lineOf(b)];
      return (left[0] ?? 0) - (right[0] ?? 0) || (left[1] ?? 0) - (right[1] ?? 0);
    });
  };
}

function namesOfRules(value: unknown): ReadonlySet<string> {
  const overrides = isObject(value) ? [value['overrides']].flat() : [];
  const maps = [value, ...overrides].map((each) => (isObject(each) ? each['rules'] : undefined));
  return new Set(maps.flatMap((each) => (isObject(each) ? Object.keys(each) : [])));
}

const isOfCondition = ({ keyword, params }: SchemaError): boolean =>
  keyword === 'required' &&
  ['workflows', 'files', 'status'].includes(String(params['missingProperty']));

/** Of a value without faults. */
function readConfig(value: JsonObject, path: string, place: ParsedFile['place']): Config {
  const folder = folderOf(path);
  const patterns = (given: unknown): Patterns => ({ folder, values: textsOf(given) });
  const { preset, failOn, maxWarnings } = value as Partial<Config>;
  const listed = (name: string): readonly JsonObject[] => (value[name] ?? []) as JsonObject[];
  return {
    paths: [path],
    ...(preset !== undefined && { preset }),
    ...(failOn !== undefined && { failOn }),
    ...(maxWarnings !== undefined && { maxWarnings }),
    ...Object.fromEntries(
      ['files', 'ignore', 'events', 'baseline']
        .filter((name) => value[name] !== undefined)
        .map((name) => [name, patterns(value[name])]),
    ),
    rules: readRules(value['rules']),
    overrides: listed('overrides').map(
      ({ workflows, files, status, rules }): Override => ({
        ...(workflows !== undefined && { workflows: textsOf(workflows) }),
        ...(files !== undefined && { files: patterns(files) }),
        ...(status !== undefined && { status: String(status) }),
        rules: readRules(rules),
      }),
    ),
    suppressions: listed('suppressions').map(
      (each, i): Suppression => ({
        ...(each as unknown as Suppression),
        from: place(`/suppressions/${i}`),
      }),
    ),
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
