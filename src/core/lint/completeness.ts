import { type AnyRule, type Completeness, isAboutCode } from '../../rule.ts';
import type { NotChecked } from '../model/finding.ts';
import { addTo } from '../model/groups.ts';
import { isObject } from '../model/json.ts';
import type { Document, Step } from '../model/nodes.ts';
import type { Reference } from '../model/references.ts';
import {
  COLLECTIONS,
  RESOURCE_TYPES,
  resourceOfFile,
  resourceTypeOf,
} from '../resources/registry.ts';
import type { ActiveRule } from './settings.ts';

/** Whether each collection was loaded, what is missing and why. Collections have names: `workflows`, `events`, and resources. */
export interface CompletenessState {
  readonly loaded: ReadonlySet<string>;
  /** Resources of which a whole list was read. Single items do not show which others exist. */
  readonly listed: ReadonlySet<string>;
  readonly missing: ReadonlyMap<string, ReadonlySet<string>>;
  /** Resources that workflows use. */
  readonly used: ReadonlySet<string>;
  /** Some workflow has steps. */
  readonly withSteps: boolean;
  /** Some workflow is in a file that a path names, so others may exist. */
  readonly chosen: boolean;
  /** Some workflow is in a folder, a list or an account, where all others are expected too. */
  readonly gathered: boolean;
}

interface CompletenessTracker {
  readonly state: CompletenessState;
  add(document: Document): void;
  /** @param of workflows and events when absent. */
  addMissing(what: string, of?: string): void;
  addWorkflowsFrom(selection: Selection): void;
}

/** How the files with workflows were found. */
export type Selection = 'chosen' | 'gathered';

export interface CompletenessReport {
  of(collection: string): Completeness;
  /** Why a rule cannot run at all, or `undefined`. */
  blocks(rule: ActiveRule): Reason | undefined;
  /** What each active rule could not decide. */
  notChecked(rules: readonly ActiveRule[]): readonly NotChecked[];
}

type Reason = Omit<NotChecked, 'rule'>;

const MAX_REASONS = 3;

export function createCompletenessTracker(): CompletenessTracker {
  const loaded = new Set<string>();
  const listed = new Set<string>();
  const missing = new Map<string, Set<string>>();
  const flags = { withSteps: false, chosen: false, gathered: false };
  const state = { loaded, listed, missing, used: new Set<string>(), ...flags };
  const addMissing = (what: string, collection?: string): void => {
    for (const each of collection === undefined ? ['workflows', 'events'] : [collection]) {
      const reasons = missing.get(each) ?? new Set();
      missing.set(each, reasons.add(what));
    }
  };
  return {
    state,
    addMissing,
    addWorkflowsFrom: (selection) => void (state[selection] = true),
    add({ workflows, events, resources, lists, problems, form, ref }) {
      if (workflows.length > 0) loaded.add('workflows');
      for (const workflow of workflows) {
        if (workflow.summaryOnly) continue;
        state.withSteps = true;
        if (!workflow.hasSteps)
          addMissing(`${ref.source}: the steps of a workflow cannot be read`, 'workflows');
      }
      if (events.length > 0) loaded.add('events');
      if (events.some(({ name }) => name === undefined))
        addMissing(`${ref.source}: the name of an event cannot be read`, 'events');
      for (const { of } of resources) loaded.add(of);
      for (const list of lists) {
        const items = list.raw['data'];
        const collection = list.of === 'unknown' ? undefined : list.of;
        if (collection !== undefined && Array.isArray(items)) {
          loaded.add(collection);
          listed.add(collection);
        }
        if (!Array.isArray(items) || !items.every(isObject))
          addMissing(`${ref.source}: items of a list cannot be read`, collection);
        if (list.hasMore) addMissing(`${ref.source}: has_more is true`, collection);
      }
      if (form !== 'broken') return;
      const what = `${ref.source}: ${problems[0]?.message}`;
      addMissing(what);
      const type = resourceOfFile(ref.source);
      if (type !== undefined) addMissing(what, type.name);
    },
  };
}

/** The resources that workflows use, noted workflow by workflow. */
export function createUses() {
  const used = new Set<string>();
  return {
    used,
    add(steps: readonly Step[], references: () => readonly Reference[]): void {
      if (used.size === RESOURCE_TYPES.length) return;
      for (const type of RESOURCE_TYPES)
        if (!used.has(type.name) && type.isUsedBy(steps, references)) used.add(type.name);
    },
  };
}

/** The names of the resources that a rule reads. */
export const resourcesReadBy = ({ needs = {} }: AnyRule): readonly string[] =>
  Object.keys(needs).filter((name) => resourceTypeOf(name) !== undefined);

export const readsResources = (rule: AnyRule): boolean => resourcesReadBy(rule).length > 0;

const isNeeded = (need: string | undefined): boolean => need !== undefined && need !== 'partly';

const NO_EVENTS = 'no event definitions were loaded';

