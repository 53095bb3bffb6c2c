import { nameOf, quote } from '../model/label.ts';
import type { Edge } from '../model/nodes.ts';
import { edgeNounOf } from '../model/place.ts';
import type { Graph } from './graph.ts';

/** The name of an edge in messages, by its steps or keys: `connection from "start" to "welcome"`. */
export function labelOfEdge(edge: Edge, graph: Graph): string {
  const source = graph.source(edge);
  const target = graph.target(edge);
  const from = source !== undefined ? nameOf(source) : edge.from && quote(edge.from);
  const to = target !== undefined ? nameOf(target) : edge.to && quote(edge.to);
  const noun = edgeNounOf(edge.workflow);
  if (!from && !to) return `this ${noun}`;
  return `${noun}${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}`;
}
