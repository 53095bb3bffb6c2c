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
  /** In the file; of JSON Lines, the lines of the document count from its own. */
  regionOf(start: number, end: number): Region;
}

export function positionsOf({ input }: Document): Positions | undefined {
  const { text, line = 1 } = input;
  if (text === undefined) return undefined;
  let root: JsonNode | undefined;
  let isParsed = false;
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
    find(pointer) {
      if (!isParsed) root = parseTree(text);
      isParsed = true;
      return root === undefined ? undefined : extentAt(root, pointer);
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

function extentAt(root: JsonNode, pointer: string): Extent | undefined {
  let node: JsonNode | undefined = root;
  let property: JsonNode | undefined;
  for (const segment of splitPointer(pointer)) {
    const type: JsonNode['type'] = node.type;
    const children: readonly JsonNode[] = node.children ?? [];
    // Of two equal keys, JSON.parse keeps the last.
    property =
      type === 'object'
        ? children.findLast(({ children: [name] = [] }) => name?.value === segment)
        : undefined;
    node = type === 'array' ? children[Number(segment)] : property?.children?.[1];
    if (node === undefined) return undefined;
  }
  const name = property?.children?.[0];
  return {
    start: node.offset,
    end: node.offset + node.length,
    ...(name !== undefined && { key: { start: name.offset, end: name.offset + name.length } }),
  };
}
