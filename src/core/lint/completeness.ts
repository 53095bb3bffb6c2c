import type { Completeness } from '../../rule.ts';
import type { NotChecked } from '../model/finding.ts';
import { isObject } from '../model/json.ts';
import type { Document } from '../model/nodes.ts';
import type { ActiveRule } from './settings.ts';

type Collection = 'workflows' | 'events';

/** Whether each collection was loaded, and what is missing of it and why. */
export interface CompletenessState {
  readonly loaded: Readonly<Record<Collection, boolean>>;
  readonly missing: Readonly<Record<Collection, ReadonlySet<string>>>;
  /** Some workflow has steps. */
  readonly withSteps: boolean;
  /** Some workflow is in a file that was chosen by itself, so others may exist. */
  readonly chosen: boolean;
  /** Some workflow is in a folder, a list or an account, where all others are expected too. */
  readonly gathered: boolean;
}

interface CompletenessTracker {
  readonly state: CompletenessState;
  add(document: Document): void;
  /** @param of both collections when absent. */
  addMissing(what: string, of?: Collection): void;
  addWorkflowsFrom(selection: Selection): void;
}

/** How the files of workflows were found. */
export type Selection = 'chosen' | 'gathered';

export interface CompletenessReport {
  of(collection: Collection): Completeness;
  /** Why a rule cannot run at all, or `undefined`. */
  blocks(rule: ActiveRule): string | undefined;
  /** What each rule in force could not decide. */
  notChecked(rules: readonly ActiveRule[]): readonly NotChecked[];
}

const MAX_REASONS = 3;

const NAMES = { workflows: 'workflow list', events: 'event list' } as const;

export function createCompletenessTracker(): CompletenessTracker {
  const loaded = { workflows: false, events: false };
  const missing = { workflows: new Set<string>(), events: new Set<string>() };
  const state = { loaded, missing, withSteps: false, chosen: false, gathered: false };
  const addMissing = (what: string, collection?: Collection): void => {
    if (collection !== 'events') missing.workflows.add(what);
    if (collection !== 'workflows') missing.events.add(what);
  };
  return {
    state,
    addMissing,
    addWorkflowsFrom: (selection) => void (state[selection] = true),
    add({ workflows, events, lists, problems, form, ref }) {
      if (workflows.length > 0) loaded.workflows = true;
      for (const workflow of workflows) {
        if (workflow.summaryOnly) continue;
        state.withSteps = true;
        if (!workflow.hasSteps)
          addMissing(`${ref.source}: the steps of a workflow cannot be read`, 'workflows');
      }
      if (events.length > 0) loaded.events = true;
      if (events.some(({ name }) => name === undefined))
        addMissing(`${ref.source}: the name of an event cannot be read`, 'events');
      for (const list of lists) {
        const { data } = list.raw;
        const collection = list.of === 'unknown' ? undefined : list.of;
        if (collection !== undefined && Array.isArray(data)) loaded[collection] = true;
        if (!Array.isArray(data) || !data.every(isObject))
          addMissing(`${ref.source}: items of a list cannot be read`, collection);
        if (list.hasMore) addMissing(`${ref.source}: has_more is true`, collection);
      }
      if (form === 'broken') addMissing(`${ref.source}: ${problems[0]?.message}`);
    },
  };
}

const NO_EVENTS = 'no event definitions were loaded';

/** @param summaries number of workflows in list form. */
export function evaluateCompleteness(
  states: readonly CompletenessState[],
  summaries: number,
): CompletenessReport {
  const loaded = {
    workflows: states.some((state) => state.loaded.workflows),
    events: states.some((state) => state.loaded.events),
  };
  const missing = {
    workflows: new Set(states.flatMap((state) => [...state.missing.workflows])),
    events: new Set(states.flatMap((state) => [...state.missing.events])),
  };
  const withSteps = states.some((state) => state.withSteps);
  const isSelection =
    states.some(({ chosen }) => chosen) && !states.some(({ gathered }) => gathered);

  const reasonFor = (collection: Collection): string => {
    const reasons = [...missing[collection]].sort();
    const more = reasons.length > MAX_REASONS ? `; and ${reasons.length - MAX_REASONS} more` : '';
    return `the ${NAMES[collection]} is partial (${reasons.slice(0, MAX_REASONS).join('; ')}${more})`;
  };
  const of = (collection: Collection): Completeness => {
    if (missing[collection].size > 0) return 'partial';
    return loaded[collection] ? 'complete' : 'absent';
  };
  const blocks = ({ rule }: ActiveRule): string | undefined => {
    const { workflows, events } = rule.needs ?? {};
    // Without steps there is nothing to check.
    if (events !== undefined && !loaded.events && withSteps)
      return missing.events.size > 0 ? reasonFor('events') : NO_EVENTS;
    if (events === 'complete' && of('events') === 'partial') return reasonFor('events');
    if (workflows !== undefined && !loaded.workflows)
      return loaded.events ? 'no workflows were loaded' : undefined;
    if (workflows === 'complete') {
      if (of('workflows') === 'partial') return reasonFor('workflows');
      if (isSelection) return 'only single files were read, so other workflows may exist';
      if (summaries > 0)
        return `the steps of ${summaries === 1 ? '1 workflow are' : `${summaries} workflows are`} not known (list form)`;
    }
    return undefined;
  };

  const reasonsFor = (active: ActiveRule): readonly string[] => {
    const blocked = blocks(active);
    if (blocked !== undefined) return [blocked];
    const { gaps = [], facts } = active.rule;
    return gaps.flatMap((collection) => {
      if (missing[collection].size > 0) return reasonFor(collection);
      // A rule without facts reads definitions only.
      const lacksEvents = collection === 'events' && !loaded.events && withSteps;
      return lacksEvents && facts !== undefined ? NO_EVENTS : [];
    });
  };

  return {
    of,
    blocks,
    notChecked(rules) {
      const entries = rules.flatMap((active) =>
        reasonsFor(active).map((reason) => ({ rule: active.rule.id, reason })),
      );
      if (summaries === 0) return entries;
      const are = summaries === 1 ? '1 workflow is' : `${summaries} workflows are`;
      const reason = `${are} in list form, without steps: only names, ids and status were checked`;
      return [...entries, { rule: '*', reason }];
    },
  };
}
