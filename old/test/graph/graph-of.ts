import { decodeDocument } from '../../src/core/document/decode.ts';
import { buildGraph, type Graph } from '../../src/core/graph/graph.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';

interface RawStep {
  readonly key?: string;
  readonly id?: string;
  readonly ref?: string;
  readonly type?: string;
  readonly config?: object;
}

interface RawEdge {
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
}

/** The graph of a workflow given by its steps and connections. */
export function graphOf(steps: readonly RawStep[], connections: readonly RawEdge[]): Graph {
  return buildGraph(workflowOf(steps, connections));
}

function workflowOf(steps: readonly RawStep[], connections: readonly RawEdge[]): Workflow {
  const { workflows } = decodeDocument(
    { name: 'test', steps, connections },
    { source: 'test.json', index: 0, line: 1, start: 0, end: 0 },
  );
  return workflows[0] as Workflow;
}
