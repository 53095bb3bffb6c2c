import { compare } from '../../core/lint/order.ts';
import { isCountedAmong } from '../../core/model/groups.ts';
import { labelOfWorkflow } from '../../core/model/label.ts';
import { isTooLarge, LARGE_WORKFLOW } from '../../core/model/limits.ts';
import type { Document, EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { edgeNounOf } from '../../core/model/place.ts';
import { compareItems } from './compare-items.ts';
import { compareResources } from './compare-resources.ts';
import { compareWorkflows, type Renames } from './compare-workflows.ts';
import { deploymentOfWhole } from './deployment.ts';
import type { Difference, WorkflowChange } from './difference.ts';
import { fieldsOfEvent, fieldsOfStep, fieldsOfWorkflow, meaningOfFields } from './fields.ts';
import { pairUp } from './pairs.ts';

/** A difference, and how the findings of both sides are matched. */
export interface Comparison {
  readonly difference: Difference;
  /** Later workflow → its earlier name, and its steps. */
  readonly renames: readonly {
    readonly before: Workflow;
    readonly after: Workflow;
    readonly names: Renames;
  }[];
}

/** Collections that are partial on a side: missing items may exist. */
type Gaps = Readonly<Record<'before' | 'after', ReadonlySet<string>>>;

const NO_GAPS: Gaps = { before: new Set(), after: new Set() };

/**
 * Compares two workspaces by meaning: order, timestamps, regenerated ids and dialects do not count.
 * Workflows are matched by id, then by name; events by name.
 * @param isDeployment the first side is the account.
 */
export function compareWorkspaces(
  before: readonly Document[],
  after: readonly Document[],
  gaps: Gaps = NO_GAPS,
  isDeployment = false,
): Comparison {
  const isKnown = (change: string, of: string): boolean =>
    !(change === 'added' && gaps.before.has(of)) && !(change === 'removed' && gaps.after.has(of));
  const notCompared = [
    ...gapNotes(gaps),
    ...partialLists(before, 'first'),
    ...partialLists(after, 'second'),
  ];
  const [earlier, later] = [workflowsOf(before), workflowsOf(after)];
  const { pairs, removed, added } = pairUp(earlier, later, [
    ({ id }) => id,
    ({ name }) => name,
    ({ id, name }) => ((id ?? name) === undefined ? '' : undefined),
  ]);

  const workflows: WorkflowChange[] = [
    ...removed.map((workflow) => wholeOf('removed', workflow, isDeployment)),
    ...added.map((workflow) => wholeOf('added', workflow, isDeployment)),
  ].filter(({ change }) => isKnown(change, 'workflows'));
  const renames: Comparison['renames'][number][] = [];
  for (const [left, right] of pairs) {
    if (isTooLarge(left) || isTooLarge(right)) {
      const what = `the steps and edges of ${labelOfWorkflow(right)}`;
      notCompared.push({ what, reason: `it is ${LARGE_WORKFLOW}`, oneSided: true });
      continue;
    }
    const { change, renames: names } = compareWorkflows(left, right, isDeployment);
    if (change !== undefined) workflows.push(change);
    renames.push({ before: left, after: right, names });
    if (left.summaryOnly === right.summaryOnly) continue;
    notCompared.push({
      what: `the steps of ${labelOfWorkflow(right)}`,
      reason: `the ${left.summaryOnly ? 'first' : 'second'} side has it in list form, without steps`,
      oneSided: true,
    });
  }
  const events = compareItems(eventsOf(before), eventsOf(after), EVENTS).filter(({ change }) =>
    isKnown(change, 'events'),
  );
  const resources = compareResources(before, after, isKnown);
  notCompared.push(...resources.notCompared);
  return {
    difference: {
      workflows: workflows.sort(compareNames),
      events,
      resources: resources.changes,
      notCompared,
      same: workflows.length + events.length + resources.changes.length === 0,
    },
    renames,
  };
}

const EVENTS = {
  of: 'event',
  names: [
    ({ name }: EventDefinition) => name,
    ({ id, name }: EventDefinition) => (name === undefined ? id : undefined),
  ],
  labelOf: ({ name }: EventDefinition) => name,
  fieldsOf: fieldsOfEvent,
};

/** Sorted by content, then by id, so that items with equal names are paired in the same way from both sides. */
function workflowsOf(documents: readonly Document[]): readonly Workflow[] {
  const all = documents.flatMap(({ workflows }) => workflows);
  return inOrder(all.filter(isCountedAmong(all, ({ id }) => id)), meaningOfWorkflow);
}

function eventsOf(documents: readonly Document[]): readonly EventDefinition[] {
  return inOrder(
    documents.flatMap(({ events }) => events),
    (event) => meaningOfFields(fieldsOfEvent(event)),
  );
}

function inOrder<T>(items: readonly T[], contentOf: (item: T) => string): readonly T[] {
  return items
    .map((item) => ({ item, content: contentOf(item) }))
    .sort((a, b) => compare(a.content, b.content))
    .map(({ item }) => item);
}

function meaningOfWorkflow(workflow: Workflow): string {
  const steps = workflow.steps.map((step) => meaningOfFields(fieldsOfStep(step)));
  return `${meaningOfFields(fieldsOfWorkflow(workflow))} ${steps.sort().join(';')} ${workflow.id}`;
}

function wholeOf(
  change: 'added' | 'removed',
  workflow: Workflow,
  isDeployment: boolean,
): WorkflowChange {
  const { id, name, steps, edges, summaryOnly } = workflow;
  const size = { size: { steps: steps.length, edges: edges.length } };
  const deployment = deploymentOfWhole(workflow, change === 'removed');
  return {
    change,
    id,
    name,
    ...(!summaryOnly && size),
    fields: [],
    steps: [],
    edges: [],
    edgeNoun: edgeNounOf(workflow),
    ...(isDeployment && { deployment }),
  };
}

type NotCompared = Difference['notCompared'][number];

function gapNotes({ before, after }: Gaps): NotCompared[] {
  const note = (of: string, side: string, what: string): NotCompared => ({
    what: `${of} that were ${what}`,
    reason: `not all ${of} of the ${side} side could be read`,
    oneSided: true,
  });
  return [
    ...[...before].map((of) => note(of, 'first', 'added')),
    ...[...after].map((of) => note(of, 'second', 'removed')),
  ];
}

function partialLists(documents: readonly Document[], side: 'first' | 'second'): NotCompared[] {
  const partial = documents.flatMap(({ lists }) => lists).filter(({ hasMore }) => hasMore);
  return partial.map(({ of, document }) => ({
    what: of === 'unknown' ? 'a list' : `all ${of}`,
    reason: `the list of the ${side} side is partial (${document.source}: has_more is true)`,
    oneSided: false,
  }));
}

function compareNames(a: WorkflowChange, b: WorkflowChange): number {
  return (
    compare(a.name ?? '', b.name ?? '') ||
    compare(a.id ?? '', b.id ?? '') ||
    compare(a.change, b.change)
  );
}
