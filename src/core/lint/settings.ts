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

export interface Override {
  readonly applies: (source: string, workflow: Workflow | undefined) => boolean;
  readonly rules: ReadonlyMap<
    string,
    { readonly severity?: Severity | 'off'; readonly options?: object }
  >;
}

export const DEFAULT_CHOICE: RuleChoice = {
  preset: 'recommended',
  severities: new Map(),
  options: new Map(),
  overrides: [],
};

/** A rule with its severity and options; `off` where only overrides turn it on. */
export interface RuleInForce {
  readonly rule: AnyRule;
  readonly severity: Severity | 'off';
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
      const severity = isChosen ? (asked ?? rule.severity) : 'off';
      return {
        rule,
        severity: mandatory.has(rule.id) || rule.isAlwaysOn ? rule.severity : severity,
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
): { readonly severity: Severity; readonly options: object } | undefined {
  const { rule, options } = inForce;
  let { severity } = inForce;
  let merged = options;
  for (const override of overrides) {
    const change = override.rules.get(rule.id);
    if (change === undefined || !override.applies(source, workflow)) continue;
    severity = change.severity ?? severity;
    if (change.options !== undefined) merged = { ...merged, ...change.options };
  }
  return severity === 'off' ? undefined : { severity, options: merged };
}
