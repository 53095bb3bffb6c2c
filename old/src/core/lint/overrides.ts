import type { Severity } from '../model/finding.ts';
import type { WorkflowRef } from '../model/nodes.ts';
import type { AnyRule } from '../rule.ts';
import { createNameMatcher, createPathMatcher, rebase } from './patterns.ts';

import {
  type ActiveRule,
  activate,
  lacksOption,
  type RuleChoice,
  reasonToIdle,
  type SettingAt,
} from './settings.ts';

/** All given conditions must hold. */
export interface Override {
  /** Names with `*`, or ids. */
  readonly workflows?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  readonly status?: string | undefined;
  /** Path from the folder of `files` to the folder of sources. */
  readonly basePath: string;
  readonly rules: ReadonlyMap<string, RuleOverride>;
}

export interface RuleOverride {
  readonly severity?: Severity | 'off' | undefined;
  readonly options?: object | undefined;
}

export interface Settings {
  /** The rules that are on somewhere. */
  readonly active: readonly ActiveRule[];
  /** Absent when settings are the same everywhere. */
  readonly settingAt?: SettingAt;
}

/** The active rules, and where settings differ. Of several matching overrides the last one counts. */
export function resolveSettings(
  rules: readonly AnyRule[],
  choice: RuleChoice,
  overrides: readonly Override[],
): Settings {
  const everywhere = activate(rules, choice);
  if (overrides.length === 0) return { active: everywhere };
  const base = new Map(everywhere.map((active) => [active.rule.id, active]));
  const someTurnOn = (id: string): boolean =>
    overrides.some((override) => (override.rules.get(id)?.severity ?? 'off') !== 'off');
  const onlySomewhere = rules.filter(
    ({ id }) => !base.has(id) && choice.only?.has(id) !== false && someTurnOn(id),
  );
  const severities = new Map(onlySomewhere.map(({ id, severity }) => [id, severity]));
  const added = activate(onlySomewhere, {
    severities,
    options: choice.options,
    calls: choice.calls,
  });
  const off = new Set(added.map(({ rule }) => rule.id));
  const active = [...everywhere, ...added]
    .sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1))
    .map((each) => ({ ...each, idle: idlingOf(each, off, overrides) }));

  const overridesAt = createOverridesAt(overrides);
  return {
    active,
    settingAt(asked, source, workflow) {
      const { id } = asked.rule;
      const own = base.get(id) ?? asked;
      const changes = overridesAt(source, workflow).flatMap(({ rules }) => rules.get(id) ?? []);
      return changes.length === 0 && !off.has(id) ? own : applyChanges(own, changes, off.has(id));
    },
  };
}

/** Overrides may give the required option, or turn the rule on without it. */
function idlingOf(
  { rule, options, idle }: ActiveRule,
  off: ReadonlySet<string>,
  overrides: readonly Override[],
): string | undefined {
  if (idle === undefined) return undefined;
  const changes = overrides.flatMap((override) => override.rules.get(rule.id) ?? []);
  const lacks = (change: RuleOverride): boolean =>
    lacksOption(rule, { ...options, ...change.options });
  const turnsOn = ({ severity }: RuleOverride): boolean =>
    severity !== undefined && severity !== 'off';
  if (off.has(rule.id) && !changes.some((change) => turnsOn(change) && lacks(change)))
    return undefined;
  return changes.every(lacks) ? idle : reasonToIdle(rule, ' everywhere');
}

/** The overrides that apply at a place, found once for each. */
function createOverridesAt(overrides: readonly Override[]) {
  const conditions = overrides.map((override) => ({
    override,
    applies: createCondition(override),
  }));
  const find = (source: string, workflow: WorkflowRef | undefined): readonly Override[] =>
    conditions.flatMap(({ override, applies }) => (applies(source, workflow) ? override : []));
  const bySource = new Map<string, readonly Override[]>();
  const byWorkflow = new Map<WorkflowRef, readonly Override[]>();
  return (source: string, workflow: WorkflowRef | undefined): readonly Override[] => {
    const known = workflow === undefined ? bySource.get(source) : byWorkflow.get(workflow);
    const found = known ?? find(source, workflow);
    if (workflow === undefined) bySource.set(source, found);
    else byWorkflow.set(workflow, found);
    return found;
  };
}

/** @param isOff unless a change turns it on. */
function applyChanges(
  { rule, severity, options }: ActiveRule,
  changes: readonly RuleOverride[],
  isOff: boolean,
): ActiveRule | undefined {
  const changed =
    rule.mandatory === true
      ? undefined
      : changes.findLast((change) => change.severity !== undefined)?.severity;
  const asked = changed ?? (isOff ? 'off' : severity);
  const merged: object = Object.assign({}, options, ...changes.map((change) => change.options));
  return asked === 'off' ? undefined : { rule, severity: asked, options: merged };
}

/** Whether an override applies. Outside of workflows there is no name, id or status. */
export function createCondition({
  workflows,
  files,
  status,
  basePath,
}: Override): (source: string, workflow: WorkflowRef | undefined) => boolean {
  const isNamed = workflows && createNameMatcher(workflows);
  const ids = new Set(workflows);
  const isThere = files && createPathMatcher(files);
  return (source, workflow) => {
    if (status !== undefined && workflow?.status !== status) return false;
    if (isThere !== undefined && !isThere(rebase(source, basePath))) return false;
    if (isNamed === undefined) return true;
    const { id, name } = workflow ?? {};
    return (id !== undefined && ids.has(id)) || (name !== undefined && isNamed(name));
  };
}
