import type { Severity } from '../model/finding.ts';
import type { WorkflowRef } from '../model/nodes.ts';
import type { AnyRule } from '../rule.ts';
import { createNameMatcher, createPathMatcher } from './patterns.ts';
import { rebase } from './rebase.ts';

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

type Scope = ReadonlyMap<string, ActiveRule | undefined>;

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

  const scopeOf = createScopes(active, off, overrides);
  return {
    active,
    settingAt(asked, source, workflow) {
      const { id } = asked.rule;
      const scope = scopeOf(source, workflow);
      if (scope.has(id)) return scope.get(id);
      return off.has(id) ? undefined : (base.get(id) ?? asked);
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

/** Computed once for each set of overrides that apply together. */
function createScopes(
  active: readonly ActiveRule[],
  off: ReadonlySet<string>,
  overrides: readonly Override[],
) {
  const applies = overrides.map(createCondition);
  const known = new Map<string, Scope>();
  const ofWorkflow = new WeakMap<WorkflowRef, Scope>();
  const find = (source: string, workflow: WorkflowRef | undefined): Scope => {
    const matching = overrides.filter((_, i) => applies[i]?.(source, workflow));
    const key = matching.map((override) => overrides.indexOf(override)).join();
    let scope = known.get(key);
    if (scope === undefined) known.set(key, (scope = changesOf(active, off, matching)));
    return scope;
  };
  return (source: string, workflow: WorkflowRef | undefined): Scope => {
    if (workflow === undefined) return find(source, undefined);
    let scope = ofWorkflow.get(workflow);
    if (scope === undefined) ofWorkflow.set(workflow, (scope = find(source, workflow)));
    return scope;
  };
}

function changesOf(
  active: readonly ActiveRule[],
  off: ReadonlySet<string>,
  matching: readonly Override[],
): Scope {
  const scope = new Map<string, ActiveRule | undefined>();
  for (const { rule, severity, options } of active) {
    const changes = matching.flatMap((override) => override.rules.get(rule.id) ?? []);
    if (changes.length === 0) continue;
    const changed =
      rule.mandatory === true
        ? undefined
        : changes.findLast((change) => change.severity !== undefined)?.severity;
    const asked = changed ?? (off.has(rule.id) ? 'off' : severity);
    const merged: object = Object.assign({}, options, ...changes.map((change) => change.options));
    scope.set(rule.id, asked === 'off' ? undefined : { rule, severity: asked, options: merged });
  }
  return scope;
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
