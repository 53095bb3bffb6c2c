import { isObject, type JsonObject } from './json.ts';
import type { DocumentRef, Edge, Node, Place, Step, Subject, Workflow, WorkflowRef } from './nodes.ts';

/** A node, or a field below it: `[step, 'config', 'event_name']`. Fields go by today's name; the dialect's own is found. */
export type At = Node | readonly [Node, ...(string | number)[]];

// One wire name, all its spellings, the first that stands in the object and is not null wins. snake_case twins of camelCase need no entry.
const SPELLINGS = {
  workflow: new Map<string, string[]>(),
  step: new Map([['key', ['key', 'id', 'ref']]]),
  edge: new Map([
    ['from', ['from_step_id', 'from']],
    ['to', ['to_step_id', 'to']],
    ['type', ['edge_type', 'type']],
  ]),
  event: new Map<string, string[]>(),
  list: new Map<string, string[]>(),
};

/**
 * The place of a node or of a field below it, in the spelling of its document. A field that is not there
 * gives the place of what should hold it.
 */
export function placeOf(at: At): Place {
  if (!isPath(at)) return { document: at.document, pointer: pointerOf(at), subject: subjectOf(at) };
  const node = at[0];
  let pointer = pointerOf(node);
  let value: unknown = node.raw;
  for (let depth = 1; depth < at.length; depth++) {
    const field = node.kind === 'workflow' && depth === 1 && at[depth] === 'edges' ? edgesFieldOf(node.raw) : (at[depth] as string | number);
    const name = spelling(value, field, depth === 1 ? SPELLINGS[node.kind] : undefined);
    if (name === undefined) break;
    pointer += `/${escapeSegment(name)}`;
    value = (value as JsonObject)[name];
  }
  return { document: node.document, pointer, subject: subjectOf(node) };
}

/** Same as `placeOf`, but underlines the name of the last property rather than its value. */
export function keyPlaceOf(at: At): Place {
  return { ...placeOf(at), onKey: true };
}

/** The place of a workflow a fact is of, or of a field of it: facts need not keep one. */
export function placeIn({ workflow, document, pointer }: KnownWorkflow, field?: string): Place {
  return { document, pointer: field === undefined ? pointer : `${pointer}/${field}`, subject: { workflow } };
}

interface KnownWorkflow {
  readonly workflow: WorkflowRef;
  readonly document: DocumentRef;
  readonly pointer: string;
}

/** The place of a step, from that of its workflow: facts then keep one place for all its steps. */
export function placeOfStep(workflow: Place, { index, key }: { readonly index: number; readonly key?: string | undefined }): Place {
  return { ...workflow, pointer: `${workflow.pointer}/steps/${index}`, subject: { ...workflow.subject, step: key ?? `#${index}` } };
}

/** The JSON pointer (RFC 6901) of a node from its document's root. */
export function pointerOf(node: Node): string {
  if (node.kind === 'step') return `${node.workflow.pointer}/steps/${node.index}`;
  if (node.kind === 'edge') return `${node.workflow.pointer}/${edgesFieldOf(node.workflow.raw)}/${node.index}`;
  return node.pointer;
}

/** The node of a workflow that a pointer from the document's root leads into: a step, an edge, or the workflow itself. */
export function nodeWithin(workflow: Workflow, pointer: string): Workflow | Step | Edge {
  const [list, index] = pointer.slice(workflow.pointer.length + 1).split('/');
  if (index === undefined) return workflow;
  const nodes = list === 'steps' ? workflow.steps : list === 'edges' || list === 'connections' ? edgesIn(workflow, list) : undefined;
  return nodes?.[Number(index)] ?? workflow;
}

// Where both fields stand, those of one are not read.
function edgesIn({ raw, edges }: Workflow, field: 'edges' | 'connections'): readonly Edge[] | undefined {
  return field === edgesFieldOf(raw) || !Object.hasOwn(raw, field) ? edges : undefined;
}

/** Where the edges of a workflow stand. Of both fields `edges` counts, unless it is null, or empty and `connections` is not. */
export function edgesFieldOf(raw: JsonObject): 'edges' | 'connections' {
  if (!Object.hasOwn(raw, 'edges')) return 'connections';
  const { edges, connections } = raw;
  const isLeftOver = Array.isArray(connections) && (edges === null || (connections.length > 0 && Array.isArray(edges) && edges.length === 0));
  return isLeftOver ? 'connections' : 'edges';
}

/** `eventName` for `event_name`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function escapeSegment(segment: string): string {
  if (!segment.includes('~') && !segment.includes('/')) return segment;
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

function spelling(value: unknown, segment: string | number, known: ReadonlyMap<string, string[]> | undefined): string | undefined {
  const name = String(segment);
  if (Array.isArray(value)) return Object.hasOwn(value, name) ? name : undefined;
  if (!isObject(value)) return undefined;
  const candidates = known?.get(name);
  if (candidates === undefined) return spelledIn(value, name);
  let empty: string | undefined;
  for (const candidate of candidates) {
    const spelled = spelledIn(value, candidate);
    if (spelled !== undefined && value[spelled] !== null) return spelled;
    empty ??= spelled;
  }
  return empty;
}

function spelledIn(value: JsonObject, name: string): string | undefined {
  if (Object.hasOwn(value, name)) return name;
  const twin = camelCase(name);
  return Object.hasOwn(value, twin) ? twin : undefined;
}

const isPath = (at: At): at is readonly [Node, ...(string | number)[]] => Array.isArray(at);

/** The names a finding at a node carries. */
export function subjectOf(node: Node): Subject {
  if (node.kind === 'list') return {};
  if (node.kind === 'event') return node.name === undefined ? {} : { event: node.name };
  if (node.kind === 'workflow') return { workflow: node.ref };
  const workflow = node.workflow.ref;
  if (node.kind === 'step') return { workflow, step: node.key ?? `#${node.index}` };
  return { workflow, edge: node.id ?? `${node.from ?? '?'} → ${node.to ?? '?'}` };
}
