import { EDGE_TYPES, STEP_TYPES } from '../model/config.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import { labelOf, quote } from '../model/label.ts';
import type { DocumentRef, Edge, EventDefinition, List, Problem, Step, Subject, Workflow } from '../model/nodes.ts';
import { edgesFieldOf, escapeSegment, nodeWithin, subjectOf } from '../model/place.ts';
import { misfitsOf } from './problems.ts';
import * as shapes from './shapes.generated.ts';
import { isDeeperThan } from './syntax.ts';
import { saysTheSame } from './two-lists.ts';
import type { ErrorObject, Validator } from './validator.ts';

/** Everything found so far in one document. */
export interface Findings {
  readonly ref: DocumentRef;
  readonly workflows: Workflow[];
  readonly events: EventDefinition[];
  readonly lists: List[];
  readonly problems: Problem[];
  tooDeep: boolean;
  /** Set when items are not decoded, only the arrays that hold them noted. */
  readonly later: Map<string, { readonly of: 'workflows' | 'events'; readonly inList: boolean }> | undefined;
}

// What stands where a step, edge or config cannot be read.
const EMPTY: JsonObject = Object.freeze({});

/** What is known of a type: its name as our own constant, which compares by identity, and the shape of its config. */
interface KnownType {
  readonly name: string;
  readonly shape?: Validator | undefined;
}

const CONFIG_SHAPES = new Map<string, Validator>([
  ['trigger', shapes.trigger],
  ['send_email', shapes.send_email],
  ['delay', shapes.delay],
  ['wait_for_event', shapes.wait_for_event],
  ['contact_update', shapes.contact_update],
  ['add_to_segment', shapes.add_to_segment],
]);
const KNOWN_STEPS = new Map(STEP_TYPES.map((name): [string, KnownType] => [name, { name, shape: CONFIG_SHAPES.get(name) }]));
const KNOWN_EDGES = new Map(EDGE_TYPES.map((name): [string, string] => [name, name]));

