import { isObject, type JsonObject, own } from '../model/json.ts';
import type { Document, DocumentRef, Edge, EventDefinition, List, Place, Problem, Step, Workflow } from '../model/nodes.ts';
import { escapeSegment } from '../model/place.ts';
import { misfitsOf } from './problems.ts';
import * as shapes from './shapes.generated.ts';
import { isDeeperThan } from './syntax.ts';
import type { Validator } from './validator.ts';

type Kind = 'workflow' | 'event';
type Collection = 'workflows' | 'events';

/** Everything found so far in one document. */
interface Findings {
  readonly ref: DocumentRef;
  readonly workflows: Workflow[];
  readonly events: EventDefinition[];
  readonly lists: List[];
  readonly problems: Problem[];
  tooDeep: boolean;
}

const NO_CONFIG: JsonObject = Object.freeze({});
const NOTHING: readonly never[] = [];

const CONFIG_SHAPES = new Map<string, Validator>([
  ['trigger', shapes.trigger],
  ['send_email', shapes.send_email],
  ['delay', shapes.delay],
  ['wait_for_event', shapes.wait_for_event],
  ['contact_update', shapes.contact_update],
  ['add_to_segment', shapes.add_to_segment],
]);

/**
 * Finds the workflows, events and lists in a parsed JSON value, in any dialect, decided field by field. What does not
 * fit becomes a problem at its place, and everything else is decoded all the same.
 * @param assume what an item is taken for when its own shape does not say (`--events FILE`).
 */
export function decodeDocument(value: unknown, ref: DocumentRef, assume?: Collection): Document {
  const found: Findings = { ref, workflows: [], events: [], lists: [], problems: [], tooDeep: false };
  const form = decodeRoot(value, found, assume);
  if (form === 'unknown') {
    if (isDeeperThan(value, SUSPECT_DEPTH)) found.tooDeep = true;
    found.problems.push(unrecognized(ref, value));
  }
  return { ref, workflows: found.workflows, events: found.events, lists: found.lists, problems: found.problems, form, suspectDepth: found.tooDeep };
}

/** A document whose text is no JSON. */
export function brokenDocument(ref: DocumentRef, fault: { offset: number; length: number; message: string; help?: string }): Document {
  const place: Place = { document: ref, pointer: '', span: { offset: fault.offset, length: fault.length }, subject: {} };
  const problem: Problem = { rule: 'invalid-json', place, message: fault.message, ...(fault.help !== undefined && { help: fault.help }) };
  return { ref, workflows: [], events: [], lists: [], problems: [problem], form: 'broken', suspectDepth: false };
}

function decodeRoot(value: unknown, found: Findings, assume: Collection | undefined): Document['form'] {
  if (Array.isArray(value)) return decodeArray(value, '', found, assume) ? 'array' : 'unknown';
  if (!isObject(value)) return 'unknown';
  if (isList(value)) {
    decodeList(value, '', found, assume);
    return 'list';
  }
  const kind = kindOf(value) ?? (assume === 'events' && Object.hasOwn(value, 'name') ? 'event' : undefined);
  if (kind !== undefined) {
    decodeItem(value, '', kind, found, false);
    return kind;
  }
  return decodeBundle(value, found) ? 'bundle' : 'unknown';
}

function decodeBundle(value: JsonObject, found: Findings): boolean {
  const { workflows, events } = value;
  const isPart = (part: unknown) => typeof part === 'object' && part !== null;
  if (!isPart(workflows) && !isPart(events)) return false;
  for (const [key, part] of [
    ['workflows', workflows],
    ['events', events],
  ] as const) {
    if (part === undefined) continue;
    if (Array.isArray(part)) decodeItems(part, `/${key}`, key, found, false);
    else if (!isObject(part)) found.problems.push(shapeProblem(found.ref, `/${key}`, `"${key}" must be a list, an array or one item`));
    else if (isList(part)) decodeList(part, `/${key}`, found, key);
    else decodeItem(part, `/${key}`, key === 'workflows' ? 'workflow' : 'event', found, false);
  }
  return true;
}

function decodeList(raw: JsonObject, pointer: string, found: Findings, assume: Collection | undefined): void {
  check(shapes.list, raw, pointer, found, () => 'the list');
  const data = raw['data'];
  const items: readonly unknown[] = Array.isArray(data) ? data : NOTHING;
  const of = assume ?? collectionOf(items);
  const hasMore = (raw['has_more'] ?? raw['hasMore']) === true;
  found.lists.push({ kind: 'list', document: found.ref, raw, pointer, of: of ?? 'unknown', hasMore });
  decodeItems(items, `${pointer}/data`, of ?? 'workflows', found, true);
}

function decodeArray(items: readonly unknown[], pointer: string, found: Findings, assume: Collection | undefined): boolean {
  const of = assume ?? collectionOf(items);
  if (of === undefined && items.length > 0) return false;
  decodeItems(items, pointer, of ?? 'workflows', found, false);
  return true;
}

