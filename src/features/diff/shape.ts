import { buildGraph, type Graph } from '../../core/graph/graph.ts';
import type { Step, Workflow } from '../../core/model/nodes.ts';
import { type Fields, fieldsOfStep, meaningOf, meaningOfFields } from './fields.ts';

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

/** @param numbers of texts, the same map for both workflows. */
export function buildShape(workflow: Workflow, numbers: Map<string, number>): Shape {
  const { steps, edges } = workflow;
  const fields = steps.map((step) => fieldsOfStep(step));
  return {
    workflow,
    graph: buildGraph(workflow),
    steps,
    fields,
    contents: fields.map((own) => numberOf(meaningOfFields(own), numbers)),
    types: steps.map(({ type }) => numberOf(meaningOf(type), numbers)),
    edgeTypes: edges.map(({ type }) => numberOf(meaningOf(type), numbers)),
  };
}

/** Equal texts have equal numbers. */
function numberOf(text: string, numbers: Map<string, number>): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
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
