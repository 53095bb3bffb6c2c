import type { Graph } from './graph.ts';

/**
 * An analysis of a graph, made when first asked for and then shared by all rules. It is kept on the graph itself: a
 * WeakMap would keep every graph, and with it the workflow, alive until the next full garbage collection.
 * @param key what the analysis is of, besides the graph: the function that makes it, or an object it is made from.
 */
export function remembered<T>(graph: Graph, key: object, analyse: (graph: Graph) => T): T {
  const { analyses } = graph;
  let result = analyses.get(key) as T | undefined;
  if (result === undefined) analyses.set(key, (result = analyse(graph)));
  return result;
}
