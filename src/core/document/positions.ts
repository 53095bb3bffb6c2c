import { type Node as JsonNode, parseTree } from 'jsonc-parser';
import type { Region } from '../model/finding.ts';
import { splitPointer } from '../model/place.ts';
import type { Document } from '../model/workflow.ts';

/** A value in a text: UTF-16 offsets, end exclusive. `key` is the name of its property. */
export interface Extent {
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly start: number; readonly end: number };
}

/** Where values are in the text of a document. Built for documents with findings only. */
export interface Positions {
  /** Undefined where there is no such value. */
  find(pointer: string): Extent | undefined;
  /** The items of an array, or the properties of an object, in the order of the text. */
  partsOf(pointer: string): readonly Extent[];
  /** In the file; of JSON Lines, the lines of the document count from its own. */
  regionOf(start: number, end: number): Region;
}

export function positionsOf({ input }: Document): Positions | undefined {
  const { text, line = 1 } = input;
  if (text === undefined) return undefined;
  let root: JsonNode | undefined;
  let isParsed = false;
  const tree = (): JsonNode | undefined => {
    if (!isParsed) root = parseTree(text);
    isParsed = true;
    return root;
  };
  const parts = new Map<string, readonly Extent[]>();
  const lines = lineStarts(text);
  const point = (offset: number): readonly [number, number] => {
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lines[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return [line + low, offset - (lines[low] as number) + 1];
  };
  return {
    find: (pointer) => {
      const found = nodeAt(tree(), pointer);
      return found && extentOf(found.node, found.property);
    },
    partsOf: (pointer) => {
      const known = parts.get(pointer) ?? partsAt(tree(), pointer);
      parts.set(pointer, known);
      return known;
    },
    regionOf(start, end) {
      const [[startLine, startColumn], [endLine, endColumn]] = [point(start), point(end)];
      return { startLine, startColumn, endLine, endColumn };
    },
  };
}

/** The offsets at which the lines of a text begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}

interface Found {
  readonly node: JsonNode;
  /** Of an object: the property whose value it is. */
  readonly property: JsonNode | undefined;
}

function nodeAt(root: JsonNode | undefined, pointer: string): Found | undefined {
  let node = root;
  let property: JsonNode | undefined;
  for (const segment of splitPointer(pointer)) {
    const children: readonly JsonNode[] = node?.children ?? [];
    // Of two equal keys, JSON.parse keeps the last.
    property =
      node?.type === 'object'
        ? children.findLast(({ children: [name] = [] }) => name?.value === segment)
        : undefined;
    node = node?.type === 'array' ? children[Number(segment)] : property?.children?.[1];
  }
  return node && { node, property };
}

function partsAt(root: JsonNode | undefined, pointer: string): readonly Extent[] {
  const node = nodeAt(root, pointer)?.node;
  return (node?.children ?? []).flatMap((child) => {
    const value = node?.type === 'object' ? child.children?.[1] : child;
    return value === undefined ? [] : extentOf(value, value === child ? undefined : child);
  });
}

function extentOf({ offset, length }: JsonNode, property: JsonNode | undefined): Extent {
  const name = property?.children?.[0];
  return {
    start: offset,
    end: offset + length,
    ...(name !== undefined && { key: { start: name.offset, end: name.offset + name.length } }),
  };
}
