/** What is at a position of a text: names that can be completed, and where they are defined. */
import { getLocation } from 'jsonc-parser';
import { positionsOf } from '../../core/document/positions.ts';
import { buildGraph } from '../../core/graph/graph.ts';
import { eventNameOf } from '../../core/model/config.ts';
import type { Region } from '../../core/model/finding.ts';
import { type At, joinPointer, placeOf } from '../../core/model/place.ts';
import type { Document, Edge, Step } from '../../core/model/workflow.ts';

const EVENT_FIELDS: ReadonlySet<unknown> = new Set(['event_name', 'eventName']);
const EDGE_LISTS: ReadonlySet<unknown> = new Set(['edges', 'connections']);
const END_FIELDS: ReadonlySet<unknown> = new Set([
  ...['from', 'to', 'from_step_id', 'to_step_id', 'fromStepId', 'toStepId'],
]);

export interface Proposals {
  readonly values: readonly string[];
  /** Offsets of what they replace. */
  readonly start: number;
  readonly end: number;
}

/** Event names and step keys. @param last the document before the word that is typed. */
export function proposalsAt(
  text: string,
  offset: number,
  last: Document | undefined,
  documents: readonly Document[],
): Proposals | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (isAtPropertyKey || path.length === 0) return undefined;
  const isInside =
    previousNode !== undefined && offset <= previousNode.offset + previousNode.length;
  const start = isInside ? previousNode.offset : offset;
  const end = isInside ? previousNode.offset + previousNode.length : offset;
  const field = path.at(-1);
  if (EVENT_FIELDS.has(field)) return { values: eventNames(documents), start, end };
  if (!END_FIELDS.has(field) || !EDGE_LISTS.has(path.at(-3))) return undefined;
  const pointer = joinPointer(path.map(String));
  const workflow = last?.workflows.find((each) => `${pointer}/`.startsWith(`${each.pointer}/`));
  const keys = workflow?.steps?.flatMap(({ key }) => key ?? []) ?? [];
  return { values: [...new Set(keys)], start, end };
}

function eventNames(documents: readonly Document[]): readonly string[] {
  const defined = documents.flatMap(({ events }) => events.flatMap(({ name }) => name ?? []));
  return [...new Set(defined)];
}

export interface Definition {
  readonly source: string;
  readonly region: Region;
}

/** From an end of an edge to its step, and from an event name to the definition. */
export function definitionAt(
  { line, column }: { readonly line: number; readonly column: number },
  own: readonly Document[],
  documents: readonly Document[],
): Definition | undefined {
  for (const document of own)
    for (const workflow of document.workflows) {
      const graph = buildGraph(workflow);
      for (const edge of workflow.edges ?? [])
        for (const end of ['from', 'to'] as const) {
          const target = stepAt(edge, end, graph.step.bind(graph));
          if (target !== undefined && isAt([edge, end], line, column)) return regionOf(target);
        }
      for (const step of workflow.steps ?? []) {
        const name = eventNameOf(step);
        if (name === undefined || !isAt([step, 'config', 'event_name'], line, column)) continue;
        const found = documents.flatMap(({ events }) => events).find((each) => each.name === name);
        if (found !== undefined) return regionOf([found, 'name']);
      }
    }
  return undefined;
}

function stepAt(
  edge: Edge,
  end: 'from' | 'to',
  find: (key: string) => Step | undefined,
): At | undefined {
  const key = edge[end];
  const step = key === undefined ? undefined : find(key);
  return step === undefined ? undefined : [step, 'key'];
}

function regionOf(at: At): Definition | undefined {
  const { document, pointer } = placeOf(at);
  const positions = positionsOf(document);
  const node = positions?.find(pointer);
  if (positions === undefined || node === undefined) return undefined;
  const region = positions.regionOf(node.offset, node.offset + node.length);
  return { source: document.input.name, region };
}

function isAt(at: At, line: number, column: number): boolean {
  const region = regionOf(at)?.region;
  if (region === undefined || line < region.startLine || line > region.endLine) return false;
  return column >= region.startColumn && column <= region.endColumn;
}
