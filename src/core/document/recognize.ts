/** What a JSON value is: a workflow, an event, a list, or something else. Only evidence counts. */
import { asString, isObject, type JsonObject, own } from '../model/json.ts';
import { nearest } from '../model/nearest.ts';
import type { ForeignContent } from '../model/workflow.ts';
import { RESOURCES, resourceOf, resourceOfFile, resourceOfObject } from '../resources/registry.ts';
import type { ResourceType } from '../resources/resource.ts';
import { stepTypeOf } from '../steps/registry.ts';
import { EDGE, EVENT, type Spellings, STEP, WORKFLOW } from './dialect.ts';

export type Kind = 'workflow' | 'event';

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['workflow', 'workflow'],
  ['automation', 'workflow'],
  ['event', 'event'],
]);

/** @param inList it is an item of a list envelope, where workflows have no steps. */
export function kindOf(value: unknown, inList = false): Kind | undefined {
  if (!isObject(value)) return undefined;
  const object = own(value, 'object');
  if (typeof object === 'string') {
    const kind = KINDS.get(object);
    // A receipt of a sent event, or an event of another service, is no definition.
    const isKnown = kind === 'workflow' || Object.hasOwn(value, 'schema') || hasOnly(value, EVENT);
    return isKnown ? kind : undefined;
  }
  if (isGraph(value) || (inList && isSummary(value))) return 'workflow';
  return isEvent(value) ? 'event' : undefined;
}

/** Steps with types and keys, or edges. Other tools have lists of these names as well. */
function isGraph(value: JsonObject): boolean {
  const steps = own(value, 'steps');
  const edges = own(value, 'edges') ?? own(value, 'connections');
  if (Array.isArray(steps) && (Array.isArray(edges) || steps.some(isStep))) return true;
  const misspelt = steps === undefined ? Object.keys(value).find(isNearSteps) : undefined;
  const meant = misspelt === undefined ? undefined : own(value, misspelt);
  if (Array.isArray(meant) && meant.some(isStep)) return true;
  if (!hasOnly(value, WORKFLOW)) return false;
  if (Array.isArray(edges)) return steps !== undefined || edges.some(isEdge);
  if (!Array.isArray(steps)) return steps !== undefined && isSummary(value);
  return edges !== undefined || (steps.length === 0 && asString(own(value, 'name')) !== undefined);
}

const isNearSteps = (name: string): boolean => nearest(name, ['steps']) !== undefined;

/** A type of the service, or a type with a config: tours and pipelines have steps too. */
function isStep(step: unknown): boolean {
  if (!isObject(step)) return false;
  const type = asString(own(step, 'type'));
  if (type === undefined) return false;
  return (
    isObject(own(step, 'config')) || (stepTypeOf(type) !== undefined && hasAny(step, STEP, 'key'))
  );
}

const isEdge = (edge: unknown): boolean =>
  isObject(edge) && hasAny(edge, EDGE, 'from') && hasAny(edge, EDGE, 'to');

const hasAny = (value: JsonObject, known: Spellings, field: string): boolean =>
  known.names.get(field)?.some((name) => asString(own(value, name)) !== undefined) === true;

/** A workflow in list form. */
const isSummary = (value: JsonObject): boolean =>
  asString(own(value, 'name')) !== undefined &&
  (own(value, 'status') === 'enabled' || own(value, 'status') === 'disabled');

