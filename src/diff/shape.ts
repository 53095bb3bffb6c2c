import { buildGraph, type Graph } from '../graph/graph.ts';
import type { Edge, Step, Workflow } from '../model/nodes.ts';
import { type Fields, fieldsOfStep } from './fields.ts';
import type { Interner } from './interner.ts';

/** A workflow as it is compared: what each step says, as a number, and its neighbours. */
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
  readonly size: number;
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
    size: steps.length + edges.length,
  };
}

function contentOf(fields: Fields, interner: Interner): number {
  return interner.idOfText(
    [...fields.entries()]
      .map(([path, { id }]) => `${id}${JSON.stringify(path)}`)
      .sort()
      .join(),
  );
}

/** Calls back with the steps one resolved edge away, and the edge. */
export function eachNeighbour({ graph }: Shape, step: Step, forward: boolean, visit: (neighbour: Step, edge: Edge) => void): void {
  for (const edge of forward ? graph.outgoing(step) : graph.incoming(step)) visit((forward ? graph.target(edge) : graph.source(edge)) as Step, edge);
}
