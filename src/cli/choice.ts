import type { RuleChoice } from '../lint/settings.ts';
import { PRESETS, type PresetName } from '../lint/settings.ts';
import type { Severity } from '../model/finding.ts';
import { nearest } from '../model/nearest.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { UserError } from './user-error.ts';

const SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;

/** What the command line asks of the rules. */
export function parseChoice({ preset, rule, only }: Pick<Args, 'preset' | 'rule' | 'only'>, rules: readonly AnyRule[]): RuleChoice {
  const severities = new Map<string, Severity | 'off'>();
  for (const given of rule) {
    const [id = '', severity, ...rest] = given.split('=');
    if (severity === undefined || rest.length > 0)
      throw new UserError(`--rule wants ID=SEVERITY, not "${given}"`, `such as --rule ${id || 'unused-event'}=off`);
    if (rules.some((one) => one.id === id && one.mandatory === true && one.severity !== severity)) {
      throw new UserError(`"${id}" is always an error: what was not checked must not pass as clean`, 'leave the file out, or mend it');
    }
    severities.set(knownRule(id, rules), oneOf('severity', severity, SEVERITIES));
  }
  return {
    ...(preset !== undefined && { preset: oneOf('preset', preset, PRESETS) as PresetName }),
    severities,
    ...(only.length > 0 && { only: new Set(only.map((id) => knownRule(id, rules))) }),
  };
}

export function parseFailOn(given: string): (typeof FAIL_ON)[number] {
  return oneOf('value of --fail-on', given, FAIL_ON);
}

export function parseCount(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{1,9}$/.test(given)) throw new UserError(`${flag} wants a whole number, not "${given}"`);
  return Number(given);
}

export function parseStatus(given: string | undefined): string | undefined {
  return given === undefined ? undefined : oneOf('status', given, ['enabled', 'disabled'] as const);
}

/** The id of a rule there is, or a usage error with the nearest one. */
export function knownRule(id: string, rules: readonly AnyRule[]): string {
  if (rules.some((rule) => rule.id === id)) return id;
  const near = nearest(
    id,
    rules.map((rule) => rule.id),
  );
  throw new UserError(
    `there is no rule "${id}"`,
    near === undefined
      ? id.includes('/')
        ? 'if a plugin brings it, name the plugin: --plugin FILE'
        : 'edgewise rules lists them all'
      : `did you mean "${near}"? edgewise rules lists them all`,
  );
}

/** A value of a fixed list, or a usage error with the nearest one. */
export function oneOf<T extends string>(what: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given);
  if (found !== undefined) return found;
  const near = nearest(given, allowed);
  throw new UserError(`unknown ${what} "${given}"`, `${near === undefined ? '' : `did you mean "${near}"? `}allowed: ${allowed.join(', ')}`);
}
