import { buildRecoveredGraph } from '../../core/graph/graph.ts';
import { eventNameOf } from '../../core/model/config.ts';
import type { EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { isTrigger, isWait } from '../../core/model/step-type.ts';

/** The references to event data that have a value at a step: of the trigger, and of waits before it. */
export function payloadNames(
  workflow: Workflow,
  index: number,
  events: readonly EventDefinition[],
): readonly string[] {
  const step = workflow.steps[index];
  if (step === undefined) return [];
  const propertiesOf = (event: string | undefined): readonly string[] => [
    ...(events.find(({ name }) => name !== undefined && name === event)?.schema?.keys() ?? []),
  ];
  const graph = buildRecoveredGraph(workflow);
  const before = new Set([step]);
  for (const each of before)
    for (const edge of graph.incoming(each)) {
      const source = graph.source(edge);
      if (source !== undefined) before.add(source);
    }
  before.delete(step);
  const trigger = workflow.steps.find(isTrigger);
  const started = trigger === undefined ? undefined : eventNameOf(trigger);
  const own = isWait(step) ? eventNameOf(step) : started;
  const awaited = [...before].filter(isWait).flatMap((wait) => eventNameOf(wait) ?? []);
  return [
    ...propertiesOf(own).map((name) => `event.${name}`),
    ...awaited.flatMap((event) =>
      propertiesOf(event).map((name) => `wait_events.${event}.${name}`),
    ),
  ];
}
