/** Workflows, events, lists and items of a JSON value, in today's words, whatever its dialect: field by field. */
import { asString, isObject, type JsonObject } from '../model/json.ts';
import { joinPointer } from '../model/place.ts';
import type { StepType } from '../model/step-type.ts';
import type {
  Document,
  Edge,
  EventDefinition,
  Fault,
  Input,
  List,
  Node,
  NodeBase,
  ResourceItem,
  Step,
  Workflow,
} from '../model/workflow.ts';
import { RESOURCES, resourceOf } from '../resources/registry.ts';
import { stepTypeOf, UNKNOWN_STEP } from '../steps/registry.ts';
import {
  bindEdgeTypes,
  bindEnds,
  bindFields,
  bindNested,
  bindStepType,
  bindTypes,
  bindValue,
  type Names,
  STATUSES,
} from './bind.ts';
import * as dialect from './dialect.ts';
import {
  bundleOf,
  collectionOf,
  foreignContent,
  isList,
  kindOf,
  resourceOfItem,
} from './recognize.ts';
import { faultsOf } from './shape.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Open = Document & {
  readonly workflows: Workflow[];
  readonly events: EventDefinition[];
  readonly items: ResourceItem[];
  readonly lists: List[];
  readonly faults: Fault[];
};

/** The place of a value in its document. */
interface At {
  readonly document: Open;
  readonly pointer: string;
  /** An item of a list envelope, where workflows have no steps. */
  readonly inList: boolean;
}

const EMPTY: JsonObject = Object.freeze({});
/** Shared by the many nodes that the file writes in today's words. */
const AS_WRITTEN: ReadonlyMap<string, string> = new Map();
const NONE: readonly never[] = Object.freeze([]);

/** What a value that was parsed holds. Nothing that it lacks stops the rest from being read. */
export function decodeValue(input: Input, value: unknown): Document {
  const document = emptyDocument(input, value);
  const at: At = { document, pointer: '', inList: false };
  if (isList(value) || Array.isArray(value)) {
    const of = collectionOf(value, input.name, input.holds);
    const isEmpty = (Array.isArray(value) ? value : (value['data'] as unknown[]))?.length === 0;
    if (of === undefined && !isEmpty) return foreign(document, value);
    decodeCollection(value, of, at);
    return document;
  }
  const kind = kindOf(value) ?? (isNamedEvent(value, input) ? 'event' : undefined);
  const resource = resourceOfItem(value);
  const bundle = isObject(value) ? bundleOf(value) : undefined;
  if (resource !== undefined) decodeItem(value, resource.name, at);
  else if (kind !== undefined) decodeItem(value, `${kind}s`, at);
  else if (bundle === undefined) return foreign(document, value);
  else {
    addWrongParts(value as JsonObject, document);
    for (const [name, part] of bundle) {
      const inside = { ...at, pointer: joinPointer([name]) };
      if (isList(part) || Array.isArray(part)) decodeCollection(part, name, inside);
      else decodeItem(part, name, inside);
    }
  }
  return document;
}

/** Collections of a bundle that are neither lists nor items. */
function addWrongParts(raw: JsonObject, document: Open): void {
  const names = noNames();
  const at: At = { document, pointer: '', inList: false };
  const node: List = { kind: 'list', ...base(raw, at, names), of: undefined, hasMore: false };
  for (const name of ['workflows', 'events', ...RESOURCES.map((each) => each.name)]) {
    const found = raw[name];
    if (found === undefined || found === null || typeof found === 'object') continue;
    const fault = { kind: 'shape', node, field: [name], problem: 'type', found } as const;
    document.faults.push({ ...fault, expected: ['array', 'object'], isUnread: true });
  }
}

export function emptyDocument(input: Input, value: unknown): Open {
  const lists = { workflows: [], events: [], items: [], calls: [], lists: [], faults: [] };
  return { input, value, form: 'ours', ...lists };
}

const isNamedEvent = (value: unknown, { holds }: Input): boolean =>
  holds === 'events' && isObject(value) && Object.hasOwn(value, 'name');

function foreign(document: Open, value: unknown): Document {
  const found = foreignContent(value);
  return { ...document, form: 'foreign', faults: [{ kind: 'foreign', found }] };
}

function decodeCollection(value: unknown, of: string | undefined, at: At): void {
  let { pointer } = at;
  if (isList(value)) {
    const names = noNames();
    const read = dialect.readFields(value, dialect.LIST);
    bindFields(value, read, dialect.LIST, [], names);
    const hasMore = read.values.get('has_more') === true;
    const list: List = { kind: 'list', ...base(value, at, names), of, hasMore };
    at.document.lists.push(list);
    addFaults(list, 'list', read, value);
    pointer = `${pointer}/${names.written.get('/data')?.slice(1) ?? 'data'}`;
  }
  const items = isList(value) ? value['data'] : value;
  if (!Array.isArray(items) || of === undefined) return;
  const inList = isList(value);
  items.forEach((item, i) => {
    decodeItem(item, of, { ...at, pointer: `${pointer}/${i}`, inList });
  });
}