function decodeItems(items: readonly unknown[], pointer: string, of: Collection, found: Findings, inList: boolean): void {
  const fallback = of === 'workflows' ? 'workflow' : 'event';
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (isObject(item)) decodeItem(item, `${pointer}/${i}`, kindOf(item) ?? fallback, found, inList);
    else found.problems.push(shapeProblem(found.ref, `${pointer}/${i}`, `this ${fallback === 'workflow' ? 'workflow' : 'event definition'} is no object`));
  }
}

function decodeItem(raw: JsonObject, pointer: string, kind: Kind, found: Findings, inList: boolean): void {
  if (kind === 'event') decodeEvent(raw, pointer, found);
  else decodeWorkflow(raw, pointer, found, inList);
}

function decodeWorkflow(raw: JsonObject, pointer: string, found: Findings, inList: boolean): void {
  const { ref, problems } = found;
  const edgesField = Object.hasOwn(raw, 'edges') ? 'edges' : 'connections';
  const rawSteps = raw['steps'];
  const rawEdges = raw[edgesField];
  // What has neither steps nor edges is in list form: complete as far as it goes.
  const summaryOnly = rawSteps === undefined && rawEdges === undefined && (inList || raw['object'] !== undefined || raw['status'] !== undefined);
  const before = problems.length;
  check(summaryOnly ? shapes.workflowSummary : shapes.workflow, raw, pointer, found, whatOf(raw));
  noteDepth(raw, found);

  const hasSteps = Array.isArray(rawSteps);
  const hasEdges = Array.isArray(rawEdges);
  const steps: Step[] = [];
  const edges: Edge[] = [];
  const workflow: Workflow = {
    kind: 'workflow',
    document: ref,
    raw,
    pointer,
    id: text(raw['id']),
    name: text(raw['name']),
    status: text(raw['status']),
    summaryOnly,
    hasSteps,
    hasEdges,
    steps,
    edges,
  };
  if (hasSteps) for (let i = 0; i < rawSteps.length; i++) steps.push(decodeStep(rawSteps[i], i, workflow, found));
  if (hasEdges) for (let i = 0; i < rawEdges.length; i++) edges.push(decodeEdge(rawEdges[i], i, workflow, found));
  found.workflows.push(workflow);
  if (problems.length > before) {
    // Named once the name is known: the shape is checked before the workflow exists.
    const subject = { workflow: { ...(workflow.id !== undefined && { id: workflow.id }), ...(workflow.name !== undefined && { name: workflow.name }) } };
    for (let i = before; i < problems.length; i++) {
      const problem = problems[i] as Problem;
      problems[i] = { ...problem, place: { ...problem.place, subject: { ...subject, ...problem.place.subject } } };
    }
  }
}

function decodeStep(value: unknown, index: number, workflow: Workflow, found: Findings): Step {
  const raw = isObject(value) ? value : NO_CONFIG;
  const rawConfig = raw['config'];
  const config = isObject(rawConfig) ? rawConfig : NO_CONFIG;
  const key = text(raw['key']);
  const id = text(raw['id']);
  const ref = text(raw['ref']);
  const name = key ?? id ?? ref;
  const alias = key !== undefined ? (id ?? ref) : id !== undefined ? ref : undefined;
  const type = text(raw['type']);
  noteDepth(raw, found);
  if (config !== NO_CONFIG) {
    noteDepth(config, found);
    const shape = type === undefined ? undefined : CONFIG_SHAPES.get(type);
    if (shape !== undefined && !shape(config)) addConfigProblems(shape, config, type as string, `${workflow.pointer}/steps/${index}/config`, name, found);
  }
  return { kind: 'step', document: found.ref, raw, workflow, index, key: name, alias: alias === name ? undefined : alias, type, config };
}

function decodeEdge(value: unknown, index: number, workflow: Workflow, found: Findings): Edge {
  const raw = isObject(value) ? value : NO_CONFIG;
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
    type: type === undefined ? 'default' : text(type),
  };
}

function decodeEvent(raw: JsonObject, pointer: string, found: Findings): void {
  const name = text(raw['name']);
  const label = name === undefined ? 'this event definition' : `event "${name}"`;
  check(shapes.event, raw, pointer, found, () => label, name === undefined ? {} : { event: name });
  noteDepth(raw, found);
  const rawSchema = raw['schema'];
  let schema: Map<string, string> | null = null;
  if (isObject(rawSchema)) {
    schema = new Map();
    for (const [property, type] of Object.entries(rawSchema)) if (typeof type === 'string') schema.set(property, type);
  }
  found.events.push({ kind: 'event', document: found.ref, raw, pointer, id: text(raw['id']), name, schema });
}

