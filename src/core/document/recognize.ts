/** What a JSON value is: a workflow, an event, a list, or something else. Only evidence counts. */
import { asString, isGiven, isObject, type JsonObject, own } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import { RESOURCES, resourceOf, resourceOfFile, resourceOfObject } from '../resources/registry.ts';
import { stepTypeOf } from '../steps/registry.ts';
import { EDGE, EVENT, type Spellings, STEP, todaysFields, WORKFLOW } from './dialect.ts';

const GRAPH = ['steps', 'edges', 'connections'];

/**
 * The collection that a value is an item of: `workflows`, `events`, or that of a resource.
 * @param inList it is an item of a list envelope, where workflows have no steps.
 */
export function collectionOfItem(value: unknown, inList = false): string | undefined {
  if (!isObject(value)) return undefined;
  const object = own(value, 'object');
  if (object === 'workflow' || object === 'automation') return 'workflows';
  // A receipt of a sent event, or an event of another service, is no definition.
  if (object === 'event')
    return Object.hasOwn(value, 'schema') || hasOnly(value, EVENT) ? 'events' : undefined;
  if (typeof object === 'string') return resourceOfObject(object)?.name;
  if (isGraph(value) || (inList && isSummary(value))) return 'workflows';
  return isEvent(value) ? 'events' : undefined;
}

/** Steps with types and keys, or edges. Other tools have lists of these names as well. */
function isGraph(value: JsonObject): boolean {
  const isSpelt = Object.hasOwn(value, 'steps');
  const name = isSpelt ? 'steps' : nearest('steps', Object.keys(value));
  const steps = name === undefined ? undefined : own(value, name);
  const edges = own(value, 'edges') ?? own(value, 'connections');
  if (Array.isArray(steps) && (steps.some(isStep) || (isSpelt && Array.isArray(edges))))
    return true;
  if (!hasOnly(value, WORKFLOW)) return false;
  if (steps === undefined) return Array.isArray(edges) && edges.some(isEdge);
  return edges !== undefined || isSummary(value);
}

/** A type of the service, or a type with a config: tours and pipelines have steps too. */
function isStep(step: unknown): boolean {
  const { type, key, config } = todaysFields(isObject(step) ? step : {}, STEP);
  if (typeof type !== 'string') return false;
  return isObject(config) || (stepTypeOf(type) !== undefined && typeof key === 'string');
}

function isEdge(edge: unknown): boolean {
  const { from, to } = todaysFields(isObject(edge) ? edge : {}, EDGE);
  return typeof from === 'string' && typeof to === 'string';
}

/** A workflow in list form. */
const isSummary = (value: JsonObject): boolean =>
  asString(own(value, 'name')) !== undefined &&
  (own(value, 'status') === 'enabled' || own(value, 'status') === 'disabled');

/** Whether a value that is not ours may be a damaged workflow. */
export function isNearlyWorkflow(value: unknown): boolean {
  if (!isObject(value)) return false;
  const hasGraph = GRAPH.some((name) => Object.hasOwn(value, name));
  return hasGraph && (hasOnly(value, WORKFLOW) || isSummary(value));
}

/** A schema, a name or id, and nothing of another resource. */
function isEvent(value: JsonObject): boolean {
  const schema = own(value, 'schema');
  const isSchema = isObject(schema) || schema === null;
  return isSchema && Object.keys(value).length > 1 && hasOnly(value, EVENT);
}

const hasOnly = (value: JsonObject, { fields }: Spellings): boolean =>
  Object.keys(value).every((name) => fields.has(name));

export const isList = (value: unknown): value is JsonObject =>
  isObject(value) &&
  (value['object'] === 'list' ||
    (Array.isArray(value['data']) &&
      (Object.hasOwn(value, 'has_more') || Object.hasOwn(value, 'hasMore'))));

/** A list envelope, or an array. */
export const isItems = (value: unknown): value is JsonObject | readonly unknown[] =>
  Array.isArray(value) || isList(value);

/** The items of a list envelope or array; undefined where they cannot be read. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  const items = isList(value) ? value['data'] : value;
  return Array.isArray(items) ? items : undefined;
}

/**
 * The collection of a list or array: what the user said it holds, or that of the first item that
 * shows it, else by the name of its file, since items of lists often have no `object`.
 */
export function collectionOf(value: unknown, source: string, holds?: string): string | undefined {
  const items = itemsOf(value) ?? [];
  for (const item of items) {
    const of = collectionOfItem(item, isList(value));
    // Workflows in list form look like events, and the other way round.
    if (of !== undefined && (holds === undefined || resourceOf(of) !== undefined)) return of;
  }
  if (holds !== undefined) return holds;
  const isOther = (item: unknown): boolean =>
    !isObject(item) || ['object', 'schema', ...GRAPH].some((name) => Object.hasOwn(item, name));
  return items.some(isOther) ? undefined : resourceOfFile(source)?.name;
}

const PARTS = ['workflows', 'events', ...RESOURCES.map(({ name }) => name)];

/** The parts of a bundle by their collection; undefined where it is none. */
export function bundleOf(value: JsonObject): ReadonlyMap<string, unknown> | undefined {
  if (typeof own(value, 'object') === 'string') return undefined;
  const parts = new Map(
    PARTS.map((name) => [name, own(value, name)] as const).filter(([, part]) => isGiven(part)),
  );
  const isPure = Object.keys(value).every((name) => name === '$schema' || PARTS.includes(name));
  const isOurs = [...parts].some(([name, part]) => {
    const key = resourceOf(name)?.names[0] ?? 'name';
    const hasKey = (item: unknown): boolean => isObject(item) && Object.hasOwn(item, key);
    if (isPure && (isList(part) || (Array.isArray(part) && part.every(hasKey)))) return true;
    return [...(itemsOf(part) ?? []), part].some((item) => collectionOfItem(item, true) === name);
  });
  const objects = [...parts.values()].filter((part) => typeof part === 'object');
  return isOurs || (isPure && objects.length > 1) ? parts : undefined;
}

/** The message of an error response of the service. */
export const errorMessageOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['statusCode'] === 'number'
    ? asString(value['message'])
    : undefined;

const KEY = /["'“]?\b(?:steps|edges|connections|event_name|eventName)["'”]?\s*:/;
// The text may end within it.
const OBJECT = /["'“]?\bobject["'”]?\s*(?:$|:\s*["'“]?(?:list|workflow|automation|event|$))/;

/** Whether text that is not JSON may be a workflow. */
export const looksLikeWorkflow = (text: string): boolean => KEY.test(text) || OBJECT.test(text);