function decodeItem(value: unknown, of: string, at: At): void {
  const raw = isObject(value) ? value : EMPTY;
  let node: Node;
  if (of === 'workflows') node = decodeWorkflow(raw, at);
  else if (of === 'events') node = decodeEvent(raw, at);
  else node = decodeResource(raw, of, at);
  if (raw === EMPTY) addWrongItem(node, value);
}

function addWrongItem(node: Node, found: unknown): void {
  const fault = {
    kind: 'shape',
    node,
    field: [],
    problem: 'type',
    expected: ['object'],
    found,
  } as const;
  const { faults } = node.document as Open;
  for (let i = faults.length - 1; i >= 0; i--) {
    const other = faults[i] as Fault;
    if (other.kind === 'shape' && other.node === node) faults.splice(i, 1);
  }
  faults.push({ ...fault, isUnread: true });
}

const noNames = (): Names => ({ corrections: [], written: new Map() });

function base(raw: JsonObject, { document, pointer }: At, names: Names): NodeBase {
  const written = names.written.size === 0 ? AS_WRITTEN : names.written;
  const corrections = names.corrections.length === 0 ? NONE : names.corrections;
  return { document, pointer, raw, corrections, written };
}

/** Checks a node in today's words: the object of the file, where all its names are today's. */
function addFaults(
  node: Node,
  shape: string,
  read: dialect.ReadFields,
  raw: JsonObject,
  path: readonly string[] = [],
  meantType?: string,
): void {
  const isAsWritten = node.written.size === 0 && node.corrections.length === 0;
  const value = isAsWritten ? raw : Object.fromEntries(read.values);
  const faults = faultsOf(node, shape, value, path).map((fault) =>
    meantType !== undefined && fault.field[0] === 'type' ? { ...fault, meant: meantType } : fault,
  );
  if (faults.length > 0) (node.document as Open).faults.push(...faults);
}

function decodeEvent(raw: JsonObject, at: At): EventDefinition {
  const names = noNames();
  const read = dialect.readFields(raw, dialect.EVENT);
  bindFields(raw, read, dialect.EVENT, [], names);
  const written = read.values.get('schema');
  const properties =
    isObject(written) && isObject(written['properties']) ? written['properties'] : undefined;
  const schema =
    properties !== undefined
      ? typesIn(properties)
      : isObject(written)
        ? bindTypes(written, names)
        : null;
  const event: EventDefinition = {
    kind: 'event',
    ...base(raw, at, names),
    id: asString(read.values.get('id')),
    name: asString(read.values.get('name')),
    schema,
    origin: undefined,
  };
  at.document.events.push(event);
  const { faults } = at.document;
  const before = faults.length;
  addFaults(event, 'event', read, raw);
  if (properties !== undefined)
    faults.push(
      ...faults
        .splice(before)
        .filter((each) => each.kind !== 'shape' || each.field[0] !== 'schema'),
      {
        ...{ kind: 'shape', node: event, field: ['schema'], problem: 'json-schema' },
        ...{ expected: ['object'], found: written, isUnread: false },
      } as const,
    );
  return event;
}

/** The service refuses a JSON Schema, but it has the names of the properties. */
const typesIn = (properties: JsonObject): ReadonlyMap<string, string | undefined> =>
  new Map(
    Object.entries(properties).map(([name, property]) => {
      const type = isObject(property) ? asString(property['type']) : undefined;
      return [name, type === 'integer' ? 'number' : type];
    }),
  );

function decodeResource(raw: JsonObject, of: string, at: At): ResourceItem {
  const type = resourceOf(of);
  const value: Record<string, unknown> = {};
  const item: ResourceItem = { kind: 'item', ...base(raw, at, noNames()), of, value };
  at.document.items.push(item);
  const faults = faultsOf(item, `item_${of}`, raw);
  at.document.faults.push(...faults);
  for (const field of Object.keys(type?.fields ?? {}))
    if (raw[field] !== undefined && !faults.some((fault) => fault.field[0] === field))
      value[field] = raw[field];
  return item;
}

const UPDATE_FIELDS: ReadonlySet<string> = new Set([
  '$schema',
  'status',
  'steps',
  'edges',
  'connections',
]);

