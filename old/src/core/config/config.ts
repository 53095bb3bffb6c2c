import type { Override, RuleOverride } from '../lint/overrides.ts';
import type { PresetName } from '../lint/settings.ts';
import type { Suppression } from '../lint/suppress.ts';
import type { Severity } from '../model/finding.ts';

export interface RuleSetting extends RuleOverride {
  readonly severity: Severity | 'off';
}

export interface Patterns {
  readonly value: readonly string[];
  /** Absolute. */
  readonly folder: string;
}

export interface GivenOverride extends Override {
  /** Its place: `edgewise.config.json:3:13`. */
  readonly from: string;
}

export interface GivenSuppression extends Suppression {
  readonly from: string;
}

/** A configuration merged with what it extends. */
export interface Config {
  /** Its files, as messages name them; extended files first. */
  readonly names: readonly string[];
  readonly preset?: PresetName | undefined;
  readonly files?: Patterns | undefined;
  readonly ignore?: Patterns | undefined;
  /** Those of `--ignore`. */
  readonly ignoredByFlag?: Patterns | undefined;
  readonly events?: Patterns | undefined;
  readonly failOn?: Severity | 'never' | undefined;
  readonly maxWarnings?: number | undefined;
  /** One path. */
  readonly baseline?: Patterns | undefined;
  readonly rules: ReadonlyMap<string, RuleSetting>;
  readonly overrides: readonly GivenOverride[];
  readonly suppressions: readonly GivenSuppression[];
  /** The place of the first of these pointers, in the last file that has one: of a setting its key, in `rules` the value. */
  from(...pointers: readonly string[]): string | undefined;
}

export const NO_CONFIG: Config = {
  names: [],
  rules: new Map(),
  overrides: [],
  suppressions: [],
  from: () => undefined,
};

/** Lists of files are replaced, rules are merged, overrides and suppressions are concatenated. */
export function mergeConfigs(base: Config, over: Config): Config {
  const rules = new Map(base.rules);
  for (const [id, { severity, options }] of over.rules)
    rules.set(id, { severity, options: { ...rules.get(id)?.options, ...options } });
  return {
    ...base,
    ...over,
    names: union(base.names, over.names),
    rules,
    overrides: union(base.overrides, over.overrides),
    suppressions: union(base.suppressions, over.suppressions),
    from: (...pointers) => over.from(...pointers) ?? base.from(...pointers),
  };
}

const union = <T>(base: readonly T[], over: readonly T[]): readonly T[] => [
  ...new Set([...base, ...over]),
];
