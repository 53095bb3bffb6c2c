import { groupBy } from '../../core/model/groups.ts';
import { labelOf } from '../../core/model/label.ts';
import type { Edge, Step, Workflow } from '../../core/model/nodes.ts';
import { subjectOf } from '../../core/model/place.ts';
import { changesOf } from './changes.ts';
import { deploymentOf, type LiveSide } from './deployment.ts';
import type { EdgeChange, EdgeEnd, StepChange, WorkflowChange } from './difference.ts';
import { type Fields, fieldsOfWorkflow } from './fields.ts';
import { matchSteps, type StepMatch } from './match-steps.ts';
import { buildShape, type Shape } from './shape.ts';

/** Names in the findings of a workflow on both sides: later name → earlier name. */
export interface Renames {
  readonly steps: ReadonlyMap<string, string>;
  readonly edges: ReadonlyMap<string, string>;
}

interface ComparedWorkflows {
  /** `undefined` when they mean the same. */
  readonly change: WorkflowChange | undefined;
  readonly renames: Renames;
}

/** Compares two workflows that were found to be the same one. */
export function compareWorkflows(
  before: Workflow,
  after: Workflow,
  liveSide?: LiveSide,
): ComparedWorkflows {
  const stepless = before.summaryOnly || after.summaryOnly;
  const [then, now] = [fieldsOfWorkflow(before), fieldsOfWorkflow(after)];
  const fields = changesOf(then, now).filter(
    ({ path }) => !stepless || (path !== '/steps' && path !== '/edges'),
  );
  if (stepless) {
    const renames = { steps: new Map(), edges: new Map() };
    const change = changeOf(before, after, { fields, steps: [], edges: [] });
    return { change: withDeployment(change, { before, after, liveSide }), renames };
  }
  const numbers = new Map<string, number>();
  const [left, right] = [buildShape(before, numbers), buildShape(after, numbers)];
  const match = matchSteps(left, right);
  const { edges, edgeNames } = compareEdges(left, right, match);
  const stepNames = new Map<string, string>();
  for (const [i, j] of match.toAfter.entries()) {
    if (j === -1) continue;
    const was = subjectOf(left.steps[i] as Step).step;
    const is = subjectOf(right.steps[j] as Step).step;
    if (was !== undefined && is !== undefined && was !== is) stepNames.set(is, was);
  }
  const steps = compareSteps(left, right, match);
  const change = changeOf(before, after, { fields, steps, edges });
  const sides = { before, after, liveSide };
  return {
    change: withDeployment(change, sides, { left, right, match }),
    renames: { steps: stepNames, edges: edgeNames },
  };
}

interface Sides {
  readonly before: Workflow;
  readonly after: Workflow;
  readonly liveSide: LiveSide | undefined;
}

function withDeployment(
  change: WorkflowChange | undefined,
  { before, after, liveSide }: Sides,
  compared?: { readonly left: Shape; readonly right: Shape; readonly match: StepMatch },
): WorkflowChange | undefined {
  if (change === undefined || liveSide === undefined) return change;
  const isBefore = liveSide === 'before';
  const [live, next] = isBefore ? [before, after] : [after, before];
  const shapes = compared && {
    live: isBefore ? compared.left : compared.right,
    next: isBefore ? compared.right : compared.left,
    nextOf: isBefore ? compared.match.toAfter : compared.match.toBefore,
  };
  return { ...change, deployment: deploymentOf(live, next, change, shapes) };
}

function changeOf(
  before: Workflow,
  { id, name }: Workflow,
  { fields, steps, edges }: Pick<WorkflowChange, 'fields' | 'steps' | 'edges'>,
): WorkflowChange | undefined {
  if (fields.length + steps.length + edges.length === 0) return undefined;
  const names = { id: id ?? before.id, name: name ?? before.name };
  return { change: 'changed', ...names, fields, steps, edges };
}

