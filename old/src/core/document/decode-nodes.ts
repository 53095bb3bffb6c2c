import { SPELLINGS, STATUSES, statusMeant } from '../model/fields.ts';
import { guessKeys, indexSteps, type StepOf } from '../model/guess-keys.ts';
import { asString, isObject, type JsonObject } from '../model/json.ts';
import { labelOf, quote } from '../model/label.ts';
import { misnamedValue, misspeltField } from '../model/misnamed-field.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { edgesFieldOf, keyPlaceOf, nodeWithin, subjectOf } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';
import { STEP_TYPES } from '../steps/registry.ts';
import { misspeltType, typeMeant } from '../steps/type-meant.ts';
import { UNKNOWN_STEP } from '../steps/unknown.ts';
import { addLinks, hasLinks } from './decode-links.ts';
import {
  addProblems,
  type DecodeState,
  joinPointer,
  labelOfNode,
  noteMisspelt,
  type PartNames,
} from './decode-state.ts';
import * as shapes from './shapes.generated.ts';
import { configShapeName, type Validator } from './validator.ts';

// Replaces a step, edge or config that cannot be read.
const EMPTY: JsonObject = Object.freeze({});

interface KnownType {
  readonly spec: StepType;
  /** Absent where any object fits. */
  readonly shape: Validator | undefined;
}

const KNOWN_STEPS = new Map(
  STEP_TYPES.map((spec): [string | undefined, KnownType] => {
    const shape = (shapes as Readonly<Record<string, Validator>>)[configShapeName(spec.name)];
    return [spec.name, { spec, shape }];
  }),
);
const { from: FROM, to: TO } = SPELLINGS.edge;

// The fields of a file for `update`, which has no name.
const UPDATE_FIELDS: ReadonlySet<string> = new Set([
  ...['$schema', 'status'],
  ...['steps', 'edges', 'connections'],
]);

/** @param inList it is an item of a list envelope, where workflows have no steps. */
export function decodeWorkflow(
  raw: JsonObject,
  pointer: string,
  state: DecodeState,
  inList: boolean,
): void {
  const edgesField = edgesFieldOf(raw);
  const rawSteps = raw['steps'];
  const rawEdges = raw[edgesField];
  // Without steps and edges it is in list form, unless the steps have a misspelt name.
  const summaryOnly =
    rawSteps === undefined &&
    rawEdges === undefined &&
    (inList || raw['object'] !== undefined || raw['status'] !== undefined) &&
    !Array.isArray(misnamedValue(raw, 'steps'));
  const hasSteps = Array.isArray(rawSteps);
  const isLinked = rawEdges === undefined && hasSteps && rawSteps.some(hasLinks);
  const hasEdges = isLinked || Array.isArray(rawEdges);
  const steps: Step[] = [];
  const edges: Edge[] = [];
  const id = asString(raw['id']);
  const name = asString(raw['name']);
  const statusField = raw['status'] === undefined ? misspeltField(raw, 'status') : undefined;
  const status = readStatus(asString(raw[statusField ?? 'status']));
  const workflow: Workflow = {
    kind: 'workflow',
    ref: { id, name, status },
    document: state.ref,
    raw,
    pointer,
    id,
    name,
    status,
    summaryOnly,
    hasSteps,
    hasEdges,
    steps,
    edges,
  };
  if (hasSteps)
    for (let i = 0; i < rawSteps.length; i++)
      steps.push(decodeStep(rawSteps[i], { workflow, index: i }, state));
  if (isLinked) addLinks(workflow, edges, state);
  else if (Array.isArray(rawEdges))
    for (let i = 0; i < rawEdges.length; i++)
      edges.push(decodeEdge(rawEdges[i], i, workflow, state));
  assumeTypes({ steps, edges }, state);
  state.workflows.push(workflow);
  if (hasEdges && edgesField === 'edges') noteSecondList(raw['connections'], workflow, state);
  const listForm = summaryOnly ? shapes.workflowSummary : undefined;
  const shape = listForm ?? (isLinked ? shapes.workflowLinked : shapes.workflow);
  const isUpdate = !inList && !summaryOnly && hasUpdateFieldsOnly(raw);
  if (!shape(isUpdate ? { ...raw, name: '' } : raw)) addShapeProblems(workflow, shape, state);
  const isNoted = state.problems.some(
    ({ place, field }) => field === 'status' && place.pointer.startsWith(pointer),
  );
  if (statusField !== undefined && !isNoted) noteMisspelt(workflow, statusField, 'status', state);
}

