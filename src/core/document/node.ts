/** The parts of a node, and its faults: what workflows, events and items have in common. */
import { type JsonObject, NONE } from '../model/json.ts';
import { UNKNOWN } from '../model/unknown.ts';
import type { Document, Fault, Input, Node, ShapeFault } from '../model/workflow.ts';
import { faultsOf } from './shape.ts';

/** A document while it is decoded. */
export type Open = { -readonly [K in keyof Document]: Document[K] };

/** The place of a value in its document. */
export interface At {
  readonly document: Open;
  readonly pointer: string;
  /** An item of a list envelope, where workflows have no steps. */
  readonly inList: boolean;
}

/** Stands for a value that is no object. */
export const EMPTY: JsonObject = Object.freeze({});

/** A list that was made here, with one more item. */
export function append<T>(list: readonly T[], item: T): readonly T[] {
  if (list === NONE) return [item];
  (list as T[]).push(item);
  return list;
}

/** A document of which nothing is decoded yet. */
export const emptyDocument = (input: Input, value: unknown): Open => ({
  input,
  value,
  form: 'ours',
  workflows: NONE,
  events: NONE,
  items: NONE,
  calls: NONE,
  lists: NONE,
  faults: NONE,
});

export function addFault(document: Document, fault: Fault): void {
  const open: Open = document;
  open.faults = append(open.faults, fault);
}

/** States that the value of a node is no object. */
export function addWrongItem(node: Node, found: unknown): void {
  if (found === UNKNOWN) return;
  const fault = { kind: 'shape', node, field: [], problem: 'type', expected: ['object'] } as const;
  addFault(node.document, { ...fault, found, isUnread: true });
}

/** Checks a node, or its config, in today's words. That it is no object says all. */
export function addFaults(
  node: Node,
  shape: string,
  values: JsonObject,
  path: readonly string[] = NONE,
): readonly ShapeFault[] {
  const faults = node.raw === EMPTY ? NONE : faultsOf(node, shape, values, path);
  for (const fault of faults) addFault(node.document, fault);
  return faults;
}
