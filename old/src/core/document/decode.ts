import { isGiven, isObject, type JsonObject, own } from '../model/json.ts';
import type { Document, DocumentRef, NodeEdit, NodeFix, Place, Problem } from '../model/nodes.ts';
import { describeValue } from '../model/operators.ts';
import type { ResourceType } from '../model/resource.ts';
import { RESOURCE_TYPES } from '../resources/registry.ts';
import { decodeEvent } from './decode-events.ts';
import { decodeEnvelope, decodeWorkflow } from './decode-nodes.ts';
import { decodeRequest } from './decode-requests.ts';
import {
  decodeResource,
  decodeResources,
  resourceOfItem,
  resourceOfList,
} from './decode-resources.ts';
import type { DecodeState } from './decode-state.ts';
import {
  collectionOf,
  contentOf,
  describeUnrecognized,
  isBundle,
  isList,
  looksLikeWorkflow,
  recognize,
  unknownContent,
} from './recognize.ts';
import type { SyntaxFault } from './syntax.ts';

type Collection = 'workflows' | 'events';
/** A collection, or the name of a resource. */
type Assumed = string | undefined;

/**
 * Decodes the workflows, events and lists of a parsed JSON value, in any dialect, field by field.
 * What does not fit becomes a problem at its place; everything else is decoded.
 * @param assume the kind of items whose shape does not show it (`--events FILE`).
 */
export function decodeDocument(value: unknown, ref: DocumentRef, assume?: Assumed): Document {
  const state = createState(ref);
  const call = decodeRequest(value, ref);
  if (call !== undefined) return { ...state, form: 'request', calls: [call] };
  const form = decodeRoot(value, state, assume);
  if (form === 'unknown') {
    addProblem(state, 'unrecognized-document', { pointer: '' }, describeUnrecognized(value));
    return { ...state, form, content: unknownContent(value) };
  }
  return { ...state, form };
}

/** A document whose text is not JSON. */
export function brokenDocument(ref: DocumentRef, fault: SyntaxFault, text = ''): Document {
  const state = createState(ref);
  const { offset, length, message, help, repair } = fault;
  const texts = { message, ...(help !== undefined && { help }) };
  const place = { document: ref, pointer: '', subject: {} };
  const edits = repair?.map((edit): NodeEdit => ({ kind: 'text', place, ...edit }));
  // A comma has one character.
  const hasComments = repair?.some((edit) => edit.text === '' && edit.length > 1) === true;
  const fixes: readonly NodeFix[] | undefined = edits && [
    hasComments
      ? { title: 'write it as JSON, without the comments', safety: 'unsafe', edits }
      : { title: 'write it as JSON', safety: 'safe', edits },
  ];
  const at = { pointer: '', span: { offset, length } };
  addProblem(state, 'invalid-json', at, { ...texts, ...(fixes && { fixes }) });
  const lacksEvents = looksLikeWorkflow(text) && !EVENTS.test(text);
  return { ...state, form: 'broken', lacksEvents };
}

/** Signs of event definitions. */
const EVENTS = /["']?(?:schema|events)["']?\s*:|["']object["']\s*:\s*["']event["']/;

const collectionIn = (assume: Assumed): Collection | undefined =>
  assume === 'workflows' || assume === 'events' ? assume : undefined;

const createState = (ref: DocumentRef): DecodeState => ({
  ref,
  workflows: [],
  events: [],
  resources: [],
  lists: [],
  problems: [],
});

function decodeRoot(value: unknown, state: DecodeState, assume: Assumed): Document['form'] {
  if (Array.isArray(value)) {
    const type = resourceOfItem(value[0]);
    if (type !== undefined) {
      decodeResources(value, '', type, state);
      return 'array';
    }
    const of = collectionIn(assume) ?? collectionOf(value);
    if (of !== undefined) decodeItems(value, of, { pointer: '', inList: false }, state);
    else if (value.length > 0) return 'unknown';
    return 'array';
  }
  if (!isObject(value)) return 'unknown';
  const type = resourceOfItem(value);
  if (type !== undefined) {
    decodeResource(value, '', type, state);
    return 'resource';
  }
  if (isList(value)) {
    const items = itemsOf(value);
    const of = resourceOfList(items, state.ref.source, assume) ?? assume;
    if (items.length > 0 && (of ?? collectionOf(items, true)) === undefined) return 'unknown';
    decodeList(value, '', state, assume);
    return 'list';
  }
  const found = recognize(value);
  if (found === undefined && isBundle(value)) {
    decodeBundle(value, state);
    return 'bundle';
  }
  const isAssumed = found === undefined && assume === 'events' && Object.hasOwn(value, 'name');
  const kind = isAssumed ? 'event' : found;
  if (kind !== 'workflow' && kind !== 'event') return 'unknown';
  decodeItem(value, kind, { pointer: '', inList: false }, state);
  return kind;
}

