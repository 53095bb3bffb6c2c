import type { EdgeChange, EdgeEnd, StepChange, WorkflowChange } from '../model/difference.ts';
import { labelOf } from '../model/label.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { subjectOf } from '../model/place.ts';
import { changesOf } from './changes.ts';
import { fieldsOfWorkflow } from './fields.ts';
import type { Interner } from './interner.ts';
import { matchSteps, type StepMatch } from './match-steps.ts';
import { buildShape, type Shape } from './shape.ts';

/** What one workflow's findings are called on the other side: later name → earlier name. */
export interface Renames {
  readonly steps: ReadonlyMap<string, string>;
  readonly edges: ReadonlyMap<string, string>;
}

export interface ComparedWorkflows {
  /** `undefined` when they mean the same. */
  readonly change: WorkflowChange | undefined;
  readonly renames: Renames;
}

/** Compares two workflows that were found to be the same one. */
export function compareWorkflows(before: Workflow, after: Workflow, interner: Interner): ComparedWorkflows {
  const stepless = before.summaryOnly || after.summaryOnly;
  const fields = changesOf(fieldsOfWorkflow(before, interner), fieldsOfWorkflow(after, interner), interner).filter(
    ({ path }) => !stepless || (path !== '/steps' && path !== '/edges'),
  );
  if (stepless) return { change: changeOf(before, after, fields, [], []), renames: { steps: new Map(), edges: new Map() } };

  const [left, right] = [buildShape(before, interner), buildShape(after, interner)];
  const match = matchSteps(left, right);
  const { edges, edgeNames } = compareEdges(left, right, match);
  const stepNames = new Map<string, string>();
  for (const [i, j] of match.toAfter.entries()) {
    if (j === -1) continue;
    const [was, is] = [subjectOf(left.steps[i] as Step).step, subjectOf(right.steps[j] as Step).step];
    if (was !== undefined && is !== undefined && was !== is) stepNames.set(is, was);
  }
  return { change: changeOf(before, after, fields, compareSteps(left, right, match, interner), edges), renames: { steps: stepNames, edges: edgeNames } };
}

function changeOf(
  before: Workflow,
  { id, name }: Workflow,
  fields: WorkflowChange['fields'],
  steps: readonly StepChange[],
  edges: readonly EdgeChange[],
): WorkflowChange | undefined {
  if (fields.length + steps.length + edges.length === 0) return undefined;
  return { change: 'changed', id: id ?? before.id, name: name ?? before.name, fields, steps, edges };
}

function compareSteps(before: Shape, after: Shape, { toAfter, toBefore, keysKept }: StepMatch, interner: Interner): readonly StepChange[] {
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
    const fields = same ? [] : changesOf(before.fields[i] as Shape['fields'][number], after.fields[j] as Shape['fields'][number], interner);
    changes.push({ ...nameStep(other), change: same ? 'renamed' : 'changed', ...(renamed && { was: step.key }), fields });
  }
  for (const [j, step] of after.steps.entries()) if (toBefore[j] === -1) changes.push({ ...nameStep(step), change: 'added', fields: [] });
  return changes;
}

const nameStep = (step: Step): Pick<StepChange, 'key' | 'type' | 'label'> => ({ key: step.key, type: step.type, label: labelOf(step) });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A key that people chose, and chose anew. One that a machine made, and made anew, says nothing. */
function isRenamed({ key, alias }: Step, other: Step): boolean {
  if (key === other.key || key === undefined || other.key === undefined) return false;
  return key !== other.alias && alias !== other.key && !(UUID.test(key) && UUID.test(other.key));
}

/** Edges by their ends and type, after the steps were matched; several alike are counted. */
function compareEdges(before: Shape, after: Shape, match: StepMatch): { edges: readonly EdgeChange[]; edgeNames: ReadonlyMap<string, string> } {
  const earlier = new Map<string, Edge[]>();
  for (const edge of before.workflow.edges) {
    const look = lookOf(edge, before, (index) => (match.toAfter[index] === -1 ? `gone ${index}` : `step ${index}`));
    const group = earlier.get(look);
    if (group === undefined) earlier.set(look, [edge]);
    else group.push(edge);
  }
  for (const group of earlier.values()) group.reverse();
  const added: EdgeChange[] = [];
  const edgeNames = new Map<string, string>();
  const kept = new Set<Edge>();
  for (const edge of after.workflow.edges) {
    const twin = earlier.get(lookOf(edge, after, (index) => (match.toBefore[index] === -1 ? `new ${index}` : `step ${match.toBefore[index]}`)))?.pop();
    if (twin === undefined) {
      added.push(nameEdge('added', edge, after));
      continue;
    }
    kept.add(twin);
    const [was, is] = [subjectOf(twin).edge, subjectOf(edge).edge];
    if (was !== undefined && is !== undefined && was !== is) edgeNames.set(is, was);
  }
  const removed = before.workflow.edges.filter((edge) => !kept.has(edge)).map((edge) => nameEdge('removed', edge, before));
  return { edges: [...removed, ...added], edgeNames };
}

function lookOf(edge: Edge, { graph, edgeTypes }: Shape, nameOf: (index: number) => string): string {
  const [source, target] = [graph.source(edge), graph.target(edge)];
  const from = source === undefined ? `text ${JSON.stringify(edge.from)}` : nameOf(source.index);
  const to = target === undefined ? `text ${JSON.stringify(edge.to)}` : nameOf(target.index);
  return `${edgeTypes[edge.index]} ${from} → ${to}`;
}

function nameEdge(change: EdgeChange['change'], edge: Edge, { graph }: Shape): EdgeChange {
  return { change, from: endOf(edge.from, graph.source(edge)), to: endOf(edge.to, graph.target(edge)), type: edge.type };
}

function endOf(written: string | undefined, step: Step | undefined): EdgeEnd {
  return { key: written, label: step === undefined ? (written === undefined ? 'nothing' : `"${written}", which is no step`) : labelOf(step) };
}
