/** Workflows, events, lists and items of a JSON value, in today's words, whatever its dialect. */
import { asString, isObject, type JsonObject } from '../model/json.ts';
import type { Document, EventDefinition, Input, ResourceItem } from '../model/workflow.ts';
import { resourceOf } from '../resources/registry.ts';
import { bindTypes, closeNames, noNames, readFields } from './bind.ts';
import { decodeWorkflow } from './decode-workflow.ts';
import { EVENT, LIST, NO_FIELDS } from './dialect.ts';
import * as nodes from './node.ts';
import { bundleOf, collectionOf, collectionOfItem, isItems, isList, itemsOf } from './recognize.ts';

/** What a value that was parsed holds. Nothing that it lacks stops the rest from being read. */
export function decodeValue(input: Input, value: unknown): Document {
  const document = nodes.emptyDocument(input, value);
  const at: nodes.At = { document, pointer: '', inList: false };
  const of = isItems(value)
    ? collectionOf(value, input.name, input.holds)
    : collectionOfItem(value);
  const bundle = of === undefined && isObject(value) ? bundleOf(value) : undefined;
  if (of !== undefined) decodePart(value, of, at);
  else if (isItems(value) && itemsOf(value)?.length === 0) decodeItems(value, of, at);
  else if (bundle === undefined) document.form = 'foreign';
  for (const [name, part] of bundle ?? []) decodePart(part, name, { ...at, pointer: `/${name}` });
  return document;
}

function decodePart(value: unknown, of: string, at: nodes.At): void {
  if (isItems(value)) decodeItems(value, of, at);
  else decodeItem(value, of, at);
}

function decodeItems(value: unknown, of: string | undefined, at: nodes.At): void {
  const inList = isList(value);
  const items = itemsOf(value);
  // A whole array of a bundle is a list too.
  if (inList || at.pointer !== '') {
    const raw = inList ? value : nodes.EMPTY;
    const names = noNames();
    const values = readFields(raw, LIST, names);
    const hasMore = values['has_more'] === true;
    const isWhole = !hasMore && items?.every(isObject) === true;
    const node = { kind: 'list', document: at.document, pointer: at.pointer, raw } as const;
    const list = { ...node, names: closeNames(LIST, names), of, hasMore, isWhole };
    at.document.lists = nodes.append(at.document.lists, list);
    nodes.addFaults(list, 'list', values);
  }
  const pointer = inList ? `${at.pointer}/data` : at.pointer;
  if (of === undefined) return;
  items?.forEach((item, i) => {
    decodeItem(item, of, { ...at, pointer: `${pointer}/${i}`, inList });
  });
}

function decodeItem(value: unknown, of: string, at: nodes.At): void {
  const raw = isObject(value) ? value : nodes.EMPTY;
  const decode = of === 'workflows' ? decodeWorkflow : of === 'events' ? decodeEvent : undefined;
  const node = decode === undefined ? decodeResource(raw, of, at) : decode(raw, at);
  if (raw === nodes.EMPTY) nodes.addWrongItem(node, value);
}

function decodeEvent(raw: JsonObject, at: nodes.At): EventDefinition {
  const names = noNames();
  const values = readFields(raw, EVENT, names);
  const written = values['schema'];
  // The service refuses a JSON Schema, but it has the names of the properties.
  const properties = isObject(written) ? written['properties'] : undefined;
  const isJsonSchema = isObject(properties);
  let schema: EventDefinition['schema'] = null;
  if (isJsonSchema) schema = bindTypes(properties, noNames());
  else if (isObject(written)) schema = bindTypes(written, names);
  const event: EventDefinition = {
    kind: 'event',
    document: at.document,
    pointer: at.pointer,
    raw,
    names: closeNames(EVENT, names),
    id: asString(values['id']),
    name: asString(values['name']),
    schema,
    origin: undefined,
  };
  at.document.events = nodes.append(at.document.events, event);
  if (isJsonSchema)
    nodes.addFault(at.document, {
      ...{ kind: 'shape', node: event, field: ['schema'], problem: 'json-schema' },
      ...{ expected: ['object'], found: written, isUnread: false },
    });
  nodes.addFaults(event, 'event', isJsonSchema ? { ...values, schema: null } : values);
  return event;
}

function decodeResource(raw: JsonObject, of: string, at: nodes.At): ResourceItem {
  const value: Record<string, unknown> = {};
  const { document, pointer } = at;
  const names = NO_FIELDS.clean;
  const item: ResourceItem = { kind: 'item', document, pointer, raw, names, of, value };
  at.document.items = nodes.append(at.document.items, item);
  const faulty = nodes.addFaults(item, `item_${of}`, raw);
  for (const field of Object.keys(resourceOf(of)?.fields ?? {}))
    if (raw[field] !== undefined && !faulty.some((fault) => fault.field[0] === field))
      value[field] = raw[field];
  return item;
}