function compareSteps(
  before: Shape,
  after: Shape,
  { toAfter, toBefore, keysKept }: StepMatch,
): readonly StepChange[] {
  const changes: StepChange[] = [];
  for (const [i, step] of before.steps.entries()) {
    const j = toAfter[i] as number;
    if (j === -1) {
      changes.push({ ...nameStep(step), change: 'removed', fields: [] });
      continue;
    }
    const other = after.steps[j] as Step;
    const renamed = keysKept && isRenamed(step, other);
    const same = before.contents[i] === after.contents[j];
    if (same && !renamed) continue;
    const fieldsThen = before.fields[i] as Fields;
    const fields = same ? [] : changesOf(fieldsThen, after.fields[j] as Fields);
    const change = same ? 'renamed' : 'changed';
    changes.push({ ...nameStep(other), change, ...(renamed && { was: step.key }), fields });
  }
  for (const [j, step] of after.steps.entries())
    if (toBefore[j] === -1) changes.push({ ...nameStep(step), change: 'added', fields: [] });
  return changes;
}

function nameStep(step: Step): Pick<StepChange, 'key' | 'type' | 'label'> {
  return { key: step.key, type: step.type, label: labelOf(step) };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A key written by a person was changed. A regenerated key is not a change. */
function isRenamed({ key, alias }: Step, other: Step): boolean {
  if (key === other.key || key === undefined || other.key === undefined) return false;
  return key !== other.alias && alias !== other.key && !(UUID.test(key) && UUID.test(other.key));
}

/** Edges by their ends and type, after the steps were matched; equal ones are counted. */
function compareEdges(
  before: Shape,
  after: Shape,
  match: StepMatch,
): { edges: readonly EdgeChange[]; edgeNames: ReadonlyMap<string, string> } {
  const nameBefore = (index: number): string =>
    match.toAfter[index] === -1 ? `gone ${index}` : `step ${index}`;
  const nameAfter = (index: number): string =>
    match.toBefore[index] === -1 ? `new ${index}` : `step ${match.toBefore[index]}`;
  const earlier = groupBy(before.workflow.edges, (edge) => lookOf(edge, before, nameBefore));
  for (const group of earlier.values()) group.reverse();
  const added: EdgeChange[] = [];
  const edgeNames = new Map<string, string>();
  const kept = new Set<Edge>();
  for (const edge of after.workflow.edges) {
    const twin = earlier.get(lookOf(edge, after, nameAfter))?.pop();
    if (twin === undefined) {
      added.push(nameEdge('added', edge, after));
      continue;
    }
    kept.add(twin);
    const [was, is] = [subjectOf(twin).edge, subjectOf(edge).edge];
    if (was !== undefined && is !== undefined && was !== is) edgeNames.set(is, was);
  }
  const removed = before.workflow.edges
    .filter((edge) => !kept.has(edge))
    .map((edge) => nameEdge('removed', edge, before));
  return { edges: [...removed, ...added], edgeNames };
}

function lookOf(
  edge: Edge,
  { graph, edgeTypes }: Shape,
  nameOf: (index: number) => string,
): string {
  const [source, target] = [graph.source(edge), graph.target(edge)];
  const from = source === undefined ? `text ${JSON.stringify(edge.from)}` : nameOf(source.index);
  const to = target === undefined ? `text ${JSON.stringify(edge.to)}` : nameOf(target.index);
  return `${edgeTypes[edge.index]} ${from} → ${to}`;
}

function nameEdge(change: EdgeChange['change'], edge: Edge, { graph }: Shape): EdgeChange {
  const from = endOf(edge.from, graph.source(edge));
  return { change, from, to: endOf(edge.to, graph.target(edge)), type: edge.type };
}

function endOf(key: string | undefined, step: Step | undefined): EdgeEnd {
  const none = key === undefined ? 'nothing' : `"${key}", which is not a step`;
  return { key, label: step === undefined ? none : labelOf(step) };
}
