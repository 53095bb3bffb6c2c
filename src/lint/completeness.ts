import type { NotChecked } from '../model/finding.ts';
import { isObject } from '../model/json.ts';
import type { Document, EventDefinition } from '../model/nodes.ts';
import type { Completeness } from '../rule.ts';
import type { ActiveRule } from './settings.ts';

type Collection = 'workflows' | 'events';

/** What was loaded of each collection, and what is known to be missing of it and why. */
export interface LedgerState {
  readonly loaded: { readonly workflows: boolean; readonly events: boolean };
  readonly missing: { readonly workflows: ReadonlySet<string>; readonly events: ReadonlySet<string> };
  /** Some workflow has steps. */
  readonly withSteps: boolean;
}

/** Takes down what was loaded. */
export interface Ledger {
  readonly state: LedgerState;
  note(document: Document): void;
  /** Something that could not be read and may have held items of either collection. */
  noteMissing(what: string, of?: Collection): void;
}

/** What follows for the rules. */
export interface Verdicts {
  of(collection: Collection): Completeness;
  /** Why a rule cannot run at all, or `undefined`. */
  blocks(rule: ActiveRule): string | undefined;
  /** What every rule in force could not decide. */
  notChecked(rules: readonly ActiveRule[]): readonly NotChecked[];
}

const MAX_REASONS = 3;

const hasNoName = ({ name }: EventDefinition): boolean => name === undefined;

const NAMES = { workflows: 'workflow list', events: 'event list' } as const;

export function createLedger(): Ledger {
  const loaded = { workflows: false, events: false };
  const missing = { workflows: new Set<string>(), events: new Set<string>() };
  const state = { loaded, missing, withSteps: false };
  const noteMissing = (what: string, collection?: Collection): void => {
    if (collection !== 'events') missing.workflows.add(what);
    if (collection !== 'workflows') missing.events.add(what);
  };
  return {
    state,
    noteMissing,
    note({ workflows, events, lists, problems, form, ref }) {
      if (workflows.length > 0) loaded.workflows = true;
      for (const workflow of workflows) {
        if (workflow.summaryOnly) continue;
        state.withSteps = true;
        if (!workflow.hasSteps) noteMissing(`${ref.source}: the steps of a workflow cannot be read`, 'workflows');
      }
      if (events.length > 0) loaded.events = true;
      if (events.some(hasNoName)) noteMissing(`${ref.source}: the name of an event cannot be read`, 'events');
      for (const list of lists) {
        const { data } = list.raw;
        const collection = list.of === 'unknown' ? undefined : list.of;
        if (collection !== undefined && Array.isArray(data)) loaded[collection] = true;
        if (!Array.isArray(data) || !data.every(isObject)) noteMissing(`${ref.source}: items of a list cannot be read`, collection);
        if (list.hasMore) noteMissing(`${ref.source}: has_more is true`, collection);
      }
      if (form === 'broken') noteMissing(`${ref.source}: ${problems[0]?.message}`);
    },
  };
}

const NO_EVENTS = 'no event definitions were loaded';

/** @param summaries workflows whose steps nothing was read of. */
export function evaluateLedger(states: readonly LedgerState[], summaries: number): Verdicts {
  const loadedIn = (collection: Collection): boolean => states.some(({ loaded }) => loaded[collection]);
  const missingIn = (collection: Collection): ReadonlySet<string> => new Set(states.flatMap(({ missing }) => [...missing[collection]]));
  const loaded = { workflows: loadedIn('workflows'), events: loadedIn('events') };
  const missing = { workflows: missingIn('workflows'), events: missingIn('events') };
  const withSteps = states.some((state) => state.withSteps);

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
    // Without a workflow that has steps there is nothing the rule could have checked.
    if (events !== undefined && !loaded.events && withSteps) return missing.events.size > 0 ? reasonFor('events') : NO_EVENTS;
    if (events === 'complete' && of('events') === 'partial') return reasonFor('events');
    if (workflows !== undefined && !loaded.workflows) return loaded.events ? 'no workflows were loaded' : undefined;
    if (workflows === 'complete') {
      if (of('workflows') === 'partial') return reasonFor('workflows');
      if (summaries > 0) return `the steps of ${summaries === 1 ? '1 workflow are' : `${summaries} workflows are`} not known (list form)`;
    }
    return undefined;
  };

  return {
    of,
    blocks,
    notChecked(rules) {
      const entries: NotChecked[] = [];
      for (const active of rules) {
        const blocked = blocks(active);
        if (blocked !== undefined) entries.push({ rule: active.rule.id, reason: blocked });
        else
          for (const collection of active.rule.gaps ?? []) {
            if (missing[collection].size > 0) entries.push({ rule: active.rule.id, reason: reasonFor(collection) });
            // One that looks at definitions alone has missed nothing.
            else if (collection === 'events' && !loaded.events && withSteps && active.rule.facts !== undefined)
              entries.push({ rule: active.rule.id, reason: NO_EVENTS });
          }
      }
      if (summaries > 0)
        entries.push({
          rule: '*',
          reason: `${summaries === 1 ? '1 workflow is' : `${summaries} workflows are`} in list form, without steps: only names, ids and status were checked`,
        });
      return entries;
    },
  };
}
