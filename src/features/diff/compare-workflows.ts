import { conditionOf, filterConditionOf } from '../../core/model/condition.ts';
import { conditionInWords } from '../../core/model/condition-words.ts';
import { groupBy } from '../../core/model/groups.ts';
import { labelOf } from '../../core/model/label.ts';
import type { Edge, Step, Workflow } from '../../core/model/nodes.ts';
import { edgeNounOf, subjectOf } from '../../core/model/place.ts';
import { changesOf } from './changes.ts';
import { contactEffects } from './contact.ts';
import { deploymentOf } from './deployment.ts';
import type {
  EdgeChange,
  EdgeEnd,
  FieldChange,
  Move,
  StepChange,
  WorkflowChange,
} from './difference.ts';
import { type Fields, fieldsOfWorkflow } from './fields.ts';
import { matchSteps, type StepMatch } from './match-steps.ts';
import { type ChangedEdge, findMoves } from './moves.ts';
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
  isDeployment = false,
): ComparedWorkflows {
  const stepless = before.summaryOnly || after.summaryOnly;
  const [then, now] = [fieldsOfWorkflow(before), fieldsOfWorkflow(after)];
  const fields = changesOf(then, now).filter(
    ({ path }) => !stepless || (path !== '/steps' && path !== '/edges'),
  );
  if (stepless) {
    const renames = { steps: new Map(), edges: new Map() };
    const change = changeOf(before, after, { fields, steps: [], edges: [] });
    return { change: change && withDeployment(change, { before, after, isDeployment }), renames };
  }
  const numbers = new Map<string, number>();
  const [left, right] = [buildShape(before, numbers), buildShape(after, numbers)];
  const match = matchSteps(left, right);
  const { edges, edgeNames, moves } = compareEdges(left, right, match);
  const moved = new Set(moves.flatMap(({ nodes }) => nodes));
  const steps = compareSteps(left, right, match).map(({ step, change }) =>
    moved.has(step) ? { ...change, inMove: true } : change,
  );
  const change = changeOf(before, after, { fields, steps, edges });
  const renames = { steps: stepNamesOf(left, right, match), edges: edgeNames };
  if (change === undefined) return { change, renames };
  const contact = contactEffects(left, right, match);
  const shown = {
    ...change,
    ...(moves.length > 0 && { moves }),
    ...(contact.length > 0 && { contact }),
  };
  const sides = { before, after, isDeployment };
  return {
    change: withDeployment(shown, sides, { left, right, match }),
    renames,
  };
}

/** Later name → earlier name. */
function stepNamesOf(left: Shape, right: Shape, match: StepMatch): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [i, j] of match.toAfter.entries()) {
    if (j === -1) continue;
    const was = subjectOf(left.steps[i] as Step).step;
    const is = subjectOf(right.steps[j] as Step).step;
    if (was !== undefined && is !== undefined && was !== is) names.set(is, was);
  }
  return names;
}

interface Sides {
  /** Of a deployment: the account. */
  readonly before: Workflow;
  readonly after: Workflow;
  readonly isDeployment: boolean;
}

function withDeployment(
  change: WorkflowChange,
  { before, after, isDeployment }: Sides,
  compared?: { readonly left: Shape; readonly right: Shape; readonly match: StepMatch },
): WorkflowChange {
  if (!isDeployment) return change;
  const shapes = compared && {
    live: compared.left,
    next: compared.right,
    nextOf: compared.match.toAfter,
  };
  return { ...change, deployment: deploymentOf(before, after, change, shapes) };
}

function changeOf(
  before: Workflow,
  after: Workflow,
  { fields, steps, edges }: Pick<WorkflowChange, 'fields' | 'steps' | 'edges'>,
): WorkflowChange | undefined {
  if (fields.length + steps.length + edges.length === 0) return undefined;
  const { id = before.id, name = before.name } = after;
  const edgeNoun = edgeNounOf(after);
  return { change: 'changed', id, name, fields, steps, edges, edgeNoun };
}

function compareSteps(
  before: Shape,
  after: Shape,
  { toAfter, toBefore, keysKept }: StepMatch,
): readonly { readonly step: Step; readonly change: StepChange }[] {
  const oneSided = (step: Step, change: 'added' | 'removed') => {
    const content = step.spec.summarize(step).join(', ');
    return { step, change: { ...nameStep(step), change, fields: [], content } };
  };
  const kept = before.steps.flatMap((step, i) => {
    const j = toAfter[i] as number;
    if (j === -1) return oneSided(step, 'removed');
    const other = after.steps[j] as Step;
    const renamed = keysKept && isRenamed(step, other);
    const same = before.contents[i] === after.contents[j];
    if (same && !renamed) return [];
    const fieldsThen = before.fields[i] as Fields;
    const fields = same ? [] : changesOf(fieldsThen, after.fields[j] as Fields);
    const change = same ? ('renamed' as const) : ('changed' as const);
    const conditions = conditionsOf(step, other, fields);
    const names = { ...nameStep(other), ...(renamed && { was: step.key }) };
    return { step: other, change: { ...names, change, fields, conditions } };
  });
  const added = after.steps.filter((_, j) => toBefore[j] === -1);
  return [...kept, ...added.map((step) => oneSided(step, 'added'))];
}

