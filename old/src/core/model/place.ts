import { camelCase, SPELLINGS } from './fields.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Edge, Node, Place, Step, Subject, Workflow } from './nodes.ts';

/** A node, or a field below it: `[step, 'config', 'event_name']`, by today's names. */
export type Target = Node | Path;
type Path = readonly [Node, ...(string | number)[]];

/** The place in the spelling of the document. For a missing field, the place of its parent. */
export function placeOf(at: Target): Place {
  if (!isPath(at)) return { document: at.document, pointer: pointerOf(at), subject: subjectOf(at) };
  const node = at[0];
  // Joined at the end: concatenation keeps all intermediate texts in memory.
  const segments = [pointerOf(node)];
  let value: unknown = node.raw;
  for (let depth = 1; depth < at.length; depth++) {
    const name = nameIn(value, at, depth);
    if (name === undefined) break;
    segments.push(escapeSegment(name));
    value = (value as JsonObject)[name];
  }
  return { document: node.document, pointer: segments.join('/'), subject: subjectOf(node) };
}

/** The name of the field at this depth of a path in the document; `undefined` if there is none. */
function nameIn(value: unknown, at: Path, depth: number): string | undefined {
  const [node, first] = at;
  const field = String(at[depth]);
  if (Array.isArray(value)) return Object.hasOwn(value, field) ? field : undefined;
  if (!isObject(value)) return undefined;
  const isThere = (name: string): boolean => Object.hasOwn(value, name);
  const dialects = depth === 1 ? dialectsOf(node, field) : undefined;
  if (dialects !== undefined)
    return dialects.find((name) => isThere(name) && value[name] !== null) ?? dialects.find(isThere);
  if (isThere(field)) return field;
  if (isThere(camelCase(field))) return camelCase(field);
  // A misspelt "config" is read as one.
  if (depth === 1 && node.kind === 'step' && field === 'config')
    return Object.keys(value).find((name) => value[name] === node.config);
  const isConfigField = depth === 2 && first === 'config' && node.kind === 'step';
  return isConfigField ? node.spec.spellings.get(field)?.find(isThere) : undefined;
}

/** The names of a field that dialects spell in different ways: the first that is not null is read. */
function dialectsOf({ kind, raw }: Node, field: string): readonly string[] | undefined {
  if (kind === 'workflow' && field === 'edges') return [edgesFieldOf(raw)];
  if (kind === 'step') return field === 'key' ? SPELLINGS.step.key : undefined;
  if (kind !== 'edge') return undefined;
  return field === 'from' || field === 'to' || field === 'type' ? SPELLINGS.edge[field] : undefined;
}

/** Marks the name of the last property, not its value. */
export function keyPlaceOf(at: Target): Place {
  return { ...placeOf(at), onKey: true };
}

/** The most related places of a finding about equal things. */
export const RELATED = 20;

export const firstPlaces = <T>(
  things: readonly T[],
  describe: (thing: T) => { readonly at: Target | Place; readonly message: string },
) => things.slice(0, RELATED).map(describe);

/** The place of the workflow of a summary, or of one of its fields. */
export function placeIn(
  {
    workflow,
    document,
    pointer,
  }: Pick<Place, 'document' | 'pointer'> & Required<Pick<Subject, 'workflow'>>,
  field?: string,
): Place {
  return {
    document,
    pointer: field === undefined ? pointer : `${pointer}/${field}`,
    subject: { workflow },
  };
}

/** The same fault in many places: reported at the first of them, with the others as related places. */
export function atFirst<P extends Target | Place>(
  places: readonly P[],
  message = 'also here',
): { readonly at: P; readonly related: { readonly at: P; readonly message: string }[] } {
  const [at, ...others] = places as readonly [P, ...P[]];
  return { at, related: others.map((other) => ({ at: other, message })) };
}

/** Summaries have the place of their workflow only. */
export function placeOfStep(
  workflow: Place,
  { index, key }: { readonly index: number; readonly key?: string | undefined },
): Place {
  return {
    ...workflow,
    pointer: `${workflow.pointer}/steps/${index}`,
    subject: { ...workflow.subject, step: key ?? `#${index}` },
  };
}

/** RFC 6901, from the root of the document. */
export function pointerOf(node: Node): string {
  if (node.kind === 'step') return `${node.workflow.pointer}/steps/${node.index}`;
  if (node.kind === 'edge') {
    const { workflow, index, within = `/${edgesFieldOf(workflow.raw)}/${index}` } = node;
    return workflow.pointer + within;
  }
  return node.pointer;
}

/** The step or edge that a pointer leads into, or the workflow. */
export function nodeWithin(workflow: Workflow, pointer: string): Workflow | Step | Edge {
  const [list, index] = pointer.slice(workflow.pointer.length + 1).split('/');
  if (index === undefined) return workflow;
  const { raw, steps, edges } = workflow;
  if (list === 'steps') return steps[Number(index)] ?? workflow;
  // A document with both fields has edges that are not read.
  const areEdges =
    (list === 'edges' || list === 'connections') &&
    (list === edgesFieldOf(raw) || !Object.hasOwn(raw, list));
  return (areEdges ? edges[Number(index)] : undefined) ?? workflow;
}

/** `edges` wins, unless it is null, or empty while `connections` is not. */
export function edgesFieldOf(raw: JsonObject): 'edges' | 'connections' {
  if (!Object.hasOwn(raw, 'edges')) return 'connections';
  const { edges, connections } = raw;
  const isLeftOver =
    Array.isArray(connections) &&
    (edges === null || (connections.length > 0 && Array.isArray(edges) && edges.length === 0));
  return isLeftOver ? 'connections' : 'edges';
}

/** The word for an edge in the file. */
export const edgeNounOf = ({ raw }: Workflow): 'edge' | 'connection' =>
  edgesFieldOf(raw) === 'edges' ? 'edge' : 'connection';

export function escapeSegment(segment: string): string {
  if (!segment.includes('~') && !segment.includes('/')) return segment;
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

export const unescapeSegment = (segment: string): string =>
  segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;

const isPath = (at: Target): at is Path => Array.isArray(at);

export function subjectOf(node: Node): Subject {
  if (node.kind === 'list') return {};
  if (node.kind === 'call') return node.event === undefined ? {} : { event: node.event };
  if (node.kind === 'event') return node.name === undefined ? {} : { event: node.name };
  if (node.kind === 'workflow') return { workflow: node.ref };
  const workflow = node.workflow.ref;
  if (node.kind === 'step') return { workflow, step: node.key ?? `#${node.index}` };
  return { workflow, edge: node.id ?? `${node.from ?? '?'} → ${node.to ?? '?'}` };
}
