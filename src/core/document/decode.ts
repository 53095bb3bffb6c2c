/** Workflows, events, lists and items of a JSON value, in today's words, whatever its dialect. */
import { asString, isObject, type JsonObject } from '../model/json.ts';
import type { Document, EventDefinition, Input, ResourceItem } from '../model/workflow.ts';
import { RESOURCES, resourceOf } from '../resources/registry.ts';
import { bindTypes, noNames, readFields } from './bind.ts';
import { decodeWorkflow } from './decode-workflow.ts';
import { EVENT, LIST } from './dialect.ts';
import {
  type At,
  addFault,
  addFaults,
  addWrongItem,
  append,
  base,
  EMPTY,
  emptyDocument,
  NONE,
} from './node.ts';
import { bundleOf, collectionOf, collectionOfItem, isList } from './recognize.ts';
import { faultsOf } from './shape.ts';

const NO_FIELDS = new Map();

/** What a value that was parsed holds. Nothing that it lacks stops the rest from being read. */
export function decodeValue(input: Input, value: unknown): Document {
  const document = emptyDocument(input, value);
  const at: At = { document, pointer: '', inList: false };
  if (isList(value) || Array.isArray(value)) {
    const of = collectionOf(value, input.name, input.holds);
    const items = isList(value) ? value['data'] : value;
    const isEmpty = Array.isArray(items) && items.length === 0;
    if (of === undefined && !isEmpty) return { ...document, form: 'foreign' };
    decodeCollection(value, of, at);
    return document;
  }
  const of = collectionOfItem(value);
  if (of !== undefined) {
    decodeItem(value, of, at);
    return document;
  }
  const bundle = isObject(value) ? bundleOf(value) : undefined;
  if (bundle === undefined) return { ...document, form: 'foreign' };
  addWrongParts(value as JsonObject, at);
  for (const [name, part] of bundle) {
    const inside = { ...at, pointer: `/${name}` };
    if (isList(part) || Array.isArray(part)) decodeCollection(part, name, inside);
    else decodeItem(part, name, inside);
  }
  return document;
}

/** Collections of a bundle that are neither lists nor items. */
function addWrongParts(raw: JsonObject, at: At): void {
  const own = { of: undefined, hasMore: false, isWhole: false };
  const node = { kind: 'list', ...base(raw, at, noNames(), NO_FIELDS), ...own } as const;
  for (const name of ['workflows', 'events', ...RESOURCES.map((each) => each.name)]) {
    const found = raw[name];
    if (found === undefined || found === null || typeof found === 'object') continue;
    const fault = { kind: 'shape', node, field: [name], problem: 'type', found } as const;
    addFault(at.document, { ...fault, expected: ['array', 'object'], isUnread: true });
  }
}

function decodeCollection(value: unknown, of: string | undefined, at: At): void {
  const inList = isList(value);
  const items = inList ? value['data'] : value;
  let { pointer } = at;
  // A whole array of a bundle is a list too.
  if (inList || pointer !== '') {
    const raw = inList ? value : EMPTY;
    const names = noNames();
    const values = readFields(raw, LIST, names);
    const hasMore = values['has_more'] === true;
    const isWhole = !hasMore && Array.isArray(items) && items.every(isObject);
    const node = { kind: 'list', ...base(raw, at, names, LIST.names) } as const;
    const list = { ...node, of, hasMore, isWhole };
    at.document.lists = append(at.document.lists, list);
    addFaults(list, 'list', values);
  }
  if (inList) pointer += '/data';
  if (!Array.isArray(items) || of === undefined) return;
  items.forEach((item, i) => {
    decodeItem(item, of, { ...at, pointer: `${pointer}/${i}`, inList });
  });
}

function decodeItem(value: unknown, of: string, at: At): void {
  const raw = isObject(value) ? value : EMPTY;
  const node =
    of === 'workflows'
      ? decodeWorkflow(raw, at)
      : of === 'events'
        ? decodeEvent(raw, at)
        : decodeResource(raw, of, at);
  if (raw === EMPTY) addWrongItem(node, value);
}

function decodeEvent(raw: JsonObject, at: At): EventDefinition {
  const names = noNames();
  let values = readFields(raw, EVENT, names);
  const written = values['schema'];
  const properties = isObject(written) ? written['properties'] : undefined;
  let schema: EventDefinition['schema'] = null;
  if (isObject(properties)) schema = typesIn(properties);
  else if (isObject(written)) schema = bindTypes(written, names);
  const event: EventDefinition = {
    kind: 'event',
    ...base(raw, at, names, EVENT.names),
    id: asString(values['id']),
    name: asString(values['name']),
    schema,
    origin: undefined,
  };
  at.document.events = append(at.document.events, event);
  if (isObject(properties)) {
    values = { ...values, schema: null };
    addFault(at.document, {
      ...{ kind: 'shape', node: event, field: ['schema'], problem: 'json-schema' },
      ...{ expected: ['object'], found: written, isUnread: false },
    });
  }
  addFaults(event, 'event', values);
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
  const value: Record<string, unknown> = {};
  const node = base(raw, at, noNames(), NO_FIELDS);
  const item: ResourceItem = { kind: 'item', ...node, of, value };
  at.document.items = append(at.document.items, item);
  const faults = raw === EMPTY ? NONE : faultsOf(item, `item_${of}`, raw);
  for (const fault of faults) addFault(at.document, fault);
  for (const field of Object.keys(resourceOf(of)?.fields ?? {}))
    if (raw[field] !== undefined && !faults.some((fault) => fault.field[0] === field))
      value[field] = raw[field];
  return item;
}