/** A wrong status is read as meant: it has its own finding. */
const readStatus = (given: string | undefined): string | undefined =>
  given === undefined || STATUSES.includes(given) ? given : (statusMeant(given) ?? given);

/** A step without a type is read as one of the type that fits its config. The missing type has its own finding. */
function assumeTypes(
  { steps, edges }: Pick<Workflow, 'edges'> & { readonly steps: Step[] },
  state: DecodeState,
): void {
  let targets: ReadonlySet<string | undefined> | undefined;
  for (const step of steps) {
    if (step.type !== undefined) continue;
    targets ??= new Set(edges.map(({ to }) => to));
    const meant = typeMeant(step, step.key !== undefined && targets.has(step.key));
    if (meant !== undefined) steps[step.index] = decodeStep(step.raw, step, state, meant);
  }
}

function addShapeProblems(workflow: Workflow, shape: Validator, state: DecodeState): void {
  const { raw, pointer } = workflow;
  const nodeAt = (path: readonly string[]) => nodeWithin(workflow, pointer + joinPointer(path));
  const help = createHelp(workflow);
  const names: PartNames = {
    label: (path) => labelOfNode(nodeAt(path)),
    subject: (path) => subjectOf(nodeAt(path)),
    help: (path, field) => help(nodeAt(path), field),
  };
  addProblems({ shape, raw, pointer }, names, state);
}

const KEY_FIELDS: ReadonlySet<string> = new Set(SPELLINGS.step.key);

/** For a step without a key the one that edges most likely mean, and for a step without a type the one that fits its config. */
function createHelp(workflow: Workflow) {
  const { steps } = workflow;
  let keys: ReadonlyMap<Step, string> | undefined;
  const keyOf = (step: Step): string | undefined => {
    const guesses = () => [...guessKeys(workflow, indexSteps(steps))];
    keys ??= new Map(guesses().map(([key, meant]) => [meant, key]));
    return keys.get(step);
  };
  return (node: Workflow | Step | Edge, field: string): string | undefined => {
    if (node.kind !== 'step') return undefined;
    const isMissingKey = node.key === undefined && KEY_FIELDS.has(field);
    const { name } = node.spec;
    const isMissingType = node.type === undefined && field === 'type' && name !== '';
    const meant = isMissingType ? name : isMissingKey ? keyOf(node) : undefined;
    return meant === undefined ? undefined : `write "${field}": ${quote(meant)}`;
  };
}

function hasUpdateFieldsOnly(raw: JsonObject): boolean {
  for (const key in raw) if (!UPDATE_FIELDS.has(key)) return false;
  return true;
}

// Only one of two lists is read, so a difference is reported.
function noteSecondList(others: unknown, workflow: Workflow, state: DecodeState): void {
  if (!Array.isArray(others) || others.length === 0) return;
  const edges = others.map((other, i) => decodeEdge(other, i, workflow, state));
  if (hasSameEdges(workflow, edges)) return;
  state.problems.push({
    rule: 'invalid-shape',
    place: keyPlaceOf([workflow, 'connections']),
    message: `${labelOfNode(workflow)} has different "edges" and "connections"; only "edges" is read`,
    help: 'keep the correct list, and remove the other',
    field: 'connections',
    maxSeverity: 'warning',
  });
}

