import type { Graph } from '../graph/graph.ts';
import { isTrigger } from '../model/step-type.ts';
import type { Workflow } from '../model/workflow.ts';

/**
 * Whether the rules of the flow run on a workflow. Only this stops them: steps or edges that could
 * not be read, an end of an edge that no step has, no trigger or several, and a duplicate key.
 */
export function isSound({ steps, edges }: Workflow, graph: Graph): boolean {
  return (
    steps?.filter(isTrigger).length === 1 &&
    steps.every(
      ({ key, type, isDuplicate }) => key !== undefined && type !== undefined && !isDuplicate,
    ) &&
    graph.links.length === edges?.length &&
    edges.every(({ type }) => type !== undefined)
  );
}

/** Above this, a workflow gets `too-many-steps` and the rules of the structure only. */
export const isTooLarge = ({ steps = [], edges = [] }: Workflow): boolean =>
  steps.length > 1000 || edges.length > 5000;
