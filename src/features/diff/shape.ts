import { buildGraph, type Graph } from '../../core/graph/graph.ts';
import type { Step, Workflow } from '../../core/model/nodes.ts';
import { type Fields, fieldsOfStep, type Interner } from './fields.ts';

/** A workflow for comparison: the content of each step as a number, and its neighbours. */
export interface Shape {
  readonly workflow: Workflow;
  readonly graph: Graph;
  readonly steps: readonly Step[];
  readonly fields: readonly Fields[];
  /** Type and config of each step: equal numbers, equal content. */
  readonly contents: readonly number[];
  readonly types: readonly number[];
  /** The edge types, as numbers, by the edge's position. */
  readonly edgeTypes: readonly number[];
}

export function buildShape(workflow: Workflow, interner: Interner): Shape {
  const { steps, edges } = workflow;
  const fields = steps.map((step) => fieldsOfStep(step, interner));
  return {
    workflow,
    graph: buildGraph(workflow),
    steps,
    fields,
    contents: fields.map((own) => contentOf(own, interner)),
    types: steps.map(({ type }) => interner.idOf(type)),
    edgeTypes: edges.map(({ type }) => interner.idOf(type)),
  };
}

function contentOf(fields: Fields, interner: Interner): number {
  const parts = Array.from(fields, ([path, { id }]) => `${id}${JSON.stringify(path)}`);
  return interner.idOfText(parts.sort().join());
}

/** The steps one resolved edge away, with the type of the edge. */
export function neighboursOf(
  { graph, steps, edgeTypes }: Shape,
  index: number,
  forward: boolean,
): readonly { readonly index: number; readonly type: number }[] {
  const step = steps[index] as Step;
  return (forward ? graph.outgoing(step) : graph.incoming(step)).map((edge) => {
    const neighbour = (forward ? graph.target(edge) : graph.source(edge)) as Step;
    return { index: neighbour.index, type: edgeTypes[edge.index] as number };
  });
}
