import type { Severity } from '../model/finding.ts';
import type { WorkflowRef } from '../model/nodes.ts';
import type { AnyRule, Preset } from '../rule.ts';

export const PRESETS = ['correctness', 'recommended', 'strict'] as const;
export type PresetName = (typeof PRESETS)[number];

/** What was asked of the rules: the preset, then what differs from it. */
export interface RuleChoice {
  readonly preset?: PresetName | undefined;
  readonly severities?: ReadonlyMap<string, Severity | 'off'> | undefined;
  readonly options?: ReadonlyMap<string, object> | undefined;
  /** Run these rules and no others. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** A rule as it runs: with the severity and options in force. */
export interface ActiveRule {
  readonly rule: AnyRule;
  readonly severity: Severity;
  readonly options: object;
  /** Why it checks nothing, or nothing in some places. */
  readonly idle?: string | undefined;
}

/** A rule as it is in force for a workflow, or for what stands outside of workflows in a source; `undefined` where it is off. */
export type SettingAt = (active: ActiveRule, source: string, workflow: WorkflowRef | undefined) => ActiveRule | undefined;

/** The options of a rule at a place. Where it is off it still adds to what it knows of the others, and what it reports there is dropped. */
export function optionsAt(settingAt: SettingAt | undefined, active: ActiveRule, source: string, workflow?: WorkflowRef): object {
  return settingAt === undefined ? active.options : (settingAt(active, source, workflow) ?? active).options;
}

/** The rules in force, in order of id. */
export function activate(rules: readonly AnyRule[], choice: RuleChoice): readonly ActiveRule[] {
  const active: ActiveRule[] = [];
  for (const rule of rules) {
    const severity = severityOf(rule, choice);
    if (severity === 'off') continue;
    const options = { ...rule.options?.defaults, ...choice.options?.get(rule.id) };
    active.push({ rule, severity, options, idle: lacksOption(rule, options) ? reasonToIdle(rule) : undefined });
  }
  return active.sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}

/** Whether the option that the rule cannot do without is still at its default. */
export function lacksOption({ requires, options }: AnyRule, given: Readonly<Record<string, unknown>>): boolean {
  return requires !== undefined && JSON.stringify(given[requires]) === JSON.stringify(options?.defaults[requires]);
}

/** @param except where it has its option all the same. */
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
