import type { Severity } from '../model/finding.ts';
import type { WorkflowRef } from '../model/nodes.ts';
import { type AnyRule, type CallSource, type Preset, runsWith } from '../rule.ts';

export const PRESETS = ['correctness', 'recommended', 'strict'] as const;
export type PresetName = (typeof PRESETS)[number];

export interface RuleChoice {
  readonly preset?: PresetName | undefined;
  readonly severities?: ReadonlyMap<string, Severity | 'off'> | undefined;
  readonly options?: ReadonlyMap<string, object> | undefined;
  readonly only?: ReadonlySet<string> | undefined;
  /** Where the calls of the run are from. */
  readonly calls?: CallSource | undefined;
}

/** A rule with its severity and options in effect. */
export interface ActiveRule {
  readonly rule: AnyRule;
  readonly severity: Severity;
  readonly options: object;
  readonly idle?: string | undefined;
}

/** The setting of a rule for a workflow, or for a source outside of workflows; `undefined` where it is off. */
export type SettingAt = (
  active: ActiveRule,
  source: string,
  workflow: WorkflowRef | undefined,
) => ActiveRule | undefined;

/** A rule still collects facts where it is off; its reports there are dropped. */
export function optionsAt(
  settingAt: SettingAt | undefined,
  active: ActiveRule,
  source: string,
  workflow?: WorkflowRef,
): object {
  return settingAt === undefined
    ? active.options
    : (settingAt(active, source, workflow) ?? active).options;
}

/** The active rules, by id. */
export function activate(rules: readonly AnyRule[], choice: RuleChoice): readonly ActiveRule[] {
  const active: ActiveRule[] = [];
  for (const rule of rules) {
    if (!runsWith(rule, choice.calls)) continue;
    const severity = severityOf(rule, choice);
    if (severity === 'off') continue;
    const options = { ...rule.options?.defaults, ...choice.options?.get(rule.id) };
    active.push({
      rule,
      severity,
      options,
      idle: lacksOption(rule, options) ? reasonToIdle(rule) : undefined,
    });
  }
  return active.sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}

/** Whether its required option still has the default. */
export function lacksOption(
  { requires, options }: AnyRule,
  given: Readonly<Record<string, unknown>>,
): boolean {
  return (
    requires !== undefined &&
    JSON.stringify(given[requires]) === JSON.stringify(options?.defaults[requires])
  );
}

/** @param except places that have the option. */
export function reasonToIdle({ requires }: AnyRule, except = ''): string {
  return `its option "${requires}" is not given${except}, and without it nothing is checked`;
}

function severityOf(rule: AnyRule, choice: RuleChoice): Severity | 'off' {
  const asked = choice.severities?.get(rule.id);
  if (rule.mandatory === true) return rule.severity;
  if (choice.only !== undefined) return choice.only.has(rule.id) ? (asked ?? rule.severity) : 'off';
  return asked ?? (includes(choice.preset ?? 'recommended', rule.preset) ? rule.severity : 'off');
}

function includes(preset: PresetName, smallest: Preset): boolean {
  return smallest !== 'off' && PRESETS.indexOf(smallest) <= PRESETS.indexOf(preset);
}
