/** Workflows, events, lists and items of a JSON value, in today's words, whatever its dialect. */
import { asString, isObject, type JsonObject } from '../model/json.ts';
import { joinPointer } from '../model/place.ts';
import type {
  Document,
  EventDefinition,
  Input,
  List,
  Node,
  ResourceItem,
} from '../model/workflow.ts';
import { RESOURCES, resourceOf } from '../resources/registry.ts';
import { bindFields, bindTypes } from './bind.ts';
import { decodeWorkflow } from './decode-workflow.ts';
import * as dialect from './dialect.ts';
import {
  type At,
  addFaults,
  addWrongItem,
  base,
  EMPTY,
  emptyDocument,
  noNames,
  type Open,
} from './node.ts';
import {
  bundleOf,
  collectionOf,
  foreignContent,
  isList,
  kindOf,
  resourceOfItem,
} from './recognize.ts';
import { faultsOf } from './shape.ts';

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

function decodeEvent(raw: JsonObject, at: At): EventDefinition {
  const names = noNames();
  const read = dialect.readFields(raw, dialect.EVENT);
  bindFields(raw, read, dialect.EVENT, [], names);
  const written = read.values.get('schema');
  const properties = isObject(written) ? written['properties'] : undefined;
  let schema: EventDefinition['schema'] = null;
  if (isObject(properties)) schema = typesIn(properties);
  else if (isObject(written)) schema = bindTypes(written, names);
  const event: EventDefinition = {
    kind: 'event',
    ...base(raw, at, names),
    id: asString(read.values.get('id')),
    name: asString(read.values.get('name')),
    schema,
    origin: undefined,
  };
  at.document.events.push(event);
  if (!isObject(properties)) addFaults(event, 'event', read, raw);
  else {
    read.values.delete('schema');
    addFaults(event, 'event', read, { ...raw, schema: null });
    at.document.faults.push({
      ...{ kind: 'shape', node: event, field: ['schema'], problem: 'json-schema' },
      ...{ expected: ['object'], found: written, isUnread: false },
    });
  }
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
  const faults = raw === EMPTY ? [] : faultsOf(item, `item_${of}`, raw);
  at.document.faults.push(...faults);
  for (const field of Object.keys(type?.fields ?? {}))
    if (raw[field] !== undefined && !faults.some((fault) => fault.field[0] === field))
      value[field] = raw[field];
  return item;
}
