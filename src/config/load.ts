import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { RuleOverride } from '../lint/overrides.ts';
import type { PresetName } from '../lint/settings.ts';
import type { Severity } from '../model/finding.ts';
import { isObject, type JsonObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { escapeSegment } from '../model/place.ts';
import type { AnyRule } from '../rule.ts';
import { nearestFile, outsideMistakes } from './bounds.ts';
import { checkConfig, objectsIn } from './check.ts';
import { textsIn } from './check-paths.ts';
import { type Config, type GivenOverride, type GivenSuppression, mergeConfigs, NO_CONFIG, type RuleSetting } from './config.ts';
import { readConfigBytes, wayFrom } from './find.ts';
import { type ConfigText, type Mistake, type PlacedMistake, parseConfigText } from './text.ts';

export type Loaded = { readonly config: Config } | { readonly mistakes: readonly PlacedMistake[] };

interface Loading {
  readonly cwd: string;
  readonly rules: readonly AnyRule[];
  readonly mistakes: PlacedMistake[];
  /** Each file once, whoever extends it. */
  readonly done: Map<string, Config>;
}

/** Reads a configuration and what it extends. All mistakes of all files are told at once. */
export function loadConfig(path: string, cwd: string, rules: readonly AnyRule[]): Loaded {
  const loading: Loading = { cwd, rules, mistakes: [], done: new Map() };
  const name = nameOf(path, cwd);
  const bytes = readConfigBytes(path);
  if (typeof bytes === 'string') return { mistakes: [{ at: name, message: bytes }] };
  const config = loadFile(path, bytes, [], loading);
  return loading.mistakes.length > 0 ? { mistakes: loading.mistakes } : { config };
}

function loadFile(path: string, bytes: Uint8Array, chain: readonly string[], loading: Loading): Config {
  const name = nameOf(path, loading.cwd);
  const text = parseConfigText(bytes, name);
  if ('mistakes' in text) {
    loading.mistakes.push(...text.mistakes);
    return NO_CONFIG;
  }
  const mistakes: Mistake[] = [...text.duplicates, ...checkConfig(text.value, loading.rules)];
  let base = NO_CONFIG;
  const inner: PlacedMistake[] = [];
  if (isObject(text.value)) {
    for (const mistake of outsideMistakes(text.value, path)) if (!mistakes.some(({ pointer }) => pointer === mistake.pointer)) mistakes.push(mistake);
    const extended = { ...loading, mistakes: inner };
    for (const [given, pointer] of textsIn(own(text.value, 'extends'), '/extends')) {
      if (mistakes.some((mistake) => mistake.pointer === pointer)) continue;
      const result = loadExtended(given, path, [...chain, realpathSync(path)], extended);
      if (typeof result === 'string') mistakes.push({ pointer, message: `${quote(given)} ${result}` });
      else base = mergeConfigs(base, result);
    }
  }
  loading.mistakes.push(...place(text, mistakes), ...inner);
  if (mistakes.length > 0) return NO_CONFIG;
  return mergeConfigs(base, buildConfig(text, path, name, loading.cwd));
}

/** A file that another one extends, or why that cannot be. */
function loadExtended(given: string, from: string, chain: readonly string[], loading: Loading): Config | string {
  const path = resolve(dirname(from), given);
  const bytes = readConfigBytes(path);
  if (typeof bytes === 'string') {
    if (bytes !== 'does not exist') return bytes;
    const near = nearestFile(given, from);
    if (near !== undefined) return `${bytes}; did you mean ${quote(near)}?`;
    return /^\.{0,2}\//.test(given) ? bytes : `${bytes}: "extends" takes paths of files, from the folder of this one, and no packages`;
  }
  const real = realpathSync(path);
  const round = chain.indexOf(real);
  if (round !== -1) {
    const names = [...chain.slice(round), real].map((each) => nameOf(each, loading.cwd));
    return `leads back to where it started: ${names.join(' → ')}`;
  }
  const known = loading.done.get(real);
  if (known !== undefined) return known;
  const config = loadFile(path, bytes, chain, loading);
  loading.done.set(real, config);
  return config;
}

/** Mistakes in the order in which they stand in the file. */
function place(text: ConfigText, mistakes: readonly Mistake[]): readonly PlacedMistake[] {
  const at = text.locate(mistakes);
  const position = (from: string): readonly [number, number] => {
    const [line, column] = from.split(':').slice(-2);
    return [Number(line), Number(column)];
  };
  return mistakes
    .map((mistake) => ({ at: at(mistake), message: mistake.message }))
    .sort((a, b) => {
      const [[line, column], [otherLine, otherColumn]] = [position(a.at), position(b.at)];
      return line - otherLine || column - otherColumn;
    });
}

/** A checked file as a configuration. */
function buildConfig(text: ConfigText, path: string, name: string, cwd: string): Config {
  const value = text.value as JsonObject;
  const overrides = objectsIn(value, 'overrides');
  const suppressions = objectsIn(value, 'suppressions');
  const rulePointers = [['/rules', own(value, 'rules')] as const, ...overrides.map(([override, at]) => [`${at}/rules`, own(override, 'rules')] as const)];
  const from = text.locate([
    ...['/preset', '/files', '/ignore'].map((pointer) => ({ pointer, onKey: true })),
    ...rulePointers.flatMap(([at, rules]) => pointersOf(rules, at)),
    ...[...overrides, ...suppressions].map(([, pointer]) => ({ pointer })),
  ]);
  const folder = dirname(path);
  const way = wayFrom(folder, cwd);
  const patterns = (key: string) => {
    const given = own(value, key);
    return given === undefined ? undefined : { value: textsOf(given), from: from({ pointer: `/${key}`, onKey: true }), folder };
  };
  const preset = own(value, 'preset');
  return {
    names: [name],
    preset: preset === undefined ? undefined : { value: preset as PresetName, from: from({ pointer: '/preset', onKey: true }) },
    files: patterns('files'),
    ignore: patterns('ignore'),
    rules: readRules(own(value, 'rules'), '/rules', from),
    overrides: overrides.map(([given, pointer]): GivenOverride => {
      const { workflows, files, status } = given;
      return {
        ...(workflows !== undefined && { workflows: textsOf(workflows) }),
        ...(files !== undefined && { files: textsOf(files) }),
        ...(status !== undefined && { status: status as string }),
        way,
        rules: new Map([...readRules(given['rules'], `${pointer}/rules`, from)].map(([id, setting]) => [id, overrideOf(setting)])),
        from: from({ pointer }),
      };
    }),
    suppressions: suppressions.map(([given, pointer]) => ({ ...(given as unknown as GivenSuppression), from: from({ pointer }) })),
  };
}

const textsOf = (given: unknown): readonly string[] => textsIn(given, '').map(([text]) => text);

function pointersOf(rules: unknown, at: string): readonly { readonly pointer: string; readonly onKey?: boolean }[] {
  if (!isObject(rules)) return [];
  return Object.entries(rules).flatMap(([id, entry]) => {
    const pointer = `${at}/${escapeSegment(id)}`;
    const options = Array.isArray(entry) && isObject(entry[1]) ? Object.keys(entry[1]) : [];
    return [{ pointer }, { pointer: `${pointer}/0` }, ...options.map((option) => ({ pointer: `${pointer}/1/${escapeSegment(option)}` }))];
  });
}

function readRules(rules: unknown, at: string, from: ReturnType<ConfigText['locate']>): ReadonlyMap<string, RuleSetting> {
  if (!isObject(rules)) return new Map();
  return new Map(
    Object.entries(rules).map(([id, entry]) => {
      const pointer = `${at}/${escapeSegment(id)}`;
      const [severity, options] = (Array.isArray(entry) ? entry : [entry]) as [Severity | 'off', JsonObject?];
      const setting: RuleSetting = {
        severity: { value: severity, from: from({ pointer: Array.isArray(entry) ? `${pointer}/0` : pointer }) },
        options: new Map(
          Object.entries(options ?? {}).map(([name, value]) => [name, { value, from: from({ pointer: `${pointer}/1/${escapeSegment(name)}` }) }]),
        ),
      };
      return [id, setting];
    }),
  );
}

function overrideOf({ severity, options }: RuleSetting): RuleOverride {
  return { severity: severity.value, ...(options.size > 0 && { options: optionsOf(options) }) };
}

/** Options as a rule takes them. */
export function optionsOf(options: RuleSetting['options']): object {
  return Object.fromEntries([...options].map(([name, { value }]) => [name, value]));
}

const nameOf = (path: string, cwd: string): string => wayFrom(cwd, path);
