import { isObject, own } from './json.ts';
import { UNKNOWN } from './unknown.ts';
import type { Document, Node, Span, Workflow } from './workflow.ts';

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
      document: at.document,
      pointer: '',
      isMissing: false,
      isUnknown: false,
      span: at,
      field: [],
    };
  const [node, ...path] = (isPath(at) ? at : [at]) as readonly [Node, ...(string | number)[]];
  const field = path.map(String);
  const written = splitPointer(writtenPointer(node, field));
  const segments: string[] = [];
  let value: unknown = node.raw;
  for (const name of written) {
    const next = Array.isArray(value) || isObject(value) ? own(value as never, name) : undefined;
    if (next === undefined) break;
    segments.push(name);
    value = next;
  }
  const isMissing = segments.length < written.length;
  return {
    document: node.document,
    pointer: node.pointer + joinPointer(segments),
    isMissing,
    isUnknown: value === UNKNOWN,
    node,
    field,
  };
}

/** The workflow that a node is, or is in. */
export function workflowOf(node: Node | undefined): Workflow | undefined {
  if (node?.kind === 'workflow') return node;
  return node?.kind === 'step' || node?.kind === 'edge' ? node.workflow : undefined;
}

export const rootOf = (document: Document): Span => ({ document, offset: 0, length: 1 });

const isPath = (at: At): at is readonly [Node, ...(string | number)[]] => Array.isArray(at);

/** The pointer of a field in the words of the file: the longest renamed part is replaced. */
function writtenPointer({ written }: Node, field: readonly string[]): string {
  for (let length = field.length; length > 0 && written.size > 0; length--) {
    const given = written.get(joinPointer(field.slice(0, length)));
    if (given !== undefined) return given + joinPointer(field.slice(length));
  }
  return joinPointer(field);
}

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
