import { eventNameOf } from '../model/config.ts';
import type { Step, Workflow } from '../model/nodes.ts';
import { isTrigger, isWait } from '../model/step-type.ts';
import runSamples, { type RunSample } from '../resources/run-samples.ts';
import { flowOf } from './flow.ts';
import type { Graph } from './graph.ts';
import { longestPath } from './longest-path.ts';
import { startingEvent } from './payloads.ts';
import { readsOf } from './reads.ts';

interface Sampled {
  resources(type: typeof runSamples): {
    find(workflow: string): { readonly value: RunSample } | undefined;
  };
}

/** The sample of the runs of a workflow, if one was read. */
export const sampleOf = ({ id }: Workflow, workspace: Sampled): RunSample | undefined =>
  id === undefined ? undefined : workspace.resources(runSamples).find(id)?.value;

/** The step of a sample. */
export const sampledStep = ({ steps }: Workflow, key: string | undefined): Step | undefined =>
  key === undefined ? undefined : steps.find((step) => step.key === key);

/** Events that start a workflow or end a wait. */
export function listenedEvents({ steps }: Workflow): readonly string[] {
  const listeners = steps.filter((step) => isTrigger(step) || isWait(step));
  return [...new Set(listeners.flatMap((step) => eventNameOf(step) ?? []))];
}

/** Seconds from the trigger to the last step on the longest path; `undefined` if unknown. */
export function longestOf(graph: Graph): number | undefined {
  if (graph.cycles().length > 0) return undefined;
  const longest = longestPath(flowOf(graph));
  return longest === undefined || longest.isOpen ? undefined : longest.seconds;
}

/** The first read of each property of the one event that starts a workflow. */
export function propertyReadsOf(
  graph: Graph,
): readonly { readonly step: Step; readonly event: string; readonly property: string }[] {
  const event = startingEvent(graph);
  if (event === undefined) return [];
  const found = new Map<string, { step: Step; event: string; property: string }>();
  for (const { step, kind, name: property } of readsOf(graph)) {
    // In the filter of a wait, "event." is the awaited event.
    if (kind !== 'event' || isWait(step) || property === '' || found.has(property)) continue;
    found.set(property, { step, event, property });
  }
  return [...found.values()];
}