/** A changed condition or filter in words, if they tell the difference. */
function conditionsOf(
  before: Step,
  after: Step,
  fields: readonly FieldChange[],
): StepChange['conditions'] {
  const { rule } = after.spec;
  if (rule === undefined || before.type !== after.type) return undefined;
  const [then, now] = [before, after].map((step) => {
    const root = (rule === 'config' ? conditionOf(step) : filterConditionOf(step))?.root;
    return root && conditionInWords(root);
  });
  if (then === undefined || now === undefined || then === now) return undefined;
  const holder = rule === 'config' ? '/config' : `/config/${rule}`;
  const isAbout = ({ path }: FieldChange): boolean =>
    path === holder || path.startsWith(`${holder}/`);
  return { before: then, after: now, fields: fields.filter(isAbout) };
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

interface ComparedEdges {
  readonly edges: readonly EdgeChange[];
  readonly edgeNames: ReadonlyMap<string, string>;
  readonly moves: readonly Move[];
}

/** Edges by their ends and type, after the steps were matched; equal ones are counted. */
function compareEdges(before: Shape, after: Shape, match: StepMatch): ComparedEdges {
  const nameBefore = (index: number): string =>
    match.toAfter[index] === -1 ? `gone ${index}` : `step ${index}`;
  const nameAfter = (index: number): string =>
    match.toBefore[index] === -1 ? `new ${index}` : `step ${match.toBefore[index]}`;
  const earlier = groupBy(before.workflow.edges, (edge) => lookOf(edge, before, nameBefore));
  for (const group of earlier.values()) group.reverse();
  const added: ChangedEdge[] = [];
  const edgeNames = new Map<string, string>();
  const kept = new Set<Edge>();
  for (const edge of after.workflow.edges) {
    const twin = earlier.get(lookOf(edge, after, nameAfter))?.pop();
    if (twin === undefined) {
      added.push(changedEdge('added', edge, after, nameAfter));
      continue;
    }
    kept.add(twin);
    const [was, is] = [subjectOf(twin).edge, subjectOf(edge).edge];
    if (was !== undefined && is !== undefined && was !== is) edgeNames.set(is, was);
  }
  const removed = before.workflow.edges
    .filter((edge) => !kept.has(edge))
    .map((edge) => changedEdge('removed', edge, before, nameBefore));
  const only = new Map([
    ...before.steps.map((step) => [nameBefore(step.index), step] as const),
    ...after.steps.map((step) => [nameAfter(step.index), step] as const),
  ]);
  for (const name of only.keys()) if (name.startsWith('step ')) only.delete(name);
  const moves = findMoves({ removed, added, only });
  return { edges: [...removed, ...added].map(({ change }) => change), edgeNames, moves };
}

function changedEdge(
  change: EdgeChange['change'],
  edge: Edge,
  shape: Shape,
  nameOf: (index: number) => string,
): ChangedEdge {
  const { from, to } = namesOf(edge, shape, nameOf);
  return {
    change: nameEdge(change, edge, shape),
    from,
    to,
    type: String(shape.edgeTypes[edge.index]),
  };
}

/** The ends; those that are no step by their text. */
function namesOf(edge: Edge, { graph }: Shape, nameOf: (index: number) => string) {
  const [source, target] = [graph.source(edge), graph.target(edge)];
  return {
    from: source === undefined ? `text ${JSON.stringify(edge.from)}` : nameOf(source.index),
    to: target === undefined ? `text ${JSON.stringify(edge.to)}` : nameOf(target.index),
  };
}

function lookOf(edge: Edge, shape: Shape, nameOf: (index: number) => string): string {
  const { from, to } = namesOf(edge, shape, nameOf);
  return `${shape.edgeTypes[edge.index]} ${from} → ${to}`;
}

function nameEdge(change: EdgeChange['change'], edge: Edge, { graph }: Shape): EdgeChange {
  const from = endOf(edge.from, graph.source(edge));
  return { change, from, to: endOf(edge.to, graph.target(edge)), type: edge.type };
}

function endOf(key: string | undefined, step: Step | undefined): EdgeEnd {
  const none = key === undefined ? 'nothing' : `"${key}", which is not a step`;
  return { key, label: step === undefined ? none : labelOf(step) };
}
