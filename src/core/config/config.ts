import type { Override } from '../lint/overrides.ts';
import type { PresetName } from '../lint/settings.ts';
import type { Suppression } from '../lint/suppress.ts';
import type { Severity } from '../model/finding.ts';

/** A value and its origin: `edgewise.config.json:3:13`. */
interface Sourced<T> {
  readonly value: T;
  readonly from: string;
}

export interface RuleSetting {
  readonly severity: Sourced<Severity | 'off'>;
  readonly options: ReadonlyMap<string, Sourced<unknown>>;
}

export interface Patterns extends Sourced<readonly string[]> {
  /** Absolute. */
  readonly folder: string;
}

export interface GivenOverride extends Override {
  readonly from: string;
}

export interface GivenSuppression extends Suppression {
  readonly from: string;
}

/** A configuration merged with what it extends. */
export interface Config {
  /** Its files, as messages name them; extended files first. */
  readonly names: readonly string[];
  readonly preset?: Sourced<PresetName> | undefined;
  readonly files?: Patterns | undefined;
  readonly ignore?: Patterns | undefined;
  /** Those of `--ignore`. */
  readonly ignoredByFlag?: Patterns | undefined;
  readonly events?: Patterns | undefined;
  readonly failOn?: Sourced<Severity | 'never'> | undefined;
  readonly maxWarnings?: Sourced<number> | undefined;
  /** One path. */
  readonly baseline?: Patterns | undefined;
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly overrides: readonly GivenOverride[];
  readonly suppressions: readonly GivenSuppression[];
}

export const NO_CONFIG: Config = { names: [], rules: new Map(), overrides: [], suppressions: [] };

/** Lists of files are replaced, rules are merged, overrides and suppressions are concatenated. */
export function mergeConfigs(base: Config, over: Config): Config {
  const rules = new Map(base.rules);
  for (const [id, { severity, options }] of over.rules)
    rules.set(id, { severity, options: new Map([...(rules.get(id)?.options ?? []), ...options]) });
  return {
    ...base,
    ...over,
    names: union(base.names, over.names),
    rules,
    overrides: union(base.overrides, over.overrides),
    suppressions: union(base.suppressions, over.suppressions),
  };
}

const union = <T>(base: readonly T[], over: readonly T[]): readonly T[] => [
  ...new Set([...base, ...over]),
];
