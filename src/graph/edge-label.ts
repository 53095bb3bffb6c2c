import { nameOf, quote } from '../model/label.ts';
import type { Edge } from '../model/nodes.ts';
import type { Graph } from './graph.ts';

/** An edge as a message names it, by what its ends are or should be: `the edge from "start" to "welcome"`. */
export function labelOfEdge(edge: Edge, graph: Graph): string {
  const source = graph.source(edge);
  const target = graph.target(edge);
  const from = source !== undefined ? nameOf(source) : edge.from && quote(edge.from);
  const to = target !== undefined ? nameOf(target) : edge.to && quote(edge.to);
  if (!from && !to) return 'this edge';
  return `the edge${from ? ` from ${from}` : ''}${to ? ` to ${to}` : ''}`;
}
