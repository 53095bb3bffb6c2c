/** The parts of a node, and its faults: what workflows, events and items have in common. */
import type { JsonObject } from '../model/json.ts';
import type { FieldNames } from '../model/spelling.ts';
import { UNKNOWN } from '../model/unknown.ts';
import type {
  Document,
  EventDefinition,
  Fault,
  Input,
  List,
  Node,
  NodeBase,
  ResourceItem,
  Workflow,
} from '../model/workflow.ts';
import type { Names } from './bind.ts';
import { faultsOf } from './shape.ts';

/** A document while it is decoded. */
export type Open = Document & {
  readonly workflows: Workflow[];
  readonly events: EventDefinition[];
  readonly items: ResourceItem[];
  readonly lists: List[];
  readonly faults: Fault[];
};

/** The place of a value in its document. */
export interface At {
  readonly document: Open;
  readonly pointer: string;
  /** An item of a list envelope, where workflows have no steps. */
  readonly inList: boolean;
}

/** Stands for a value that is no object. */
export const EMPTY: JsonObject = Object.freeze({});
export const NONE: readonly never[] = Object.freeze([]);

/** A document of which nothing is decoded yet. */
export function emptyDocument(input: Input, value: unknown): Open {
  const lists = { workflows: [], events: [], items: [], calls: [], lists: [], faults: [] };
  return { input, value, form: 'ours', ...lists };
}

const faultsIn = ({ document }: Node): Fault[] => (document as Open).faults;

/** States that the value of a node is no object. */
export function addWrongItem(node: Node, found: unknown): void {
  if (found === UNKNOWN) return;
  const fault = { kind: 'shape', node, field: [], problem: 'type', expected: ['object'] } as const;
  faultsIn(node).push({ ...fault, found, isUnread: true });
}

/** Of a node whose names are not read yet. */
export const noNames = (of: FieldNames): Names => ({ of, corrections: [], unknown: [] });

/** One empty list serves all nodes. */
export const kept = <T>(list: readonly T[]): readonly T[] => (list.length === 0 ? NONE : list);

/** What all nodes have. Nothing is added to the names any more. */
export function base(raw: JsonObject, { document, pointer }: At, names: Names): NodeBase {
  const [corrections, unknown] = [kept(names.corrections), kept(names.unknown)];
  return { document, pointer, raw, names: names.of, corrections, unknown };
}

/** Checks a node, or its config, in today's words. That it is no object says all. */
export function addFaults(
  node: Node,
  shape: string,
  values: JsonObject,
  path: readonly string[] = NONE,
): void {
  if (node.raw === EMPTY) return;
  const faults = faultsOf(node, shape, values, path);
  if (faults.length > 0) faultsIn(node).push(...faults);
}
