import { FIELDS, SPELLINGS } from '../model/fields.ts';
import { describeKind, isObject, type JsonObject, own } from '../model/json.ts';
import { firstNames, quote } from '../model/label.ts';
import { misspeltField } from '../model/misnamed-field.ts';
import type { Document } from '../model/nodes.ts';
import { EMPTY_FILE, NEARLY_WORKFLOW, OTHER_TEXTS } from '../model/skip-reasons.ts';
import { RESOURCE_TYPES } from '../resources/registry.ts';
import { stepTypeOf } from '../steps/registry.ts';
import { UNKNOWN_STEP } from '../steps/unknown.ts';
import { isResourceCollection } from './decode-resources.ts';

/**
 * The type of an object: a workflow, an event definition, another resource by its `object`, or unknown.
 * @param inEnvelope it is an item of a list envelope, where workflows have no steps.
 */
export function recognize(value: JsonObject, inEnvelope = false): Recognized | undefined {
  const object = own(value, 'object');
  if (typeof object === 'string') {
    const kind = KINDS.get(object);
    if (kind === undefined) return { resource: object };
    // A receipt for a sent event, or an event of another service, is not a definition.
    const isKnown =
      kind === 'workflow' || Object.hasOwn(value, 'schema') || hasOnly(value, FIELDS.event);
    return isKnown ? kind : undefined;
  }
  if (isGraph(value) || (inEnvelope && isSummary(value))) return 'workflow';
  return isEvent(value) ? 'event' : undefined;
}

/** `resource` is the `object` of anything else than a workflow or event definition. */
type Recognized = Kind | { readonly resource: string };
type Kind = 'workflow' | 'event';

const KINDS = new Map<string, Kind>([
  ['workflow', 'workflow'],
  ['automation', 'workflow'],
  ['event', 'event'],
]);

