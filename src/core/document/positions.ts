import { type Node as JsonNode, visit } from 'jsonc-parser';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Region } from '../model/finding.ts';
import { defined } from '../model/json.ts';
import { splitPointer } from '../model/place.ts';
import type { Document, Span } from '../model/workflow.ts';

/** Where values are in the text of a document. Built for documents with findings only. */
export interface Positions {
  /** The value in the syntax tree; undefined where there is none. */
  find(pointer: string): JsonNode | undefined;
  /** Of UTF-16 offsets, in the file; of JSON Lines, lines count from that of the document. */
  regionOf(start: number, end: number): Region;
}

export function positionsOf({ input, spans }: Document): Positions | undefined {
  const { text, line = 1 } = input;
  if (text === undefined) return undefined;
  const lines = linesOf(text);
  let root: JsonNode | undefined;
  return {
    find(pointer) {
      if (spans !== undefined) return spanAt(spans, pointer);
      root ??= lazyNode(text, text.search(/\S|$/));
      return nodeAt(root, pointer);
    },
    regionOf(start, end) {
      const [from, to] = [lines.positionAt(start), lines.positionAt(end)];
      return {
        ...{ startLine: line + from.line, startColumn: from.character + 1 },
        ...{ endLine: line + to.line, endColumn: to.character + 1 },
      };
    },
  };
}

/** Offsets of a text as lines and columns, from 0. */
export const linesOf = (text: string): TextDocument => TextDocument.create('', '', 0, text);

/** Of a source file: the value, or what it is a part of, as a node of a tree of JSON. */
function spanAt(spans: NonNullable<Document['spans']>, pointer: string): JsonNode | undefined {
  let found = spans.get(pointer);
  for (let part = pointer; found === undefined && part !== ''; found = spans.get(part))
    part = part.slice(0, part.lastIndexOf('/'));
  if (found === undefined) return undefined;
  const { key, ...span } = found;
  const children: JsonNode[] = key === undefined ? [] : [{ type: 'string', ...key }];
  return { type: 'string', ...span, parent: { type: 'property', ...span, children } };
}

export function nodeAt(root: JsonNode | undefined, pointer: string): JsonNode | undefined {
  let node = root;
  for (const segment of splitPointer(pointer)) {
    const { type, children = [] }: Partial<JsonNode> = node ?? {};
    // Of two equal keys, JSON.parse keeps the last; findNodeAtLocation finds the first.
    node =
      type === 'array'
        ? children[Number(segment)]
        : children.findLast(({ children: [key] = [] }) => key?.value === segment)?.children?.[1];
  }
  return node;
}

/**
 * A value of valid JSON, which reads its end and its children when they are asked for: the whole
 * tree of a large text does not fit into memory.
 */
function lazyNode(text: string, offset: number, parent?: JsonNode): JsonNode {
  const type = text[offset] === '[' ? 'array' : text[offset] === '{' ? 'object' : 'string';
  let end: number | undefined;
  let children: JsonNode[] | undefined;
  const node: JsonNode = {
    ...{ type, offset, ...defined({ parent }) },
    get length() {
      end ??= endOfValue(text, offset);
      return end - offset;
    },
    get children() {
      children ??= type === 'string' ? [] : childrenOf(text, node);
      return children;
    },
  };
  return node;
}

function childrenOf(text: string, node: JsonNode): JsonNode[] {
  const found: JsonNode[] = [];
  let at = indexAfter(BEFORE_VALUE, text, node.offset + 1);
  while (at < text.length && text[at] !== ']' && text[at] !== '}') {
    const child = node.type === 'array' ? lazyNode(text, at, node) : property(text, at, node);
    found.push(child);
    at = indexAfter(BEFORE_VALUE, text, endOf(child));
  }
  return found;
}

function property(text: string, offset: number, parent: JsonNode): JsonNode {
  const end = endOfValue(text, offset);
  const name: unknown = JSON.parse(text.slice(offset, end));
  const children: JsonNode[] = [{ type: 'string', offset, length: end - offset, value: name }];
  const whole = { type: 'property' as const, offset, length: 0, parent, children };
  const value = lazyNode(text, indexAfter(BEFORE_VALUE, text, end), whole);
  whole.length = endOf(value) - offset;
  children.push(value);
  return whole;
}

const BEFORE_VALUE = /[\s,:]*/y;
const LITERAL = /[^\s,\]}]*/y;
const BRACKET = /["[\]{}]/g;

/** Where the first match from an index on ends. */
function indexAfter(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}

function endOfValue(text: string, start: number): number {
  if (!/["[{]/.test(text[start] ?? '')) return indexAfter(LITERAL, text, start);
  let [at, depth] = [start, 0];
  do {
    at = indexAfter(BRACKET, text, at);
    const sign = text[at - 1];
    if (sign === '"') at = endOfString(text, at);
    else depth += sign === '[' || sign === '{' ? 1 : -1;
  } while (depth > 0 && at < text.length);
  return at;
}

function endOfString(text: string, start: number): number {
  for (let at = start; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

/** The key of a value of an object. */
export const keyOf = ({ parent }: JsonNode): JsonNode | undefined =>
  parent?.type === 'property' ? parent.children?.[0] : undefined;

export const endOf = ({ offset, length }: JsonNode): number => offset + length;

type Place = Omit<Span, 'document'>;

/** Names that an object has twice, with the first place too. JSON.parse keeps the last. */
export function duplicateKeys(text: string) {
  const found: { readonly key: string; readonly at: Place; readonly first: Place }[] = [];
  const objects: Map<string, Place>[] = [];
  visit(text, {
    onObjectBegin: () => void objects.push(new Map()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(key, offset, length) {
      const at = { offset, length };
      const first = objects.at(-1)?.get(key);
      if (first === undefined) objects.at(-1)?.set(key, at);
      else found.push({ key, at, first });
    },
  });
  return found;
}
