import type { Difference, EventChange, WorkflowChange } from '../model/difference.ts';
import { quote } from '../model/label.ts';
import type { Document, EventDefinition, Workflow } from '../model/nodes.ts';
import { changesOf } from './changes.ts';
import { compareWorkflows, type Renames } from './compare-workflows.ts';
import { fieldsOfEvent, fieldsOfStep, fieldsOfWorkflow } from './fields.ts';
import { createInterner, type Interner } from './interner.ts';
import { pairUp } from './pairs.ts';

/** A difference, and what the findings of both sides are matched by. */
export interface Comparison {
  readonly difference: Difference;
  /** Later workflow → what it was called, and its steps. */
  readonly renames: readonly { readonly before: Workflow; readonly after: Workflow; readonly names: Renames }[];
}

/** Collections that a side holds only part of: what it lacks may well be there. */
export interface Gaps {
  readonly before: ReadonlySet<'workflows' | 'events'>;
  readonly after: ReadonlySet<'workflows' | 'events'>;
}

const NO_GAPS: Gaps = { before: new Set(), after: new Set() };

/**
 * Compares two workspaces by what they mean: order, times, regenerated ids and the spelling of a dialect do not count.
 * Workflows are matched by id, then by name; events by name.
 */
export function compareWorkspaces(before: readonly Document[], after: readonly Document[], gaps: Gaps = NO_GAPS): Comparison {
  const interner = createInterner();
  const isKnown = (change: string, of: 'workflows' | 'events'): boolean =>
    !(change === 'added' && gaps.before.has(of)) && !(change === 'removed' && gaps.after.has(of));
  const notCompared = [...gapNotes(gaps), ...partialLists(before, 'before'), ...partialLists(after, 'after')];
  const [earlier, later] = [workflowsOf(before, interner), workflowsOf(after, interner)];
  const { pairs, removed, added } = pairUp(earlier, later, [
    ({ id }) => id,
    ({ name }) => name,
    ({ id, name }) => ((id ?? name) === undefined ? '' : undefined),
  ]);

  const wholes = [...removed.map((workflow) => wholeOf('removed', workflow)), ...added.map((workflow) => wholeOf('added', workflow))];
  const workflows: WorkflowChange[] = wholes.filter(({ change }) => isKnown(change, 'workflows'));
  const renames: Comparison['renames'][number][] = [];
  for (const [left, right] of pairs) {
    const { change, renames: names } = compareWorkflows(left, right, interner);
    if (change !== undefined) workflows.push(change);
    renames.push({ before: left, after: right, names });
    if (left.summaryOnly !== right.summaryOnly) {
      const reason = `the ${left.summaryOnly ? 'first' : 'second'} side has it in list form, without steps`;
      notCompared.push({ what: `the steps of workflow ${quote(right.name ?? right.id ?? '')}`, reason, oneSided: true });
    }
  }
  const events = compareEvents(eventsOf(before, interner), eventsOf(after, interner), interner).filter(({ change }) => isKnown(change, 'events'));
  return {
    difference: {
      workflows: workflows.sort((a, b) => compareNames(a, b)),
      events,
      notCompared,
      same: workflows.length === 0 && events.length === 0,
    },
    renames,
  };
}

function compareEvents(before: readonly EventDefinition[], after: readonly EventDefinition[], interner: Interner): readonly EventChange[] {
  const { pairs, removed, added } = pairUp(before, after, [({ name }) => name, ({ id, name }) => (name === undefined ? id : undefined)]);
  const changes: EventChange[] = [
    ...removed.map(({ name }) => ({ change: 'removed' as const, name, fields: [] })),
    ...added.map(({ name }) => ({ change: 'added' as const, name, fields: [] })),
  ];
  for (const [left, right] of pairs) {
    const fields = changesOf(fieldsOfEvent(left, interner), fieldsOfEvent(right, interner), interner);
    if (fields.length > 0) changes.push({ change: 'changed', name: right.name, fields });
  }
  return changes.sort((a, b) => compareText(a.name ?? '', b.name ?? ''));
}

/** In order of what they hold, so that those who share a name are met in the same order on both sides. */
function workflowsOf(documents: readonly Document[], interner: Interner): readonly Workflow[] {
  const all = documents.flatMap(({ workflows }) => workflows);
  const full = new Set(all.filter(({ summaryOnly }) => !summaryOnly).map(({ id }) => id));
  // A list names what is fetched one by one as well.
  const own = all.filter(({ id, summaryOnly }) => !summaryOnly || id === undefined || !full.has(id));
  return inOrder(
    own,
    ({ id, name }) => `${id ?? ''}\n${name ?? ''}`,
    (workflow) => contentOf(workflow, interner),
  );
}

function eventsOf(documents: readonly Document[], interner: Interner): readonly EventDefinition[] {
  return inOrder(
    documents.flatMap(({ events }) => events),
    ({ name }) => name ?? '',
    (event) =>
      [...fieldsOfEvent(event, interner)]
        .map(([path, { id }]) => `${path} ${id}`)
        .sort()
        .join(),
  );
}

/** Only those that share a name need a look at their content. */
function inOrder<T>(items: readonly T[], nameOf: (item: T) => string, contentOf: (item: T) => string): readonly T[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  const keyed = items.map((item) => ({ item, name: nameOf(item), content: (counts.get(nameOf(item)) ?? 0) > 1 ? contentOf(item) : '' }));
  return keyed.sort((a, b) => compareText(a.name, b.name) || compareText(a.content, b.content)).map(({ item }) => item);
}

function contentOf(workflow: Workflow, interner: Interner): string {
  const own = [...fieldsOfWorkflow(workflow, interner)].map(([path, { id }]) => `${path} ${id}`).sort();
  const steps = workflow.steps
    .map((step) =>
      [...fieldsOfStep(step, interner).values()]
        .map(({ id }) => id)
        .sort((a, b) => a - b)
        .join(),
    )
    .sort();
  return `${own.join()} ${steps.join(';')}`;
}

function wholeOf(change: 'added' | 'removed', { id, name, steps, edges, summaryOnly }: Workflow): WorkflowChange {
  return { change, id, name, ...(!summaryOnly && { size: { steps: steps.length, edges: edges.length } }), fields: [], steps: [], edges: [] };
}

function gapNotes({ before, after }: Gaps): Difference['notCompared'][number][] {
  const note = (of: string, side: string, what: string) => ({
    what: `${of} that were ${what}`,
    reason: `not all ${of} of the ${side} side could be read`,
    oneSided: true,
  });
  return [...[...before].map((of) => note(of, 'first', 'added')), ...[...after].map((of) => note(of, 'second', 'removed'))];
}

function partialLists(documents: readonly Document[], side: 'before' | 'after'): Difference['notCompared'][number][] {
  return documents
    .flatMap(({ lists }) => lists)
    .filter(({ hasMore }) => hasMore)
    .map(({ of, document }) => ({
      what: of === 'unknown' ? 'a list' : `all ${of}`,
      reason: `the list of the ${side === 'before' ? 'first' : 'second'} side is partial (${document.source}: has_more is true)`,
      oneSided: false,
    }));
}

function compareNames(a: WorkflowChange, b: WorkflowChange): number {
  return compareText(a.name ?? '', b.name ?? '') || compareText(a.id ?? '', b.id ?? '') || compareText(a.change, b.change);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
