import type { Step } from '../model/nodes.ts';
import { type Reference, referencesOf } from '../model/references.ts';
import type { Graph } from './graph.ts';
import { remembered } from './memo.ts';

/** A reference, and the step that makes it. */
export interface StepRead {
  readonly step: Step;
  readonly reference: Reference;
}

/** All references of a workflow in array order of their steps; read once for all rules. */
export function readsOf(graph: Graph): readonly StepRead[] {
  return remembered(graph, readsOf, () => {
    const reads: StepRead[] = [];
    for (const step of graph.workflow.steps) for (const reference of referencesOf(step)) reads.push({ step, reference });
    return reads;
  });
}
