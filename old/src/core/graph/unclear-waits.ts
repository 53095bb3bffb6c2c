import { eventNameOf } from '../model/config.ts';
import { isWait } from '../model/step-type.ts';
import { type Graph, oncePerGraph } from './graph.ts';

/**
 * Whether a step with a wrong event or type may be the wait for the event of a reference. The step has its own finding.
 * @param name after "wait_events.": the event and the property, both with dots.
 */
export function mayAwait(graph: Graph, name: string): boolean {
  const { isAny, events } = findUnclearWaits(graph);
  return isAny || [...events].some((event) => name.startsWith(`${event}.`));
}

/** Whether some step has no readable event or no type, and the events of steps of unknown types. */
const findUnclearWaits = oncePerGraph(({ workflow }) => {
  const events = new Set<string>();
  let isAny = false;
  for (const step of workflow.steps) {
    const event = eventNameOf(step);
    if (step.spec.isKnown) isAny ||= isWait(step) && event === undefined;
    else if (event !== undefined) events.add(event);
    else isAny ||= step.type === undefined;
  }
  return { isAny, events };
});