/** The same for workflows and event definitions only. */
function kindOf(value: unknown, inEnvelope: boolean): Kind | undefined {
  const found = isObject(value) ? recognize(value, inEnvelope) : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** Steps with types and keys, or edges. Other tools have lists of these names as well. */
function isGraph(value: JsonObject): boolean {
  const steps = own(value, 'steps');
  const edges = own(value, 'edges') ?? own(value, 'connections');
  const hasEdges = Array.isArray(edges);
  if (Array.isArray(steps) && (hasEdges || steps.some(isStep))) return true;
  const misspelt = steps === undefined ? misspeltField(value, 'steps') : undefined;
  const meant = misspelt === undefined ? undefined : own(value, misspelt);
  if (Array.isArray(meant) && meant.some(isStep)) return true;
  if (!hasOnly(value, FIELDS.workflow)) return false;
  if (hasEdges) return steps !== undefined || edges.some(isEdge);
  if (!Array.isArray(steps)) return steps !== undefined && isSummary(value);
  return edges !== undefined || (steps.length === 0 && isText(own(value, 'name')));
}

const isText = (value: unknown): boolean => typeof value === 'string';

const hasAny = (value: JsonObject, names: readonly string[]): boolean =>
  names.some((name) => isText(own(value, name)));

/** A type of the service, or a type with a config: tours and pipelines have steps with types and keys too. */
function isStep(step: unknown): boolean {
  if (!isObject(step) || !isText(own(step, 'type'))) return false;
  if (isObject(own(step, 'config'))) return true;
  return (
    stepTypeOf(own(step, 'type') as string) !== UNKNOWN_STEP && hasAny(step, SPELLINGS.step.key)
  );
}

const isEdge = (edge: unknown): boolean =>
  isObject(edge) && hasAny(edge, SPELLINGS.edge.from) && hasAny(edge, SPELLINGS.edge.to);

/** A workflow in list form. */
const isSummary = (value: JsonObject): boolean =>
  isText(own(value, 'name')) &&
  (own(value, 'status') === 'enabled' || own(value, 'status') === 'disabled');

/** A schema, a name or id, and nothing of another resource. */
function isEvent(value: JsonObject): boolean {
  const schema = own(value, 'schema');
  const isSchema = isObject(schema) || schema === null;
  return isSchema && Object.keys(value).length > 1 && hasOnly(value, FIELDS.event);
}

/** Whether all fields are among the given ones. */
const hasOnly = (value: JsonObject, fields: ReadonlySet<string>): boolean =>
  Object.keys(value).every((key) => fields.has(key));

export function isList(value: JsonObject): boolean {
  return (
    value['object'] === 'list' ||
    (Array.isArray(value['data']) &&
      (Object.hasOwn(value, 'has_more') || Object.hasOwn(value, 'hasMore')))
  );
}

/** Whether an object is a bundle: one of its parts holds a workflow or event definition, or all are empty. */
export function isBundle(value: JsonObject): boolean {
  const parts = [own(value, 'workflows'), own(value, 'events')].filter(
    (part) => typeof part === 'object' && part !== null,
  );
  if (typeof own(value, 'object') === 'string') return false;
  if (parts.length === 0)
    return (
      hasOnly(value, BUNDLE_KEYS) &&
      RESOURCE_TYPES.some((type) => isResourceCollection(type, own(value, type.name)))
    );
  const items = parts.flatMap((part) => {
    if (Array.isArray(part)) return part as unknown[];
    const data = isList(part as JsonObject) ? own(part as JsonObject, 'data') : undefined;
    return Array.isArray(data) ? (data as unknown[]) : [part];
  });
  return (
    items.some((item) => kindOf(item, true) !== undefined) ||
    (hasOnly(value, BUNDLE_KEYS) && (items.length === 0 || parts.length === 2))
  );
}

const BUNDLE_KEYS = new Set([
  ...['$schema', 'workflows', 'events'],
  ...RESOURCE_TYPES.map(({ name }) => name),
]);

/** The kind of the first item that has one. */
export function collectionOf(
  items: readonly unknown[],
  inEnvelope = false,
): 'workflows' | 'events' | undefined {
  for (const item of items) {
    const kind = kindOf(item, inEnvelope);
    if (kind !== undefined) return kind === 'workflow' ? 'workflows' : 'events';
  }
  return undefined;
}

/** Why a document found in a folder or by a glob is skipped: it is of another tool. Invalid JSON may be a damaged workflow. */
export function skipReason(
  { form, content, problems }: Document,
  text: string,
): string | undefined {
  if (form === 'unknown') return content;
  if (form !== 'broken' || looksLikeWorkflow(text)) return undefined;
  if (text.trim() === '') return EMPTY_FILE;
  return (
    OTHER_TEXTS.find((kind) => problems[0]?.message.includes(kind)) ??
    'invalid JSON that mentions no steps, edges, connections or "object"'
  );
}

// Keys in double, single or no quotes. Values such as `["steps"]` do not count, except at the end of a cut text.
const KEYS = 'steps|edges|connections|event_name|eventName';
const QUOTED_KEY = new RegExp(`["'“](?:${KEYS})["'”](?!\\s*[,\\]}])`);
const BARE_KEY = new RegExp(`(?:^|[{,])[ \\t]*(?:${KEYS})[ \\t]*:`, 'm');
const OBJECT_KEY =
  /["'“]object["'”]\s*(?::\s*["'“]?([\w.-]*)|$)|(?:^|[{,])[ \t]*object[ \t]*:\s*["']?([\w.-]*)/m;

export function looksLikeWorkflow(text: string): boolean {
  if (QUOTED_KEY.test(text) || BARE_KEY.test(text)) return true;
  const object = OBJECT_KEY.exec(text);
  if (object === null) return false;
  const name = object[1] ?? object[2] ?? '';
  return ['list', ...KINDS.keys()].some((known) => known.startsWith(name));
}

/** The fault of a value in an unknown form. */
export function describeUnrecognized(value: unknown): {
  readonly message: string;
  readonly help: string;
} {
  if (
    isObject(value) &&
    typeof value['statusCode'] === 'number' &&
    typeof value['message'] === 'string'
  ) {
    return {
      message: `file contains an error response of the service: ${quote(value['message'])}`,
      help: 'correct the error, and export again',
    };
  }
  return {
    message: `expected workflows or event definitions, found ${contentOf(value)}`,
    help: EXPECTED,
  };
}

const EXPECTED =
  'expected a workflow with "steps" and "connections", an event with "name" and "schema", a list {"object":"list","data":[…]}, an array, or {"workflows":…,"events":…}';

/** What a document in an unknown form is taken for. */
export const unknownContent = (value: unknown): string =>
  isNearlyWorkflow(value) ? `${NEARLY_WORKFLOW}: ${contentOf(value)}` : contentOf(value);

/** Steps or edges of another form, beside nothing else or beside a status: other tools have steps as well. */
function isNearlyWorkflow(value: unknown): boolean {
  if (!isObject(value)) return false;
  const hasGraph = ['steps', 'edges', 'connections'].some((name) => Object.hasOwn(value, name));
  return hasGraph && (hasOnly(value, FIELDS.workflow) || isSummary(value));
}

/** The content of a value in an unknown form, as a noun phrase. */
export function contentOf(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${itemsOf(value)}`;
  if (!isObject(value)) return describeKind(value);
  if (isList(value)) return `a list of ${itemsOf(value['data'])}`;
  return Object.keys(value).length === 0 ? 'an empty object' : `an object ${traitOf(value)}`;
}

function itemsOf(items: unknown): string {
  const first: unknown = Array.isArray(items) ? items.find(isObject) : undefined;
  const isPlain = !isObject(first) || Object.keys(first).length === 0;
  return isPlain ? 'other values' : `objects ${traitOf(first)}`;
}

function traitOf(value: JsonObject): string {
  const found = recognize(value);
  if (typeof found === 'object') return `of type ${quote(found.resource)}`;
  return `with ${firstNames(Object.keys(value), 5)}`;
}
