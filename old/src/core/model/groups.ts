import type { WorkflowRef } from './nodes.ts';

export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** In the order in which keys first occur. */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, [V, ...V[]]> {
  const groups = new Map<K, V[]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups as Map<K, [V, ...V[]]>;
}

export function countBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

export function scopeOf(workflow: WorkflowRef | undefined): string {
  return workflow?.id ?? workflow?.name ?? '';
}

/**
 * The name of a fault that a workflow may have in several places: which one is the first depends on the order of lists, and one
 * more, or one less, does not make it another fault.
 */
export const groupIdentity = (
  workflow: WorkflowRef,
  ...names: readonly (string | undefined)[]
): string => joinNames(scopeOf(workflow), ...names);

/** Joins names without ambiguity. */
export function joinNames(...names: readonly (string | undefined)[]): string {
  return names.map((name = '') => `${name.length} ${name}`).join('\n');
}

/**
 * Names for findings on all but the first of several equal things, independent of the order in which they are read:
 * the names of all but the lowest.
 */
export function identityAmong(names: Iterable<string>, first: string): (own: string) => string {
  let lowest = first;
  for (const name of names) if (name < lowest) lowest = name;
  return (own) => (own === lowest ? first : own);
}

/** Names one finding on several equal things, independent of their order. With one more it is another finding. */
export function identityOfGroup(names: Iterable<string>): string {
  return joinNames(...[...new Set(names)].sort());
}

/** The summaries with one name, in groups of two and more. */
export function groupsOfOneName<
  S extends { readonly summary: { readonly name: string | undefined } },
>(summaries: readonly S[]): readonly (readonly [S, ...S[]])[] {
  const named = summaries.filter(({ summary }) => summary.name !== undefined);
  const groups = [...groupBy(named, ({ summary }) => summary.name).values()];
  return groups.filter(({ length }) => length > 1) as [S, ...S[]][];
}

interface OfWorkflow {
  readonly workflow: WorkflowRef;
}

/**
 * Whether a fact is the first of its workflow about an event: a workflow in two documents runs once.
 * Must be called in the order of facts.
 */
export function createFirstFacts(): (fact: OfWorkflow, event: string) => boolean {
  const firsts = new Map<string, OfWorkflow>();
  return (fact, event) => {
    const { id } = fact.workflow;
    if (id === undefined) return true;
    const key = joinNames(id, event);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, fact);
    return first === undefined || first === fact;
  };
}

/** Whether a workflow counts among others: one in list form does not when its full form is there. */
export function isCountedAmong<W extends { readonly summaryOnly: boolean }>(
  workflows: readonly W[],
  idOf: (workflow: W) => string | undefined,
): (workflow: W) => boolean {
  let full: ReadonlySet<string | undefined> | undefined;
  return (workflow) => {
    const id = workflow.summaryOnly ? idOf(workflow) : undefined;
    if (id === undefined) return true;
    full ??= new Set(workflows.filter(({ summaryOnly }) => !summaryOnly).map(idOf));
    return !full.has(id);
  };
}
