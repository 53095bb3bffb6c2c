/** What differs between two workspaces, in what they mean: not in order, ids or dialect. */

import { groupBy } from '../../core/graph/graph.ts';
import { secondsOf } from '../../core/model/duration.ts';
import type { Finding } from '../../core/model/finding.ts';
import { asString, type JsonObject, own } from '../../core/model/json.ts';
import { plural, quote } from '../../core/model/text.ts';
import type {
  Document,
  Edge,
  EventDefinition,
  ResourceItem,
  Step,
  Workflow,
} from '../../core/model/workflow.ts';
import { resourceOf } from '../../core/resources/registry.ts';
import { contactEffect } from './contact.ts';
import { compareFields, type FieldChange } from './fields.ts';
import { configOf, matchBy, matchSteps } from './match.ts';

/** One side: a file, folder or pattern, or the account. */
export interface Side {
  /** As the command line names it. */
  readonly name: string;
  readonly documents: readonly Document[];
  readonly findings: readonly Finding[];
  /** With `--workflow`: a side without workflows has none of those that are asked for. */
  readonly isChoice?: boolean;
}

interface Change {
  readonly change: 'added' | 'removed' | 'changed';
  readonly fields: readonly FieldChange[];
}

export interface StepChange extends Change {
  /** Of B; of A where it was removed. */
  readonly step: Step;
  /** Its key in A, where it has another one. */
  readonly was?: string;
}

interface EdgeChange {
  readonly change: 'added' | 'removed';
  readonly edge: Edge;
}

export interface WorkflowChange extends Change {
  readonly workflow: Workflow;
  readonly steps: readonly StepChange[];
  readonly edges: readonly EdgeChange[];
  /** What a contact notices, as text. */
  readonly contact: readonly string[];
}

interface EventChange extends Change {
  readonly event: EventDefinition;
}

interface ResourceChange extends Change {
  readonly of: string;
  readonly name: string;
}

export interface Difference {
  readonly before: Side;
  readonly after: Side;
  readonly workflows: readonly WorkflowChange[];
  readonly events: readonly EventChange[];
  readonly resources: readonly ResourceChange[];
  readonly appeared: readonly Finding[];
  readonly went: readonly Finding[];
  readonly notCompared: readonly { readonly what: string; readonly reason: string }[];
}

export function compareSides(before: Side, after: Side): Difference {
  const notCompared: { what: string; reason: string }[] = [];
  /** Items of one collection; where one side has not all of it, only those of both. */
  const both = <T>(
    what: string,
    itemsOf: (document: Document) => readonly T[],
    names: readonly ((item: T) => string | undefined)[],
  ) => {
    const [old, now] = [before, after].map(({ documents }) => documents.flatMap(itemsOf));
    const matched = matchBy(old ?? [], now ?? [], names);
    const reason = gapIn(what, before, old ?? []) ?? gapIn(what, after, now ?? []);
    const isMissing = matched.removed.length + matched.added.length > 0;
    if (reason === undefined || !isMissing) return matched;
    notCompared.push({ what, reason });
    return { ...matched, removed: [], added: [] };
  };
  const workflows = both<Workflow>(
    'workflows',
    (document) => document.workflows.filter(({ isFragment }) => !isFragment),
    [({ id }) => id, ({ name }) => name],
  );
  const events = both<EventDefinition>('events', (document) => document.events, [
    ({ name }) => name,
  ]);
  const kinds = [...before.documents, ...after.documents].flatMap(({ items }) => items);
  const resources = [...new Set(kinds.map(({ of }) => of))].flatMap((of) => {
    const found = both<ResourceItem>(of, ({ items }) => items.filter((item) => item.of === of), [
      (item) => nameOf(item),
    ]);
    return changesOf(found, ({ value }) => value, resourceOf(of)?.details).map(
      ({ item, ...change }): ResourceChange => ({ ...change, of, name: nameOf(item) ?? '' }),
    );
  });
  const known = (findings: readonly Finding[]): ReadonlySet<string> =>
    new Set(findings.flatMap(({ fingerprints }) => fingerprints));
  const [old, now] = [known(before.findings), known(after.findings)];
  return {
    ...{ before, after, resources, notCompared },
    workflows: [
      ...workflows.removed.map((workflow) => wholeOf(workflow, 'removed')),
      ...workflows.added.map((workflow) => wholeOf(workflow, 'added')),
      ...workflows.pairs.flatMap(([a, b]) => compareWorkflows(a, b, notCompared)),
    ],
    events: changesOf(events, ({ schema }) => ({
      schema: schema === null ? null : Object.fromEntries(schema),
    })).map(({ item, ...change }) => ({ ...change, event: item })),
    appeared: after.findings.filter(({ fingerprints }) => !fingerprints.some((id) => old.has(id))),
    went: before.findings.filter(({ fingerprints }) => !fingerprints.some((id) => now.has(id))),
  };
}

/** Why nobody knows what a side lacks. */
function gapIn(what: string, side: Side, items: readonly unknown[]): string | undefined {
  const name = quote(side.name);
  const isChosen = side.isChoice === true && what === 'workflows';
  if (items.length === 0 && !isChosen) return `${name} has none`;
  const isPartial = side.documents.some(({ lists }) =>
    lists.some(({ of, isWhole }) => of === what && !isWhole),
  );
  if (isPartial) return `the list of ${name} is partial`;
  const broken = side.documents.find(({ form }) => form === 'broken');
  return broken && `${quote(broken.input.name)} is not JSON`;
}

