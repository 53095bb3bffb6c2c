import type { Failure, NotChecked } from '../model/finding.ts';
import { addTo } from '../model/groups.ts';
import { isObject } from '../model/json.ts';
import { isTooLarge, LARGE_WORKFLOW } from '../model/limits.ts';
import type { Document, Step } from '../model/nodes.ts';
import type { Reference } from '../model/references.ts';
import { takeFirst } from '../model/text.ts';
import { RESOURCE_TYPES, resourceOfFile, resourceTypeOf } from '../resources/registry.ts';
import { type AnyRule, type Completeness, isAboutCode } from '../rule.ts';
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

/** What was read besides documents, or was not read. */
export interface Gaps {
  /** @param of the collection that it would have contained; default: workflows and events. */
  readonly failures?: readonly { readonly failure: Failure; readonly of?: string | undefined }[];
  /** What a collection lacks on purpose. */
  readonly leftOut?: readonly { readonly what: string; readonly of: string }[];
  /** How the files with workflows were found. */
  readonly selections?: Iterable<Selection>;
}

export function completenessIn(
  documents: readonly Document[],
  { failures = [], leftOut = [], selections = [] }: Gaps,
): CompletenessState {
  const loaded = new Set<string>();
  const listed = new Set<string>();
  const missing = new Map<string, Set<string>>();
  const addMissing = (what: string, collection?: string): void => {
    for (const each of collection === undefined ? ['workflows', 'events'] : [collection]) {
      const reasons = missing.get(each) ?? new Set();
      missing.set(each, reasons.add(what));
    }
  };
  for (const { workflows, events, resources, lists, problems, ...rest } of documents) {
    const at = rest.ref.source;
    if (workflows.length > 0) loaded.add('workflows');
    for (const workflow of workflows.filter(({ summaryOnly }) => !summaryOnly)) {
      if (isTooLarge(workflow)) addMissing(`${at}: a workflow is ${LARGE_WORKFLOW}`, 'workflows');
      if (!workflow.hasSteps)
        addMissing(`${at}: the steps of a workflow cannot be read`, 'workflows');
    }
    if (events.length > 0) loaded.add('events');
    if (events.some(({ name }) => name === undefined))
      addMissing(`${at}: the name of an event cannot be read`, 'events');
    for (const { of } of resources) loaded.add(of);
    for (const list of lists) {
      const items = list.raw['data'];
      const collection = list.of === 'unknown' ? undefined : list.of;
      if (collection !== undefined && Array.isArray(items)) {
        loaded.add(collection);
        listed.add(collection);
      }
      if (!Array.isArray(items) || !items.every(isObject))
        addMissing(`${at}: items of a list cannot be read`, collection);
      if (list.hasMore) addMissing(`${at}: has_more is true`, collection);
    }
    if (rest.form !== 'broken') continue;
    const what = `${at}: ${problems[0]?.message}`;
    addMissing(what, rest.lacksEvents === true ? 'workflows' : undefined);
    const type = resourceOfFile(at);
    if (type !== undefined) addMissing(what, type.name);
  }
  for (const { failure, of } of failures) addMissing(`${failure.source} could not be read`, of);
  for (const { what, of } of leftOut) addMissing(what, of);
  const found = new Set(selections);
  return {
    loaded,
    listed,
    missing,
    used: new Set(),
    withSteps: documents.some(({ workflows }) => workflows.some((each) => !each.summaryOnly)),
    chosen: found.has('chosen'),
    gathered: found.has('gathered'),
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

const NO_EVENTS = 'no event definitions were loaded';

/** All states of a run together. */
interface Joined {
  readonly loaded: ReadonlySet<string>;
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** The resources that workflows use; before they are checked, each may be used. */
  readonly used: ReadonlySet<string> | undefined;
  readonly withSteps: boolean;
  /** Only single files were read. */
  readonly isSelection: boolean;
  /** The number of workflows in list form. */
  readonly listForms: number;
}

/**
 * @param listForms number of workflows in list form.
 * @param used the resources that workflows use; before they are checked, each may be used.
 */
export function evaluateCompleteness(
  states: readonly CompletenessState[],
  listForms: number,
  used?: ReadonlySet<string>,
): CompletenessReport {
  const joined = joinStates(states, listForms, used);
  return {
    of: (collection) => completenessOf(collection, joined),
    blocks: (active) => blocking(active.rule, joined),
    notChecked(rules) {
      const entries = rules.flatMap(({ rule }) =>
        reasonsFor(rule, joined).map((reason) => ({ rule: rule.id, ...reason })),
      );
      if (listForms === 0) return entries;
      const reason = `${countOf(listForms, 'is', 'are')} in list form, without steps: only names, ids and status were checked`;
      return [...entries, { rule: '*', reason }];
    },
  };
}

function joinStates(
  states: readonly CompletenessState[],
  listForms: number,
  used: ReadonlySet<string> | undefined,
): Joined {
  const union = (of: 'loaded' | 'listed') => new Set(states.flatMap((state) => [...state[of]]));
  const [loaded, listed] = [union('loaded'), union('listed')];
  const missing = new Map<string, string[]>();
  for (const [name, reasons] of states.flatMap((state) => [...state.missing]))
    for (const reason of reasons) addTo(missing, name, reason);
  for (const { name, plural } of RESOURCE_TYPES)
    if (loaded.has(name) && !listed.has(name))
      addTo(missing, name, `no list of ${plural} was read`);
  return {
    loaded,
    missing,
    used,
    withSteps: states.some((state) => state.withSteps),
    isSelection: states.some(({ chosen }) => chosen) && !states.some(({ gathered }) => gathered),
    listForms,
  };
}

function completenessOf(collection: string, { loaded, missing }: Joined): Completeness {
  if (!loaded.has(collection)) return 'absent';
  return missing.has(collection) ? 'partial' : 'complete';
}

function reasonsOf(collection: string, { missing }: Joined): string | undefined {
  const reasons = [...new Set(missing.get(collection))].sort();
  const { first, more } = takeFirst(reasons, 3);
  const shown = more > 0 ? [...first, `and ${more} more`] : first;
  return shown.length === 0 ? undefined : shown.join('; ');
}

function partial(collection: string, joined: Joined): Reason {
  const noun = resourceTypeOf(collection)?.noun ?? collection.slice(0, -1);
  return { reason: `the ${noun} list is partial (${reasonsOf(collection, joined)})` };
}

/** What is missing of a resource that workflows use. */
function lackOf(collection: string, joined: Joined): Reason | undefined {
  const type = resourceTypeOf(collection);
  if (type === undefined) return undefined;
  const isAsked = joined.used?.has(collection) !== false;
  const completeness = completenessOf(collection, joined);
  if (!isAsked || completeness === 'complete') return undefined;
  if (completeness === 'partial') return partial(collection, joined);
  const why = reasonsOf(collection, joined);
  const reason = `no ${type.plural} were loaded`;
  return why === undefined ? { reason, absent: type.plural } : { reason: `${reason} (${why})` };
}

/** Why a rule cannot run at all, or `undefined`. */
function blocking(rule: AnyRule, joined: Joined): Reason | undefined {
  const { workflows, events, ...resources } = rule.needs ?? {};
  const { loaded, missing, withSteps } = joined;
  // Without steps, these rules have nothing to check.
  const matters = withSteps || isAboutCode(rule);
  if (isNeeded(events) && !loaded.has('events') && matters)
    return missing.has('events') ? partial('events', joined) : { reason: NO_EVENTS };
  if (events === 'complete' && missing.has('events')) return partial('events', joined);
  if (isNeeded(workflows) && !loaded.has('workflows'))
    return loaded.has('events') ? { reason: 'no workflows were loaded' } : undefined;
  if (workflows === 'complete') {
    const lack = lackOfWorkflows(joined);
    if (lack !== undefined) return lack;
  }
  for (const [name, need] of Object.entries(resources))
    if (need === 'complete' || (need === 'any' && completenessOf(name, joined) === 'absent')) {
      const lack = lackOf(name, joined);
      if (lack !== undefined) return lack;
    }
  return undefined;
}

const isNeeded = (need: string | undefined): boolean => need !== undefined && need !== 'partly';

function lackOfWorkflows(joined: Joined): Reason | undefined {
  const { isSelection, listForms, missing } = joined;
  if (missing.has('workflows')) return partial('workflows', joined);
  if (isSelection) return { reason: 'only single files were read, so other workflows may exist' };
  return listForms === 0
    ? undefined
    : { reason: `the steps of ${countOf(listForms, 'are', 'are')} not known (list form)` };
}

const countOf = (workflows: number, one: string, many: string): string =>
  workflows === 1 ? `1 workflow ${one}` : `${workflows} workflows ${many}`;

function reasonsFor(rule: AnyRule, joined: Joined): readonly Reason[] {
  const blocked = blocking(rule, joined);
  if (blocked !== undefined) return [blocked];
  const { needs = {}, workflow, compare } = rule;
  return Object.keys(needs).flatMap((collection): readonly Reason[] => {
    if (needs[collection] === 'complete') return [];
    if (resourceTypeOf(collection) !== undefined)
      return [lackOf(collection, joined)].filter((lack) => lack !== undefined);
    if (joined.missing.has(collection)) return [partial(collection, joined)];
    // Other rules read definitions only.
    const readsMore = workflow !== undefined || compare !== undefined;
    const lacksEvents = collection === 'events' && !joined.loaded.has('events') && readsMore;
    return lacksEvents && (joined.withSteps || isAboutCode(rule)) ? [{ reason: NO_EVENTS }] : [];
  });
}