function decodeWorkflow(raw: JsonObject, at: At): Workflow {
  const names = noNames();
  const read = dialect.readFields(raw, dialect.WORKFLOW);
  bindFields(raw, read, dialect.WORKFLOW, [], names);
  const steps = read.values.get('steps');
  const edges = read.values.get('edges');
  const isSummary =
    steps === undefined &&
    edges === undefined &&
    (at.inList || raw['object'] !== undefined || raw['status'] !== undefined);
  const status = bindValue(asString(read.values.get('status')), STATUSES, ['status'], names);
  const workflow: Mutable<Workflow> = {
    kind: 'workflow',
    ...base(raw, at, names),
    id: asString(read.values.get('id')),
    name: asString(read.values.get('name')),
    status,
    steps: undefined,
    edges: undefined,
    isSummary,
    edgeNoun:
      read.names.get('edges') === 'connections' || edges === undefined ? 'connection' : 'edge',
    origin: undefined,
    isFragment: false,
  };
  at.document.workflows.push(workflow);
  const isUpdate = !at.inList && Object.keys(raw).every((name) => UPDATE_FIELDS.has(name));
  addFaults(workflow, isSummary ? 'summary' : isUpdate ? 'update' : 'workflow', read, raw);
  const stepsAt = workflow.pointer + (names.written.get('/steps') ?? '/steps');
  const edgesAt = workflow.pointer + (names.written.get('/edges') ?? '/edges');
  if (Array.isArray(steps))
    workflow.steps = steps.map((step, index) =>
      decodeStep(step, workflow, index, `${stepsAt}/${index}`),
    );
  if (Array.isArray(edges))
    workflow.edges = edges.map((edge, index) =>
      decodeEdge(edge, workflow, index, `${edgesAt}/${index}`),
    );
  const openEdges = (workflow.edges ?? NONE) as Mutable<Edge>[] as never;
  bindEnds(workflow.steps ?? NONE, openEdges);
  bindEdgeTypes(workflow.steps ?? NONE, openEdges);
  addSecondList(workflow, raw);
  return workflow;
}

/** Only one of two lists of edges is read, so a difference is reported. */
function addSecondList(workflow: Workflow, raw: JsonObject): void {
  const [unread, read] =
    workflow.edgeNoun === 'edge' ? ['connections', 'edges'] : ['edges', 'connections'];
  const other = raw[unread as string];
  if (!Array.isArray(other) || other.length === 0) return;
  const { document } = workflow;
  const edges = other.map((edge, index) =>
    decodeEdge(
      edge,
      { ...workflow, document: emptyDocument(document.input, undefined) },
      index,
      '',
    ),
  );
  const keys = new Map((workflow.steps ?? NONE).map(({ key, alias }) => [alias, key]));
  const print = ({ from, to, type }: Edge): string =>
    JSON.stringify([keys.get(from) ?? from, keys.get(to) ?? to, type]);
  const own = new Set((workflow.edges ?? NONE).map(print));
  if (own.size === new Set(edges.map(print)).size && edges.every((edge) => own.has(print(edge))))
    return;
  (document as Open).faults.push({
    ...{ kind: 'shape', node: workflow, field: [unread as string], problem: 'two-lists' },
    ...{ expected: [read as string], found: other, isUnread: false },
  });
}

function decodeStep(value: unknown, workflow: Workflow, index: number, pointer: string): Step {
  const raw = isObject(value) ? value : EMPTY;
  const document = workflow.document as Open;
  const at: At = { document, pointer, inList: false };
  const names = noNames();
  const read = dialect.readFields(raw, dialect.STEP);
  const type = asString(read.values.get('type'));
  const spec =
    (type === undefined ? undefined : (stepTypeOf(type) ?? bindStepType(type, names))) ??
    UNKNOWN_STEP;
  bindFields(raw, read, dialect.STEP, [], names);
  const rawConfig = read.values.get('config');
  const config = isObject(rawConfig) ? readConfig(rawConfig, spec, names) : undefined;
  const key = asString(read.values.get('key'));
  const alias = asString(raw['ref']) ?? asString(raw['id']);
  const step: Step = {
    kind: 'step',
    ...base(raw, at, names),
    workflow,
    index,
    key,
    alias: alias === key ? undefined : alias,
    type,
    spec,
    config: config?.values ?? new Map(),
  };
  if (raw === EMPTY) addWrongItem(step, value);
  else addFaults(step, 'step', read, raw, [], dialect.typeOfConfig(rawConfig));
  if (config !== undefined && spec.isKnown)
    addFaults(step, `config_${spec.name}`, config, rawConfig as JsonObject, ['config']);
  return step;
}

function readConfig(raw: JsonObject, spec: StepType, names: Names): dialect.ReadFields {
  const known = dialect.spellingsOf(spec);
  const read = dialect.readFields(raw, known);
  if (spec.isKnown) bindFields(raw, read, known, ['config'], names);
  // What edgewise does not know of a type is kept as it is.
  if (spec.isKnown) bindNested(read.values, spec, names);
  else for (const name of read.unknown) read.values.set(name, raw[name]);
  dialect.nestFields(read, spec, names.written);
  return read;
}

function decodeEdge(value: unknown, workflow: Workflow, index: number, pointer: string): Edge {
  const raw = isObject(value) ? value : EMPTY;
  const at: At = { document: workflow.document as Open, pointer, inList: false };
  const names = noNames();
  const read = dialect.readFields(raw, dialect.EDGE);
  bindFields(raw, read, dialect.EDGE, [], names);
  const type = read.values.get('type');
  const edge: Edge = {
    kind: 'edge',
    ...base(raw, at, names),
    corrections: names.corrections,
    workflow,
    index,
    from: asString(read.values.get('from')),
    to: asString(read.values.get('to')),
    type: type === undefined ? 'default' : asString(type),
  };
  if (raw === EMPTY) addWrongItem(edge, value);
  else addFaults(edge, 'edge', read, raw);
  return edge;
}
