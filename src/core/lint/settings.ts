import type { Severity } from '../model/finding.ts';
import type { Workflow } from '../model/workflow.ts';
import type { AnyRule, Preset } from '../rule.ts';

export const PRESETS: readonly Preset[] = ['recommended', 'strict'];

/** What the user chose of the rules. */
export interface RuleChoice {
  readonly preset: Preset;
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  readonly options: ReadonlyMap<string, object>;
  /** Only these, with the mandatory ones. */
  readonly only?: ReadonlySet<string>;
  /** Of several that apply at a place, the last one counts. */
  readonly overrides: readonly Override[];
}

/** What was written of a rule. */
export interface RuleSetting {
  readonly severity?: Severity | 'off';
  readonly options?: object;
}

export interface Override {
  readonly applies: (source: string, workflow: Workflow | undefined) => boolean;
  readonly rules: ReadonlyMap<string, RuleSetting>;
}

export const DEFAULT_CHOICE: RuleChoice = {
  preset: 'recommended',
  severities: new Map(),
  options: new Map(),
  overrides: [],
};

/** What holds of a rule at a place. */
export interface Setting {
  readonly severity: Severity;
  readonly options: object;
  /** The user wrote the severity, so that it counts more than that of a report. */
  readonly isWritten: boolean;
}

/** A rule with its severity and options; `off` where only overrides turn it on. */
export interface RuleInForce {
  readonly rule: AnyRule;
  readonly severity: Severity | 'off';
  readonly isWritten: boolean;
  readonly options: object;
  /** Its reports that name the preset `strict` count too. */
  readonly isStrict: boolean;
}

/** The rules that are on somewhere, by id. @param mandatory ids that nothing turns off. */
export function rulesInForce(
  rules: readonly AnyRule[],
  choice: RuleChoice,
  mandatory: ReadonlySet<string>,
): readonly RuleInForce[] {
  return rules
    .map((rule): RuleInForce => {
      const asked = choice.severities.get(rule.id);
      const inPreset = PRESETS.indexOf(rule.preset) <= PRESETS.indexOf(choice.preset);
      const isChosen = choice.only?.has(rule.id) ?? (inPreset || asked !== undefined);
      const chosen = isChosen ? (asked ?? rule.severity) : 'off';
      const severity = mandatory.has(rule.id) || rule.isAlwaysOn ? rule.severity : chosen;
      return {
        rule,
        severity,
        isWritten: asked === severity,
        options: { ...rule.options?.defaults, ...choice.options.get(rule.id) },
        isStrict:
          choice.preset === 'strict' || asked !== undefined || choice.only?.has(rule.id) === true,
      };
    })
    .filter(({ rule, severity }) => severity !== 'off' || isTurnedOn(rule.id, choice))
    .sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}

const isTurnedOn = (id: string, { overrides, only }: RuleChoice): boolean =>
  only?.has(id) !== false &&
  overrides.some(({ rules }) => (rules.get(id)?.severity ?? 'off') !== 'off');

/** The setting of a rule for a workflow, or outside of workflows; undefined where it is off. */
export function settingAt(
  inForce: RuleInForce,
  { overrides }: RuleChoice,
  source: string,
  workflow: Workflow | undefined,
): Setting | undefined {
  let { severity, isWritten, options } = inForce;
  if (overrides.length === 0) return isOn(inForce) ? inForce : undefined;
  for (const override of overrides) {
    const change = override.rules.get(inForce.rule.id);
    if (change === undefined || !override.applies(source, workflow)) continue;
    if (change.severity !== undefined) [severity, isWritten] = [change.severity, true];
    if (change.options !== undefined) options = { ...options, ...change.options };
  }
  return severity === 'off' ? undefined : { severity, isWritten, options };
}

const isOn = (inForce: RuleInForce): inForce is RuleInForce & Setting => inForce.severity !== 'off';