function decodeBundle(value: JsonObject, state: DecodeState): void {
  for (const list of ['workflows', 'events'] as const) {
    const part = own(value, list);
    const at: Position = { pointer: `/${list}`, inList: false };
    if (part === undefined) continue;
    if (Array.isArray(part)) decodeItems(part, list, at, state);
    else if (!isObject(part)) addWrongPart(list, ', a list or one item', part, state);
    else if (isList(part)) decodeList(part, at.pointer, state, list);
    else decodeItem(part, list === 'workflows' ? 'workflow' : 'event', at, state);
  }
  for (const type of RESOURCE_TYPES) {
    const part = own(value, type.name);
    if (!isGiven(part)) continue;
    if (Array.isArray(part)) decodeWholeArray(part, type, state);
    else if (isObject(part) && isList(part)) decodeList(part, `/${type.name}`, state, type.name);
    else addWrongPart(type.name, ' or a list', part, state);
  }
}

function addWrongPart(name: string, others: string, part: unknown, state: DecodeState): void {
  const message = `"${name}" must be an array${others}, but is ${describeValue(part)}`;
  const field = name === 'workflows' || name === 'events' ? {} : { field: name };
  addProblem(state, 'invalid-shape', { pointer: `/${name}` }, { message, ...field });
}

/** An array under the key of a resource is the whole list. */
function decodeWholeArray(items: readonly unknown[], type: ResourceType, state: DecodeState): void {
  const { ref: document } = state;
  const pointer = `/${type.name}`;
  const raw = { data: items };
  state.lists.push({ kind: 'list', document, raw, pointer, of: type.name, hasMore: false });
  decodeResources(items, pointer, type, state);
}

function decodeList(raw: JsonObject, pointer: string, state: DecodeState, assume: Assumed): void {
  const items = itemsOf(raw);
  const type = resourceOfList(items, state.ref.source, assume);
  if (type !== undefined) {
    decodeEnvelope(raw, pointer, state, type.name);
    decodeResources(items, `${pointer}/data`, type, state);
    return;
  }
  const of = collectionIn(assume) ?? collectionOf(items, true);
  decodeEnvelope(raw, pointer, state, of);
  if (of !== undefined) decodeItems(items, of, { pointer: `${pointer}/data`, inList: true }, state);
}

const itemsOf = ({ data }: JsonObject): readonly unknown[] => (Array.isArray(data) ? data : []);

interface Position {
  readonly pointer: string;
  /** In a list envelope, where workflows have no steps. */
  readonly inList: boolean;
}

function decodeItems(
  items: readonly unknown[],
  of: Collection,
  { pointer, inList }: Position,
  state: DecodeState,
): void {
  const isWorkflows = of === 'workflows';
  for (const [i, item] of items.entries()) {
    const at: Position = { pointer: `${pointer}/${i}`, inList };
    const found = isObject(item) ? recognize(item, inList) : undefined;
    if (isObject(item) && typeof found !== 'object') {
      decodeItem(item, found ?? (isWorkflows ? 'workflow' : 'event'), at, state);
      continue;
    }
    const expected = isWorkflows ? 'a workflow' : 'an event definition';
    const actual = found === undefined ? describeValue(item) : contentOf(item);
    const message = `expected ${expected} here, found ${actual}`;
    addProblem(state, 'invalid-shape', at, { message });
  }
}

function decodeItem(
  raw: JsonObject,
  kind: 'workflow' | 'event',
  { pointer, inList }: Position,
  state: DecodeState,
): void {
  if (kind === 'event') decodeEvent(raw, pointer, state);
  else decodeWorkflow(raw, pointer, state, inList);
}

function addProblem(
  { ref, problems }: DecodeState,
  rule: Problem['rule'],
  { pointer, span }: Pick<Place, 'pointer' | 'span'>,
  texts: Pick<Problem, 'message' | 'help' | 'field' | 'fixes'>,
): void {
  const place = { document: ref, pointer, ...(span !== undefined && { span }), subject: {} };
  problems.push({ rule, place, ...texts });
}