/** @param inList whether it is an item of a list envelope, where workflows come without steps. */
export function decodeWorkflow(raw: JsonObject, pointer: string, found: Findings, inList: boolean): void {
  const edgesField = edgesFieldOf(raw);
  const rawSteps = raw['steps'];
  const rawEdges = raw[edgesField];
  // What has neither steps nor edges is in list form: complete as far as it goes.
  const summaryOnly = rawSteps === undefined && rawEdges === undefined && (inList || raw['object'] !== undefined || raw['status'] !== undefined);
  const hasSteps = Array.isArray(rawSteps);
  const hasEdges = Array.isArray(rawEdges);
  const steps: Step[] = [];
  const edges: Edge[] = [];
  const id = text(raw['id']);
  const name = text(raw['name']);
  const status = text(raw['status']);
  const workflow: Workflow = {
    kind: 'workflow',
    ref: { id, name, status },
    document: found.ref,
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
  if (hasSteps) for (let i = 0; i < rawSteps.length; i++) steps.push(decodeStep(rawSteps[i], i, workflow, found));
  if (hasEdges) for (let i = 0; i < rawEdges.length; i++) edges.push(decodeEdge(rawEdges[i], i, workflow, found));
  found.workflows.push(workflow);
  noteDepth(raw, found, hasSteps ? 'steps' : undefined, hasEdges ? edgesField : undefined);
  if (hasEdges && edgesField === 'edges' && raw['connections'] !== undefined) noteSecondList(raw['connections'], workflow, found);

  const shape = summaryOnly ? shapes.workflowSummary : shapes.workflow;
  if (shape(raw)) return;
  const nodeAt = (path: readonly string[]) => nodeWithin(workflow, pointer + joinPointer(path));
  const labelAt = (path: readonly string[]) => labelOfNode(nodeAt(path));
  addProblems('invalid-shape', shape, raw, pointer, found, labelAt, (path) => subjectOf(nodeAt(path)));
}

// Which of two lists is meant nobody can tell. The other is not read, so that must not pass in silence.
function noteSecondList(others: unknown, workflow: Workflow, found: Findings): void {
  if (!Array.isArray(others) || others.length === 0) return;
  const edges = others.map((other, i) => decodeEdge(other, i, workflow, found));
  if (saysTheSame(workflow, edges)) return;
  found.problems.push({
    rule: 'invalid-shape',
    place: { document: found.ref, pointer: `${workflow.pointer}/connections`, onKey: true, subject: subjectOf(workflow) },
    message: `${labelOfNode(workflow)} has both "edges" and "connections", and they differ: only "edges" is read`,
    help: 'keep the list that is right, and delete the other',
    field: 'connections',
    uncertain: true,
  });
}

/** A definition of an event. */
export function decodeEvent(raw: JsonObject, pointer: string, found: Findings): void {
  const event = eventOf(raw, pointer, found.ref);
  found.events.push(event);
  noteDepth(raw, found);
  if (shapes.event(raw)) return;
  const label = event.name === undefined ? 'this event definition' : `event ${quote(event.name)}`;
  const labelAt = ([field]: readonly string[]) => (field === undefined ? label : `the schema of ${label}`);
  addProblems('invalid-shape', shapes.event, raw, pointer, found, labelAt, () => subjectOf(event));
}

/** An event definition, whatever does not fit in it. */
export function eventOf(raw: JsonObject, pointer: string, document: DocumentRef): EventDefinition {
  const rawSchema = raw['schema'];
  let schema: Map<string, string | undefined> | null = null;
  if (isObject(rawSchema)) {
    schema = new Map();
    for (const [property, type] of Object.entries(rawSchema)) schema.set(property, text(type));
  }
  return { kind: 'event', document, raw, pointer, id: text(raw['id']), name: text(raw['name']), schema };
}

/** A list envelope; its items are decoded by themselves. */
export function decodeEnvelope(raw: JsonObject, pointer: string, found: Findings, of: 'workflows' | 'events' | undefined): void {
  const hasMore = (raw['has_more'] ?? raw['hasMore']) === true;
  found.lists.push({ kind: 'list', document: found.ref, raw, pointer, of: of ?? 'unknown', hasMore });
  noteDepth(raw, found, Array.isArray(raw['data']) ? 'data' : undefined);
  if (!shapes.list(raw))
    addProblems(
      'invalid-shape',
      shapes.list,
      raw,
      pointer,
      found,
      () => 'this list',
      () => ({}),
    );
}

function decodeStep(value: unknown, index: number, workflow: Workflow, found: Findings): Step {
  const raw = isObject(value) ? value : stranger(value, found);
  const rawConfig = raw['config'];
  const config = isObject(rawConfig) ? rawConfig : EMPTY;
  const key = text(raw['key']);
  const id = text(raw['id']);
  const ref = text(raw['ref']);
  const name = key ?? id ?? ref;
  const alias = key !== undefined ? (id ?? ref) : id !== undefined ? ref : undefined;
  const given = text(raw['type']);
  const known = given === undefined ? undefined : KNOWN_STEPS.get(given);
  const type = known === undefined ? given : known.name;
  const step: Step = { kind: 'step', document: found.ref, raw, workflow, index, key: name, alias: alias === name ? undefined : alias, type, config };
  noteDepth(raw, found, config === EMPTY ? undefined : 'config');
  if (config === EMPTY) return step;
  noteDepth(config, found);
  const shape = known?.shape;
  if (shape === undefined || shape(config)) return step;
  const labelAt = ([field]: readonly string[]) => (field === undefined ? labelOf(step) : `"${field}" of ${labelOf(step)}`);
  addProblems('invalid-config', shape, config, `${workflow.pointer}/steps/${index}/config`, found, labelAt, () => subjectOf(step));
  return step;
}

function decodeEdge(value: unknown, index: number, workflow: Workflow, found: Findings): Edge {
  const raw = isObject(value) ? value : stranger(value, found);
  noteDepth(raw, found);
  const from = raw['from_step_id'] ?? raw['fromStepId'] ?? raw['from'];
  const to = raw['to_step_id'] ?? raw['toStepId'] ?? raw['to'];
  const type = raw['edge_type'] ?? raw['edgeType'] ?? raw['type'];
  return {
    kind: 'edge',
    document: found.ref,
    raw,
    workflow,
    index,
    id: text(raw['id']),
    from: text(from),
    to: text(to),
    type: type === undefined ? 'default' : knownOr(text(type)),
  };
}

const knownOr = (type: string | undefined): string | undefined => (type === undefined ? undefined : (KNOWN_EDGES.get(type) ?? type));

function addProblems(
  rule: 'invalid-shape' | 'invalid-config',
  shape: Validator,
  raw: JsonObject,
  pointer: string,
  { ref, problems }: Findings,
  label: (path: readonly string[]) => string,
  subject: (path: readonly string[]) => Subject,
): void {
  for (const { path, message, help, field } of misfitsOf(raw, shape.errors as readonly ErrorObject[], label)) {
    const place = { document: ref, pointer: pointer + joinPointer(path), subject: subject(path) };
    problems.push({ rule, place, message, field, ...(help !== undefined && { help }) });
  }
}

/** Notes a deep value anywhere in an object, but for two fields that are decoded part by part, and noted then. */
export function noteDepth(holder: JsonObject, found: Findings, decoded?: string, alsoDecoded?: string): void {
  for (const key in holder) {
    const value = holder[key];
    if (typeof value !== 'object' || value === null || key === decoded || key === alsoDecoded) continue;
    if (isDeeperThan(value, SUSPECT_DEPTH)) found.tooDeep = true;
  }
}

/** Well below the limit, since a value stands some levels below its document's root: the text then decides. */
export const SUSPECT_DEPTH = 150;

function stranger(value: unknown, found: Findings): JsonObject {
  if (isDeeperThan(value, SUSPECT_DEPTH)) found.tooDeep = true;
  return EMPTY;
}

// Names a part of a workflow in a message: 'delay "wait"', 'the edge from "start"', 'workflow "Onboarding"'.
function labelOfNode(node: Workflow | Step | Edge): string {
  if (node.kind === 'workflow') return node.name === undefined ? 'this workflow' : `workflow ${quote(node.name)}`;
  if (node.kind === 'edge') {
    if (node.from !== undefined) return `the edge from ${quote(node.from)}`;
    return node.to === undefined ? 'this edge' : `the edge to ${quote(node.to)}`;
  }
  return node.key === undefined ? `this ${node.type === undefined ? 'step' : `${quote(node.type)} step`}` : labelOf(node);
}

const joinPointer = (path: readonly string[]): string => path.map((segment) => `/${escapeSegment(segment)}`).join('');

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
