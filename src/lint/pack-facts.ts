import { isObject, type JsonObject } from '../model/json.ts';
import type { DocumentRef, Place, WorkflowRef } from '../model/nodes.ts';
import type { KnownWorkflow } from '../rule.ts';
import type { Rows, Tables } from './tables.ts';

/** A fact holds what JSON cannot say, and so cannot leave the thread it was found in. */
export class UnportableFact extends TypeError {
  override readonly name = 'UnportableFact';
}

/** The workflow that a fact is of: asked for only when the fact holds a place. */
export type Own = () => Pick<KnownWorkflow, 'workflow' | 'document'>;

// What JSON has no words for, and objects with a key of this name, stand in an object with this one key.
const TAG = '$';
const MAX_DEPTH = 64;

/**
 * A fact as JSON. Places become `{"$": pointer}`, or `{"$": [pointer, step, edge, event, onKey, …]}`, within the workflow
 * that the fact is of; numbers that JSON lacks become `{"$": {"n": "Infinity"}}`, and `undefined` in arrays `{"$": {}}`.
 */
export function packFact(value: unknown, own: Own, tables: Tables, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : { [TAG]: { n: Object.is(value, -0) ? '-0' : String(value) } };
  if (typeof value !== 'object') throw new UnportableFact(`it holds ${value === undefined ? 'undefined' : `a ${typeof value}`}`);
  if (depth > MAX_DEPTH) throw new UnportableFact(`it is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? { [TAG]: {} } : packFact(item, own, tables, depth + 1)));
  if (!isPlain(value)) throw new UnportableFact(`it holds a ${value.constructor?.name ?? 'thing without a name'}`);
  if (isPlace(value)) return packPlace(value, own, tables);
  const packed: Record<string, unknown> = {};
  let isOdd = false;
  for (const [key, field] of Object.entries(value)) {
    if (key === TAG || key === '__proto__') isOdd = true;
    else if (field !== undefined) packed[key] = packFact(field, own, tables, depth + 1);
  }
  if (!isOdd) return packed;
  return { [TAG]: { o: Object.entries(value).flatMap(([key, field]) => (field === undefined ? [] : [[key, packFact(field, own, tables, depth + 1)]])) } };
}

function packPlace(place: Place, own: Own, tables: Tables): unknown {
  const { pointer, subject, onKey, span } = place;
  const { step, edge, event } = subject;
  const isOwn = isOwnPlace(place, own());
  if (isOwn && step === undefined && edge === undefined && event === undefined && onKey === undefined && span === undefined) return { [TAG]: pointer };
  const rest = isOwn ? [] : [tables.document(place.document), subject.workflow === undefined ? -1 : tables.workflow(subject.workflow)];
  return {
    [TAG]: [pointer, step ?? null, edge ?? null, event ?? null, onKey === true ? 1 : 0, span === undefined ? null : [span.offset, span.length], ...rest],
  };
}

/** The fact again. Throws for what `packFact` cannot have written. */
export function unpackFact(value: unknown, own: Own, rows: Rows, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 2 * MAX_DEPTH) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return value.map((item) => unpackFact(item, own, rows, depth + 1));
  const packed = value as JsonObject;
  const tagged = packed[TAG];
  if (typeof tagged === 'string') {
    const { document, workflow } = own();
    return { document, pointer: tagged, subject: { workflow } };
  }
  if (Array.isArray(tagged)) return placeIn(tagged, own, rows);
  if (isObject(tagged)) {
    const { n, o } = tagged;
    if (typeof n === 'string') return Number(n);
    if (!Array.isArray(o)) return undefined;
    // fromEntries, for here a key "__proto__" is a key like any other.
    return Object.fromEntries((o as [string, unknown][]).map(([key, field]) => [String(key), unpackFact(field, own, rows, depth + 1)]));
  }
  const fact: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(packed)) if (key !== '__proto__') fact[key] = unpackFact(field, own, rows, depth + 1);
  return fact;
}

function placeIn([pointer, step, edge, event, onKey, span, document, workflow]: readonly unknown[], own: Own, rows: Rows): Place {
  const isOwn = typeof document !== 'number';
  const owner = isOwn ? own().workflow : workflow === -1 ? undefined : rows.workflow(workflow as number);
  return {
    document: isOwn ? own().document : rows.document(document),
    pointer: String(pointer),
    ...(onKey === 1 && { onKey: true }),
    ...(Array.isArray(span) && { span: { offset: Number(span[0]), length: Number(span[1]) } }),
    subject: {
      ...(owner !== undefined && { workflow: owner }),
      ...(typeof step === 'string' && { step }),
      ...(typeof edge === 'string' && { edge }),
      ...(typeof event === 'string' && { event }),
    },
  };
}

export const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

export const isPlace = (value: object): value is Place => 'pointer' in value && 'subject' in value && 'document' in value;

const isSameDocument = (a: DocumentRef, b: DocumentRef): boolean => a === b || (a.source === b.source && a.index === b.index && a.start === b.start);

const isSameWorkflow = (a: WorkflowRef | undefined, b: WorkflowRef): boolean =>
  a === b || (a !== undefined && a.id === b.id && a.name === b.name && a.status === b.status);

export const isOwnPlace = (place: Place, own: ReturnType<Own>): boolean =>
  isSameDocument(place.document, own.document) && isSameWorkflow(place.subject.workflow, own.workflow);
