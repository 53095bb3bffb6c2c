import type { Override } from '../lint/overrides.ts';
import type { PresetName } from '../lint/settings.ts';
import type { Suppression } from '../lint/suppress.ts';
import type { Severity } from '../model/finding.ts';

/** A value, and where it was given: `edgewise.config.json:3:13`. */
export interface Given<T> {
  readonly value: T;
  readonly from: string;
}

export interface RuleSetting {
  readonly severity: Given<Severity | 'off'>;
  readonly options: ReadonlyMap<string, Given<unknown>>;
}

/** Paths and patterns, with the folder they start in. */
export interface Patterns extends Given<readonly string[]> {
  /** Absolute. */
  readonly folder: string;
}

export interface GivenOverride extends Override {
  readonly from: string;
}

export interface GivenSuppression extends Suppression {
  readonly from: string;
}

/** A configuration as it is in force, with what it extends. */
export interface Config {
  /** The files it comes from, as messages name them: what is extended before what extends it. */
  readonly names: readonly string[];
  readonly preset?: Given<PresetName> | undefined;
  readonly files?: Patterns | undefined;
  readonly ignore?: Patterns | undefined;
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly overrides: readonly GivenOverride[];
  readonly suppressions: readonly GivenSuppression[];
}

export const NO_CONFIG: Config = { names: [], rules: new Map(), overrides: [], suppressions: [] };

/** Two configurations as one: lists of files replace each other, rules are joined one by one, overrides and suppressions add up. */
export function mergeConfigs(base: Config, over: Config): Config {
  const rules = new Map(base.rules);
  for (const [id, { severity, options }] of over.rules) rules.set(id, { severity, options: new Map([...(rules.get(id)?.options ?? []), ...options]) });
  return {
    names: [...base.names, ...over.names.filter((name) => !base.names.includes(name))],
    preset: over.preset ?? base.preset,
    files: over.files ?? base.files,
    ignore: over.ignore ?? base.ignore,
    rules,
    overrides: [...base.overrides, ...over.overrides.filter((override) => !base.overrides.includes(override))],
    suppressions: [...base.suppressions, ...over.suppressions.filter((suppression) => !base.suppressions.includes(suppression))],
  };
}
