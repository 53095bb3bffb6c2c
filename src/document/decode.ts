import { isObject, type JsonObject } from '../model/json.ts';
import type { Document, DocumentRef, Place, Problem } from '../model/nodes.ts';
import { describeValue } from '../model/operators.ts';
import { decodeEnvelope, decodeEvent, decodeWorkflow, type Findings, noteDepth, SUSPECT_DEPTH } from './decode-nodes.ts';
import { collectionOf, describeStranger, isList, kindOf } from './recognize.ts';
import { isDeeperThan, type SyntaxFault } from './syntax.ts';

type Collection = 'workflows' | 'events';

/**
 * Finds the workflows, events and lists in a parsed JSON value, in any dialect, decided field by field. What does not
 * fit becomes a problem at its place, and everything else is decoded all the same.
 * @param assume what an item is taken for when its own shape does not say (`--events FILE`).
 */
export function decodeDocument(value: unknown, ref: DocumentRef, assume?: Collection): Document {
  return decodeInto(nothingFound(ref), value, assume);
}

/** Which arrays of a document hold its items, by their pointers. */
export type ItemArrays = ReadonlyMap<string, ItemArray>;
export interface ItemArray {
  readonly of: Collection;
  readonly inList: boolean;
}

/** The same of a document whose items come later, in parts: it tells where they are. */
export function decodeAround(value: unknown, ref: DocumentRef, assume?: Collection): { readonly document: Document; readonly arrays: ItemArrays } {
  const arrays = new Map<string, ItemArray>();
  return { document: decodeInto({ ...nothingFound(ref), later: arrays }, value, assume), arrays };
}

/** Some items of an array of a document, from the index `first` on. */
export function decodePart(items: readonly unknown[], ref: DocumentRef, pointer: string, first: number, { of, inList }: ItemArray): Document {
  const found = nothingFound(ref);
  decodeItems(items, pointer, of, found, inList, first);
  return documentOf(found, inList ? 'list' : 'array');
}

function nothingFound(ref: DocumentRef): Findings {
  return { ref, workflows: [], events: [], lists: [], problems: [], tooDeep: false, later: undefined };
}

function decodeInto(found: Findings, value: unknown, assume: Collection | undefined): Document {
  const { ref } = found;
  const form = decodeRoot(value, found, assume);
  if (form === 'unknown') {
    if (isDeeperThan(value, SUSPECT_DEPTH)) found.tooDeep = true;
    found.problems.push(unrecognized(ref, value));
  }
  return documentOf(found, form);
}

function documentOf({ ref, workflows, events, lists, problems, tooDeep }: Findings, form: Document['form']): Document {
  return { ref, workflows, events, lists, problems, form, suspectDepth: tooDeep };
}

/** A document whose text is no JSON. */
export function brokenDocument(ref: DocumentRef, fault: SyntaxFault): Document {
  const place: Place = { document: ref, pointer: '', span: { offset: fault.offset, length: fault.length }, subject: {} };
  const problem: Problem = { rule: 'invalid-json', place, message: fault.message, ...(fault.help !== undefined && { help: fault.help }) };
  return { ref, workflows: [], events: [], lists: [], problems: [problem], form: 'broken', suspectDepth: false };
}

function decodeRoot(value: unknown, found: Findings, assume: Collection | undefined): Document['form'] {
  if (Array.isArray(value)) return decodeArray(value, found, assume) ? 'array' : 'unknown';
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
  const parts = [
    ['workflows', value['workflows']],
    ['events', value['events']],
  ] as const;
  if (!parts.some(([, part]) => typeof part === 'object' && part !== null)) return false;
  noteDepth(value, found, 'workflows', 'events');
  for (const [key, part] of parts) {
    if (part === undefined) continue;
    if (Array.isArray(part)) decodeItems(part, `/${key}`, key, found, false);
    else if (!isObject(part))
      found.problems.push(shapeProblem(found.ref, `/${key}`, `"${key}" must be an array, a list or one item, but is ${describeValue(part)}`));
    else if (isList(part)) decodeList(part, `/${key}`, found, key);
    else decodeItem(part, `/${key}`, key === 'workflows' ? 'workflow' : 'event', found, false);
  }
  return true;
}

function decodeList(raw: JsonObject, pointer: string, found: Findings, assume: Collection | undefined): void {
  const items: readonly unknown[] = Array.isArray(raw['data']) ? raw['data'] : [];
  const of = assume ?? collectionOf(items);
  decodeEnvelope(raw, pointer, found, of);
  decodeItems(items, `${pointer}/data`, of ?? 'workflows', found, true);
}

function decodeArray(items: readonly unknown[], found: Findings, assume: Collection | undefined): boolean {
  const of = assume ?? collectionOf(items);
  if (of === undefined && items.length > 0) return false;
  decodeItems(items, '', of ?? 'workflows', found, false);
  return true;
}

function decodeItems(items: readonly unknown[], pointer: string, of: Collection, found: Findings, inList: boolean, first = 0): void {
  if (found.later !== undefined) {
    found.later.set(pointer, { of, inList });
    return;
  }
  const fallback = of === 'workflows' ? 'workflow' : 'event';
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (isObject(item)) decodeItem(item, `${pointer}/${first + i}`, kindOf(item) ?? fallback, found, inList);
    else {
      if (isDeeperThan(item, SUSPECT_DEPTH)) found.tooDeep = true;
      const expected = of === 'workflows' ? 'a workflow' : 'an event definition';
      found.problems.push(shapeProblem(found.ref, `${pointer}/${first + i}`, `expected ${expected} here, found ${describeValue(item)}`));
    }
  }
}

function decodeItem(raw: JsonObject, pointer: string, kind: 'workflow' | 'event', found: Findings, inList: boolean): void {
  if (kind === 'event') decodeEvent(raw, pointer, found);
  else decodeWorkflow(raw, pointer, found, inList);
}

function shapeProblem(ref: DocumentRef, pointer: string, message: string): Problem {
  return { rule: 'invalid-shape', place: { document: ref, pointer, subject: {} }, message };
}

function unrecognized(ref: DocumentRef, value: unknown): Problem {
  return { rule: 'unrecognized-document', place: { document: ref, pointer: '', subject: {} }, ...describeStranger(value) };
}