/** A list envelope; its items are decoded separately. */
export function decodeEnvelope(
  raw: JsonObject,
  pointer: string,
  state: DecodeState,
  of: string | undefined,
): void {
  const hasMore = (raw['has_more'] ?? raw['hasMore']) === true;
  state.lists.push({
    kind: 'list',
    document: state.ref,
    raw,
    pointer,
    of: of ?? 'unknown',
    hasMore,
  });
  const names = { label: () => 'this list', subject: () => ({}) };
  if (!shapes.list(raw)) addProblems({ shape: shapes.list, raw, pointer }, names, state);
}

/** @param assumed its type, where it has none. */
function decodeStep(
  value: unknown,
  { workflow, index }: Pick<Step, 'workflow' | 'index'>,
  state: DecodeState,
  assumed?: string,
): Step {
  const raw = isObject(value) ? value : EMPTY;
  const rawConfig = raw['config'] ?? misnamedValue(raw, 'config');
  const config = isObject(rawConfig) ? rawConfig : EMPTY;
  const key = asString(raw['key']);
  const id = asString(raw['id']);
  const ref = asString(raw['ref']);
  const name = key ?? id ?? ref ?? asString(misnamedValue(raw, 'key'));
  const alias = key === undefined ? ref : (id ?? ref);
  const given = asString(raw['type'] ?? misnamedValue(raw, 'type'));
  const known =
    KNOWN_STEPS.get(given) ?? KNOWN_STEPS.get(given === undefined ? assumed : misspeltType(given));
  const spec = known === undefined ? UNKNOWN_STEP : known.spec;
  const step: Step = {
    kind: 'step',
    document: state.ref,
    raw,
    workflow,
    index,
    key: name,
    alias: alias === name ? undefined : alias,
    type: given,
    spec,
    config,
  };
  if (config === EMPTY) return step;
  if (known?.shape === undefined || known.shape(config)) return step;
  const pointer = `${workflow.pointer}/steps/${index}/config`;
  const { shape } = known;
  addProblems({ shape, raw: config, pointer, rule: 'invalid-config' }, namesIn(step), state);
  return step;
}

const namesIn = (step: Step): PartNames => ({
  label: ([field]) => (field === undefined ? labelOf(step) : `"${field}" of ${labelOf(step)}`),
  subject: () => subjectOf(step),
});

function decodeEdge(value: unknown, index: number, workflow: Workflow, state: DecodeState): Edge {
  const raw = isObject(value) ? value : EMPTY;
  // In the order of `SPELLINGS`. Constant names are read faster.
  const from = raw['from_step_id'] ?? raw['fromStepId'] ?? raw['from'];
  const to = raw['to_step_id'] ?? raw['toStepId'] ?? raw['to'];
  const given = raw['edge_type'] ?? raw['edgeType'] ?? raw['type'];
  const name = raw['from_step_id'] === undefined ? 'type' : 'edge_type';
  const misspelt = given === undefined ? misspeltField(raw, name) : undefined;
  const type = misspelt === undefined ? given : raw[misspelt];
  const edge: Edge = {
    kind: 'edge',
    document: workflow.document,
    raw,
    workflow,
    index,
    id: asString(raw['id']),
    from: asString(from ?? misnamedValue(raw, ...FROM)),
    to: asString(to ?? misnamedValue(raw, ...TO)),
    type: type === undefined ? 'default' : asString(type),
  };
  if (misspelt !== undefined) noteMisspelt(edge, misspelt, name, state);
  return edge;
}

/** Whether a second list has the same edges, in any order and dialect, by keys or ids of steps. */
function hasSameEdges({ steps, edges }: Workflow, others: readonly Edge[]): boolean {
  const stepOf: StepOf = indexSteps(steps);
  const resolve = (end: string | undefined) => stepOf.get(end)?.index ?? end;
  const print = ({ from, to, type }: Edge): string =>
    JSON.stringify([resolve(from), resolve(to), type]);
  const own = new Set(edges.map(print));
  const other = new Set(others.map(print));
  return own.size === other.size && [...other].every((edge) => own.has(edge));
}