function addConfigProblems(shape: Validator, config: JsonObject, type: string, pointer: string, step: string | undefined, found: Findings): void {
  const named = step === undefined ? `this ${type} step` : `${type} step "${step}"`;
  for (const misfit of misfitsOf(config, shape.errors ?? NOTHING, (path) => (path.length === 0 ? named : `"${path.at(-1)}" of ${named}`))) {
    const place = { document: found.ref, pointer: pointer + joinPointer(misfit.path), subject: step === undefined ? {} : { step } };
    found.problems.push({ rule: 'invalid-config', place, message: misfit.message });
  }
}

function check(
  shape: Validator,
  raw: JsonObject,
  pointer: string,
  found: Findings,
  what: (path: readonly string[]) => string,
  subject: Place['subject'] = {},
): void {
  if (shape(raw)) return;
  for (const misfit of misfitsOf(raw, shape.errors ?? NOTHING, what)) {
    found.problems.push({
      rule: 'invalid-shape',
      place: { document: found.ref, pointer: pointer + joinPointer(misfit.path), subject },
      message: misfit.message,
    });
  }
}

// Only what is nested where no dialect nests anything can be deep: known containers are walked as they are decoded.
function noteDepth(holder: JsonObject, found: Findings): void {
  for (const key in holder) {
    const value = holder[key];
    if (typeof value !== 'object' || value === null) continue;
    if (key === 'steps' || key === 'edges' || key === 'connections' || key === 'config') continue;
    if (isDeeperThan(value, SUSPECT_DEPTH)) found.tooDeep = true;
  }
}

// Well below the limit, since a value stands some levels below its document's root: the text then decides.
const SUSPECT_DEPTH = 150;

// Names a part of a workflow in a message: 'step "welcome"', 'this edge', 'this workflow'.
function whatOf(raw: JsonObject): (path: readonly string[]) => string {
  return ([list, index]) => {
    if (list === undefined) return typeof raw['name'] === 'string' ? `workflow "${raw['name']}"` : 'this workflow';
    if (list !== 'steps') return 'this edge';
    const step = (raw['steps'] as unknown[])[Number(index)];
    const key = isObject(step) ? (own(step, 'key') ?? own(step, 'id') ?? own(step, 'ref')) : undefined;
    return typeof key === 'string' ? `step "${key}"` : 'this step';
  };
}

const joinPointer = (path: readonly string[]): string => path.map((segment) => `/${escapeSegment(segment)}`).join('');

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function shapeProblem(ref: DocumentRef, pointer: string, message: string): Problem {
  return { rule: 'invalid-shape', place: { document: ref, pointer, subject: {} }, message };
}

function unrecognized(ref: DocumentRef, value: unknown): Problem {
  const shown = Array.isArray(value)
    ? 'an array of something else'
    : isObject(value)
      ? describeKeys(value)
      : `only ${value === null ? 'null' : `a ${typeof value}`}`;
  return {
    rule: 'unrecognized-document',
    place: { document: ref, pointer: '', subject: {} },
    message: `this holds no workflow and no event definition, but ${shown}`,
    help: 'expected a workflow with "steps" and "edges" (or "connections"), an event with "name" and "schema", a list {"object":"list","data":[…]}, an array, or {"workflows":…,"events":…}',
  };
}

function describeKeys(value: JsonObject): string {
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an empty object';
  return `an object with ${keys
    .slice(0, 5)
    .map((key) => JSON.stringify(key.slice(0, 40)))
    .join(', ')}${keys.length > 5 ? ' …' : ''}`;
}

const isList = (value: JsonObject): boolean =>
  value['object'] === 'list' || (Array.isArray(value['data']) && (Object.hasOwn(value, 'has_more') || Object.hasOwn(value, 'hasMore')));

function collectionOf(items: readonly unknown[]): Collection | undefined {
  for (const item of items) {
    const kind = isObject(item) ? kindOf(item) : undefined;
    if (kind !== undefined) return kind === 'workflow' ? 'workflows' : 'events';
  }
  return undefined;
}

/** What an object is by its own shape. */
function kindOf(value: JsonObject): Kind | undefined {
  const { object } = value;
  if (object === 'workflow' || object === 'automation') return 'workflow';
  if (object === 'event') return 'event';
  if (Array.isArray(value['steps']) || Object.hasOwn(value, 'edges') || Object.hasOwn(value, 'connections')) return 'workflow';
  if (Object.hasOwn(value, 'steps') && Object.hasOwn(value, 'name')) return 'workflow';
  if (Object.hasOwn(value, 'name') || Object.hasOwn(value, 'id')) {
    if (isObject(value['schema']) || value['schema'] === null) return 'event';
    const dated = Object.hasOwn(value, 'created_at') || Object.hasOwn(value, 'createdAt');
    if (value['status'] === 'enabled' || value['status'] === 'disabled' || (dated && Object.hasOwn(value, 'status'))) return 'workflow';
    if (dated && Object.hasOwn(value, 'name')) return 'event';
  }
  return undefined;
}
