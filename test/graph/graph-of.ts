import { decodeDocument } from '../../src/core/document/decode.ts';
import { buildGraph, buildRecoveredGraph, type Graph } from '../../src/core/graph/graph.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';

export interface RawStep {
  readonly key?: string;
  readonly id?: string;
  readonly ref?: string;
  readonly type?: string;
  readonly config?: object;
}

export interface RawEdge {
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
}

/** The graph of a workflow given by its steps and connections. */
export function graphOf(steps: readonly RawStep[], connections: readonly RawEdge[]): Graph {
  return buildGraph(workflowOf(steps, connections));
}

/** The same with guesses of wrong keys. */
export function recoveredGraphOf(
  steps: readonly RawStep[],
  connections: readonly RawEdge[],
): Graph {
  return buildRecoveredGraph(workflowOf(steps, connections));
}

/**
 * Steps by their keys in the order of the list, with edges such as `paid>thanks:timeout`. A step without a type and config is an
 * email.
 */
export function graphWith(
  configs: ReadonlyMap<string, readonly [type: string, config: object]>,
  keys: string,
  edges: string,
): Graph {
  const steps = keys.split(' ').map((key): RawStep => {
    const [type, config] = configs.get(key) ?? ['send_email', {}];
    return { key, type, config };
  });
  const links = edges.split(' ').map((edge): RawEdge => {
    const [from = '', to = '', type = 'default'] = edge.split(/[>:]/);
    return { from, to, type };
  });
  return graphOf(steps, links);
}

function workflowOf(steps: readonly RawStep[], connections: readonly RawEdge[]): Workflow {
  const { workflows } = decodeDocument(
    { name: 'test', steps, connections },
    { source: 'test.json', index: 0, line: 1, start: 0, end: 0 },
  );
  return workflows[0] as Workflow;
}