/** Whether a value that is not ours may be a damaged workflow: steps or edges of another form, with little else. */
export function isNearlyWorkflow(value: unknown): boolean {
  if (!isObject(value)) return false;
  const hasGraph = ['steps', 'edges', 'connections'].some((name) => Object.hasOwn(value, name));
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

/** The items of a list envelope or array. */
export function itemsOf(value: unknown): readonly unknown[] {
  const items = isList(value) ? own(value, 'data') : value;
  return Array.isArray(items) ? items : [];
}

/**
 * The collection of a list or array: by its first item that shows it, else by what the user said
 * it holds, else by the name of its file, since items of lists often have no `object`.
 */
export function collectionOf(value: unknown, source: string, holds?: string): string | undefined {
  const items = itemsOf(value);
  for (const item of items) {
    const resource = resourceOfItem(item);
    if (resource !== undefined) return resource.name;
    const kind = kindOf(item, isList(value));
    if (kind !== undefined && holds === undefined) return `${kind}s`;
  }
  if (holds !== undefined) return holds;
  const isOther = (item: unknown): boolean =>
    !isObject(item) ||
    ['object', 'steps', 'edges', 'connections', 'schema'].some((f) => Object.hasOwn(item, f));
  return items.some(isOther) ? undefined : resourceOfFile(source)?.name;
}

export const resourceOfItem = (value: unknown): ResourceType | undefined =>
  isObject(value) ? resourceOfObject(own(value, 'object')) : undefined;

/** The parts of a bundle by their collection; undefined where it is none. */
export function bundleOf(value: JsonObject): ReadonlyMap<string, unknown> | undefined {
  if (typeof own(value, 'object') === 'string') return undefined;
  const names = ['workflows', 'events', ...RESOURCES.map(({ name }) => name)];
  const parts = new Map<string, unknown>();
  for (const name of names) {
    const part = own(value, name);
    if (typeof part === 'object' && part !== null) parts.set(name, part);
  }
  const isPure = Object.keys(value).every((name) => name === '$schema' || names.includes(name));
  const isOurs = ['workflows', 'events'].some((name) => {
    const part = parts.get(name);
    return [...itemsOf(part), part].some((item) => kindOf(item, true) !== undefined);
  });
  const areCollections = [...parts].every(([name, part]) => isCollection(name, part));
  return parts.size > 0 && (isOurs || (isPure && (areCollections || parts.size > 1)))
    ? parts
    : undefined;
}

/** A list, or an array; of a resource, its items have the first name. */
function isCollection(name: string, part: unknown): boolean {
  if (isList(part)) return Array.isArray(own(part, 'data'));
  const key = resourceOf(name)?.names[0];
  const isItem = (item: unknown): boolean =>
    key === undefined || (isObject(item) && Object.hasOwn(item, key));
  return Array.isArray(part) && part.every(isItem);
}

/** What a value is that is not ours. */
export function foreignContent(value: unknown): ForeignContent {
  if (Array.isArray(value)) return { is: 'array', ...traitsOf(value.find(isObject)) };
  if (!isObject(value)) return { is: 'value', name: value === null ? 'null' : typeof value };
  if (typeof value['statusCode'] === 'number' && typeof value['message'] === 'string')
    return { is: 'error-response', name: value['message'] };
  if (isList(value)) return { is: 'list', ...traitsOf(itemsOf(value).find(isObject)) };
  return { is: 'object', ...traitsOf(value) };
}

function traitsOf(value: unknown): Omit<ForeignContent, 'is'> {
  if (!isObject(value)) return {};
  const object = asString(own(value, 'object'));
  return object === undefined ? { fields: Object.keys(value).slice(0, 5) } : { name: object };
}

// Keys in double, single or no quotes. Values such as `["steps"]` count only where a text is cut.
const KEYS = 'steps|edges|connections|event_name|eventName';
const QUOTED_KEY = new RegExp(`["'“](?:${KEYS})["'”](?!\\s*[,\\]}])`);
const BARE_KEY = new RegExp(`(?:^|[{,])[ \\t]*(?:${KEYS})[ \\t]*:`, 'm');
const OBJECT_KEY =
  /["'“]object["'”]\s*(?::\s*["'“]?([\w.-]*)|$)|(?:^|[{,])[ \t]*object[ \t]*:\s*["']?([\w.-]*)/m;

/** Whether text that is not JSON may be a workflow. */
export function looksLikeWorkflow(text: string): boolean {
  if (QUOTED_KEY.test(text) || BARE_KEY.test(text)) return true;
  const object = OBJECT_KEY.exec(text);
  if (object === null) return false;
  const name = object[1] ?? object[2] ?? '';
  return ['list', ...KINDS.keys()].some((known) => known.startsWith(name));
}

/** Whether text that is not JSON may have event definitions, which are then incomplete. */
export const mayHaveEvents = (text: string): boolean =>
  !looksLikeWorkflow(text) ||
  /["']?(?:schema|events)["']?\s*:|["']object["']\s*:\s*["']event["']/.test(text);
