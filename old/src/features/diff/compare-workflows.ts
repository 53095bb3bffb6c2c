import type { Graph } from '../../core/graph/graph.ts';
import { conditionOf, filterConditionOf } from '../../core/model/condition.ts';
import { conditionInWords } from '../../core/model/condition-words.ts';
import { isUuid, labelOf } from '../../core/model/label.ts';
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
import { fieldsOfWorkflow, meaningOf } from './fields.ts';
import { matchSteps, type StepMatch, unmatched } from './match-steps.ts';
import { edgeKey, findMoves } from './moves.ts';
import { pairUp } from './pairs.ts';

/** Names in the findings of a workflow on both sides: later name → earlier name. */
export interface Renames {
  readonly steps: Names;
  readonly edges: Names;
}

type Names = ReadonlyMap<string | undefined, string | undefined>;

/** Compares two workflows that were found to be the same one. */
export function compareWorkflows(before: Workflow, after: Workflow, isDeployment: boolean) {
  const stepless = before.summaryOnly || after.summaryOnly;
  const match = stepless ? undefined : matchSteps(before, after);
  const fields = changesOf(fieldsOfWorkflow(before), fieldsOfWorkflow(after)).filter(
    ({ path }) => !stepless || (path !== '/steps' && path !== '/edges'),
  );
  const { edges, edgeNames, moves } = match === undefined ? NO_EDGES : compareEdges(match);
  const steps = match === undefined ? [] : compareSteps(match, moves);
  const renames = { steps: match === undefined ? new Map() : stepNamesOf(match), edges: edgeNames };
  const changed = steps.length + edges.length === 0 ? undefined : match;
  if (fields.length === 0 && changed === undefined) return { change: undefined, renames };
  const contact = changed === undefined ? [] : contactEffects(changed);
  const { id = before.id, name = before.name } = after;
  const change: WorkflowChange = {
    change: 'changed',
    id,
    name,
    fields,
    steps,
    edges,
    edgeNoun: edgeNounOf(after),
    moves,
    ...(contact.length > 0 && { contact }),
    ...(isDeployment && { deployment: deploymentOf(before, after, changed) }),
  };
  return { change, renames };
}

const NO_EDGES: ComparedEdges = { edges: [], edgeNames: new Map(), moves: [] };

const stepNamesOf = ({ next }: StepMatch): Names =>
  new Map(Array.from(next, ([step, other]) => [subjectOf(other).step, subjectOf(step).step]));

function compareSteps(
  { before, after, next, previous, keysKept, fieldsOf, contentOf }: StepMatch,
  moves: readonly Move[],
): readonly StepChange[] {
  const moved = new Set(moves.flatMap(({ nodes }) => nodes));
  const oneSided = (step: Step, change: 'added' | 'removed'): StepChange => {
    const content = step.spec.summarize(step).join(', ');
    return { ...nameStep(step), change, fields: [], content, inMove: moved.has(step) };
  };
  const kept = before.workflow.steps.flatMap((step): StepChange | readonly StepChange[] => {
    const other = next.get(step);
    if (other === undefined) return oneSided(step, 'removed');
    const renamed = keysKept && isRenamed(step, other);
    const same = contentOf(step) === contentOf(other);
    if (same && !renamed) return [];
    const fields = same ? [] : changesOf(fieldsOf(step), fieldsOf(other));
    const change = same ? 'renamed' : 'changed';
    const conditions = conditionsOf(step, other, fields);
    return { ...nameStep(other), ...(renamed && { was: step.key }), change, fields, conditions };
  });
  const added = after.workflow.steps.filter((step) => !previous.has(step));
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
  const isAbout = ({ path }: FieldChange): boolean => path.startsWith(`${holder}/`);
  return { before: then, after: now, fields: fields.filter(isAbout) };
}

function nameStep(step: Step): Pick<StepChange, 'key' | 'type' | 'label'> {
  return { key: step.key, type: step.type, label: labelOf(step) };
}

/** A key written by a person was changed. A regenerated key is not a change. */
function isRenamed({ key, alias }: Step, other: Step): boolean {
  if (key === other.key || key === undefined || other.key === undefined) return false;
  return key !== other.alias && alias !== other.key && !(isUuid(key) && isUuid(other.key));
}

interface ComparedEdges {
  readonly edges: readonly EdgeChange[];
  readonly edgeNames: Names;
  readonly moves: readonly Move[];
}

/** Edges by their ends and type, after the steps were matched; equal ones are counted. */
function compareEdges(match: StepMatch): ComparedEdges {
  const { before, after, next } = match;
  const nameAfter = ({ index }: Step): string => `step ${index}`;
  const nameBefore = (step: Step): string => {
    const other = next.get(step);
    return other === undefined ? `gone ${step.index}` : nameAfter(other);
  };
  const { pairs, removed, added } = pairUp(
    before.workflow.edges.map((edge) => placeEdge(edge, before, nameBefore)),
    after.workflow.edges.map((edge) => placeEdge(edge, after, nameAfter)),
    [edgeKey],
  );
  const edgeNames = new Map(
    pairs.map(([was, is]) => [subjectOf(is.edge).edge, subjectOf(was.edge).edge]),
  );
  const gone = removed.map((each) => ({ ...each, change: nameEdge('removed', each.edge, before) }));
  const come = added.map((each) => ({ ...each, change: nameEdge('added', each.edge, after) }));
  const [stepsGone, stepsAdded] = unmatched(match);
  const only = new Map([
    ...stepsGone.map((step) => [nameBefore(step), step] as const),
    ...stepsAdded.map((step) => [nameAfter(step), step] as const),
  ]);
  const moves = findMoves({ removed: gone, added: come, only });
  return { edges: [...gone, ...come].map(({ change }) => change), edgeNames, moves };
}

/** An edge by its type and its ends; those that are no step by their text. */
function placeEdge(edge: Edge, graph: Graph, nameOf: (step: Step) => string) {
  const [source, target] = [graph.source(edge), graph.target(edge)];
  return {
    edge,
    from: source === undefined ? `text ${JSON.stringify(edge.from)}` : nameOf(source),
    to: target === undefined ? `text ${JSON.stringify(edge.to)}` : nameOf(target),
    type: meaningOf(edge.type),
  };
}

function nameEdge(change: EdgeChange['change'], edge: Edge, graph: Graph): EdgeChange {
  const from = endOf(edge.from, graph.source(edge));
  return { change, from, to: endOf(edge.to, graph.target(edge)), type: edge.type };
}

function endOf(key: string | undefined, step: Step | undefined): EdgeEnd {
  const none = key === undefined ? 'nothing' : `"${key}", which is not a step`;
  return { key, label: step === undefined ? none : labelOf(step) };
}