function nameOf({ of, value }: ResourceItem): string | undefined {
  const fields = resourceOf(of)?.names ?? [];
  return fields.map((field) => asString(own(value as JsonObject, field))).find(Boolean);
}

function changesOf<T>(
  { pairs, removed, added }: ReturnType<typeof matchBy<T>>,
  contentOf: (item: T) => object,
  details: readonly string[] = [],
): readonly (Change & { readonly item: T })[] {
  // A list of the service lacks details.
  const isKnown = (change: FieldChange): boolean =>
    areBoth(change) || !details.includes(change.path.slice(1));
  const changed = pairs.map(([a, b]) => {
    const fields = compareFields(contentOf(a), contentOf(b)).filter(isKnown);
    return { change: 'changed', item: b, fields } as const;
  });
  return [
    ...removed.map((item) => ({ change: 'removed', item, fields: [] }) as const),
    ...added.map((item) => ({ change: 'added', item, fields: [] }) as const),
    ...changed.filter(({ fields }) => fields.length > 0),
  ];
}

/** A body that updates a workflow has only what it changes. */
const areBoth = ({ before, after }: FieldChange): boolean =>
  before !== undefined && after !== undefined;

const wholeOf = (workflow: Workflow, change: 'added' | 'removed'): WorkflowChange => ({
  ...{ change, workflow, fields: [], steps: [], edges: [], contact: [] },
});

function compareWorkflows(
  before: Workflow,
  after: Workflow,
  notCompared: { what: string; reason: string }[],
): readonly WorkflowChange[] {
  const contentOf = ({ name, status }: Workflow) => ({ name, status });
  const fields = compareFields(contentOf(before), contentOf(after)).filter(areBoth);
  const own = { change: 'changed', workflow: after, fields } as const;
  if (before.steps === undefined || after.steps === undefined) {
    const label = quote(after.name ?? after.id ?? '');
    if (before.steps !== after.steps)
      notCompared.push({ what: `steps of ${label}`, reason: 'one side has its name only' });
    return fields.length === 0 ? [] : [{ ...own, steps: [], edges: [], contact: [] }];
  }
  const matched = matchSteps(before.steps, after.steps);
  const steps = stepChanges(matched);
  const edges = edgeChanges(before, after, matched.pairs);
  if (fields.length + steps.length + edges.length === 0) return [];
  return [{ ...own, steps, edges, contact: contactEffect(before, after) }];
}

function stepChanges({ pairs, removed, added }: ReturnType<typeof matchSteps>) {
  const changed = pairs.map(([a, b]): StepChange => {
    const length = isSameLength(a, b) ? `/config/${a.spec.length?.text}` : undefined;
    const fields = compareFields(contentOfStep(a), contentOfStep(b)).filter(
      ({ path }) => path !== length,
    );
    const isRenamed = a.key !== b.key && a.key !== undefined && !isGenerated(a) && !isGenerated(b);
    return { change: 'changed', step: b, fields, ...(isRenamed && { was: a.key }) };
  });
  return [
    ...removed.map((step): StepChange => ({ change: 'removed', step, fields: [] })),
    ...changed.filter(({ fields, was }) => fields.length > 0 || was !== undefined),
    ...added.map((step): StepChange => ({ change: 'added', step, fields: [] })),
  ];
}

/** "7 days" and "168 hours". */
const isSameLength = (a: Step, b: Step): boolean =>
  a.spec === b.spec && secondsOf(a) !== undefined && secondsOf(a) === secondsOf(b);

const contentOfStep = (step: Step) => ({
  type: step.spec.isKnown ? step.spec.name : step.type,
  config: configOf(step),
});

/** A key that the service made. */
const isGenerated = ({ key = '' }: Step): boolean => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(key);

/** By the steps that they join and their type, never by id. */
function edgeChanges(
  before: Workflow,
  after: Workflow,
  pairs: readonly (readonly [Step, Step])[],
): readonly EdgeChange[] {
  const keyNow = new Map(
    pairs.flatMap(([a, b]) => (a.key === undefined || b.key === undefined ? [] : [[a.key, b.key]])),
  );
  const now = (key: string | undefined) => (key === undefined ? key : (keyNow.get(key) ?? key));
  const nameOfEdge = ({ from, to, type }: Edge): string => JSON.stringify([from, to, type]);
  const nameBefore = (edge: Edge): string =>
    nameOfEdge({ ...edge, from: now(edge.from), to: now(edge.to) });
  const old = groupBy(before.edges ?? [], nameBefore);
  const left = groupBy(after.edges ?? [], nameOfEdge);
  const surplus = (edges: typeof old, others: typeof old, change: EdgeChange['change']) =>
    [...edges].flatMap(([name, own]) =>
      own.slice(others.get(name)?.length ?? 0).map((edge): EdgeChange => ({ change, edge })),
    );
  return [...surplus(old, left, 'removed'), ...surplus(left, old, 'added')];
}

/** `3 steps, 2 edges`; undefined where they are not known. */
export function sizeOf({ steps, edges, edgeNoun }: Workflow): string | undefined {
  if (steps === undefined || edges === undefined) return undefined;
  return `${plural(steps.length, 'step')}, ${plural(edges.length, edgeNoun)}`;
}

export const isSame = ({ workflows, events, resources, appeared, went }: Difference): boolean =>
  workflows.length + events.length + resources.length + appeared.length + went.length === 0;
