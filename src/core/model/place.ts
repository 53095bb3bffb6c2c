import { isGiven, isObject, own, valueAt } from './json.ts';
import { chosenName } from './spelling.ts';
import { UNKNOWN } from './unknown.ts';
import type { Correction, Document, Node, Span, Workflow } from './workflow.ts';

/** A node, a field below it by the names of the model (`[step, 'config', 'from']`), or a span. */
export type At = Node | readonly [Node, ...(string | number)[]] | Span;

/** Where a report points to in its document. */
export interface Place {
  readonly document: Document;
  /** RFC 6901, from the root of the document. Of a missing field: that of its nearest parent. */
  readonly pointer: string;
  readonly isMissing: boolean;
  /** The value there, or what it would be a part of, is not known. */
  readonly isUnknown: boolean;
  readonly span?: Span;
  readonly node?: Node;
  /** Below the node, by the names of the model. */
  readonly field: readonly string[];
}

export function placeOf(at: At): Place {
  if ('offset' in at)
    return {
      ...{ document: at.document, pointer: '', isMissing: false, isUnknown: false },
      ...{ span: at, field: [] },
    };
  const [node, ...path] = (isPath(at) ? at : [at]) as readonly [Node, ...(string | number)[]];
  const field = path.map(String);
  const written = writtenPath(node, field);
  const isAbsent = (_: string, depth: number): boolean =>
    valueAt(node.raw, written.slice(0, depth + 1)) === undefined;
  const missing = written.findIndex(isAbsent);
  const segments = missing === -1 ? written : written.slice(0, missing);
  return {
    document: node.document,
    pointer: node.pointer + joinPointer(segments),
    isMissing: missing !== -1,
    isUnknown: valueAt(node.raw, segments) === UNKNOWN,
    node,
    field,
  };
}

/** A field below a node in the words of the file: `['config', 'template_id']`. */
export function writtenPath(node: Node, field: readonly string[]): readonly string[] {
  const path: string[] = [];
  const above: string[] = [];
  let holder: unknown = node.raw;
  for (const part of flatField(node, field)) {
    above.push(part);
    const name = writtenName(node, above, holder);
    path.push(name);
    holder = valueAt(holder, [name]);
  }
  return path;
}

/** `config.template_id` for `config.template.id`, where the file has that. */
function flatField(node: Node, field: readonly string[]): readonly string[] {
  const [, holder, inner, ...rest] = field;
  if (node.kind !== 'step' || inner === undefined) return field;
  if (isGiven(valueAt(node.raw, ['config', holder as string, inner]))) return field;
  for (const [flat, { becomes = [] }] of node.spec.fields)
    if (becomes[0] === holder && becomes[1] === inner && isGiven(own(node.config, flat)))
      return ['config', flat, ...rest];
  return field;
}

/** The name in the file of the last part of a field, which an object holds. */
function writtenName(node: Node, field: readonly string[], holder: unknown): string {
  const name = field.at(-1) ?? '';
  const isBound = ({ field: of, isKey }: Correction): boolean =>
    isKey && of.length === field.length && of.every((part, i) => part === field[i]);
  const bound = node.names.corrections.find(isBound);
  if (bound !== undefined) return bound.written;
  const isInConfig = node.kind === 'step' && field.length === 2 && field[0] === 'config';
  const names = field.length === 1 ? node.names.of : isInConfig ? node.spec.names : undefined;
  return (isObject(holder) ? chosenName(holder, names?.get(name) ?? []) : undefined) ?? name;
}

/** The workflow that a node is, or is in. */
export function workflowOf(node: Node | undefined): Workflow | undefined {
  if (node?.kind === 'workflow') return node;
  return node?.kind === 'step' || node?.kind === 'edge' ? node.workflow : undefined;
}

export const rootOf = (document: Document): Span => ({ document, offset: 0, length: 1 });

const isPath = (at: At): at is readonly [Node, ...(string | number)[]] => Array.isArray(at);

export const joinPointer = (path: readonly (string | number)[]): string =>
  path.map((each) => `/${escapeSegment(String(each))}`).join('');

const escapeSegment = (segment: string): string =>
  segment.includes('~') || segment.includes('/')
    ? segment.replaceAll('~', '~0').replaceAll('/', '~1')
    : segment;

/** The segments of a pointer, unescaped. */
export const splitPointer = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'));