/**
 * @param listForms number of workflows in list form.
 * @param used the resources that workflows use; before they are checked, each may be used.
 */
export function evaluateCompleteness(
  states: readonly CompletenessState[],
  listForms: number,
  used?: ReadonlySet<string>,
): CompletenessReport {
  const has = (name: string, of: 'loaded' | 'listed'): boolean =>
    states.some((state) => state[of].has(name));
  const missing = new Map<string, string[]>();
  for (const state of states)
    for (const [name, reasons] of state.missing)
      for (const reason of reasons) addTo(missing, name, reason);
  for (const { name, plural } of COLLECTIONS)
    if (has(name, 'loaded') && !has(name, 'listed'))
      addTo(missing, name, `no list of ${plural} was read`);
  const withSteps = states.some((state) => state.withSteps);
  const isSelection =
    states.some(({ chosen }) => chosen) && !states.some(({ gathered }) => gathered);

  const reasonsOf = (collection: string): string | undefined => {
    const reasons = [...new Set(missing.get(collection))].sort();
    const more = reasons.length > MAX_REASONS ? `; and ${reasons.length - MAX_REASONS} more` : '';
    return reasons.length === 0 ? undefined : `${reasons.slice(0, MAX_REASONS).join('; ')}${more}`;
  };
  const partial = (collection: string): Reason => {
    const noun = resourceTypeOf(collection)?.noun ?? collection.slice(0, -1);
    return { reason: `the ${noun} list is partial (${reasonsOf(collection)})` };
  };
  const of = (collection: string): Completeness => {
    if (resourceTypeOf(collection) !== undefined && !has(collection, 'loaded')) return 'absent';
    if (missing.has(collection)) return 'partial';
    return has(collection, 'loaded') ? 'complete' : 'absent';
  };

  /** Of a resource that workflows use. */
  const lackOf = (collection: string): Reason | undefined => {
    const type = resourceTypeOf(collection);
    // Without --audit, missing samples are not reported.
    const isAsked =
      type?.audit === undefined ? used?.has(collection) !== false : missing.has(collection);
    if (type === undefined || !isAsked) return undefined;
    if (of(collection) === 'partial') return partial(collection);
    if (of(collection) === 'complete') return undefined;
    const why = reasonsOf(collection);
    const reason = `no ${type.plural} were loaded`;
    return why === undefined ? { reason, absent: type.plural } : { reason: `${reason} (${why})` };
  };
  const blocks = ({ rule }: ActiveRule): Reason | undefined => {
    const { workflows, events, ...resources } = rule.needs ?? {};
    // Without steps, these rules have nothing to check.
    const matters = withSteps || isAboutCode(rule);
    if (isNeeded(events) && !has('events', 'loaded') && matters)
      return missing.has('events') ? partial('events') : { reason: NO_EVENTS };
    if (events === 'complete' && of('events') === 'partial') return partial('events');
    if (isNeeded(workflows) && !has('workflows', 'loaded'))
      return has('events', 'loaded') ? { reason: 'no workflows were loaded' } : undefined;
    if (workflows === 'complete') {
      if (of('workflows') === 'partial') return partial('workflows');
      if (isSelection)
        return { reason: 'only single files were read, so other workflows may exist' };
      if (listForms > 0)
        return {
          reason: `the steps of ${listForms === 1 ? '1 workflow are' : `${listForms} workflows are`} not known (list form)`,
        };
    }
    for (const [name, need] of Object.entries(resources))
      if (need === 'complete' || (need === 'any' && of(name) === 'absent')) {
        const lack = lackOf(name);
        if (lack !== undefined) return lack;
      }
    return undefined;
  };

  const reasonsFor = (active: ActiveRule): readonly Reason[] => {
    const blocked = blocks(active);
    if (blocked !== undefined) return [blocked];
    const { needs = {}, workflow, compare } = active.rule;
    return Object.keys(needs).flatMap((collection): readonly Reason[] => {
      if (needs[collection] === 'complete') return [];
      if (resourceTypeOf(collection) !== undefined) {
        const lack = lackOf(collection);
        return lack === undefined ? [] : [lack];
      }
      if (missing.has(collection)) return [partial(collection)];
      // Other rules read definitions only.
      const readsMore = workflow !== undefined || compare !== undefined;
      const lacksEvents = collection === 'events' && !has('events', 'loaded') && readsMore;
      return lacksEvents && (withSteps || isAboutCode(active.rule)) ? [{ reason: NO_EVENTS }] : [];
    });
  };

  return {
    of,
    blocks,
    notChecked(rules) {
      const entries = rules.flatMap((active) =>
        reasonsFor(active).map((reason) => ({ rule: active.rule.id, ...reason })),
      );
      if (listForms === 0) return entries;
      const are = listForms === 1 ? '1 workflow is' : `${listForms} workflows are`;
      const reason = `${are} in list form, without steps: only names, ids and status were checked`;
      return [...entries, { rule: '*', reason }];
    },
  };
}
