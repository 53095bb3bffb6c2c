import { eventNameOf } from '../model/config.ts';
import { addTo } from '../model/groups.ts';
import { quote } from '../model/label.ts';
import { createNearest } from '../model/nearest.ts';
import type { Place, Step, Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import { placeOfResource } from '../model/resource.ts';
import { isTrigger, isWait } from '../model/step-type.ts';
import { pluralize } from '../model/text.ts';
import type { Workspace } from '../model/workspace.ts';
import eventSamples from '../resources/event-samples.ts';
import runSamples, { type RunSample } from '../resources/run-samples.ts';
import { flowOf } from './flow.ts';
import type { Graph } from './graph.ts';
import { longestPath } from './longest-path.ts';
import { startingEvent } from './payloads.ts';
import { readsOf } from './reads.ts';

/** The sample of the runs of a workflow, if one was read. */
export const sampleOf = ({ id }: Workflow, workspace: Workspace): RunSample | undefined =>
  id === undefined ? undefined : workspace.resources(runSamples).find(id)?.value;

/** An enabled workflow that is older than a day and has no run. */
export function hasNeverRun(workflow: Workflow, workspace: Workspace): boolean {
  const sample = sampleOf(workflow, workspace);
  const isUnused = sample?.runs === 0 && sample.has_more !== true && sample.is_new !== true;
  return isUnused && workflow.status === 'enabled';
}

interface SentName {
  readonly event: string;
  readonly at: Place;
  readonly message: string;
}

/**
 * The events that code or the sampled calls send and that no workflow uses, by the used name that each most likely means.
 * Nothing unless all workflows are known.
 */
export function findSentInstead(
  used: ReadonlySet<string>,
  { workflows, calls, resources }: Workspace,
): ReadonlyMap<string, readonly SentName[]> {
  const instead = new Map<string, SentName[]>();
  if (workflows !== 'complete') return instead;
  const byCode = calls.flatMap((call): SentName | [] =>
    call.does === 'send' && call.event !== undefined
      ? {
          event: call.event,
          at: placeOf([call, 'event']),
          message: `the code sends ${quote(call.event)}`,
        }
      : [],
  );
  const bySample = resources(eventSamples).items.flatMap((item): SentName | [] => {
    const { event, accepted = 0 } = item.value;
    if (event === undefined || accepted === 0) return [];
    const message = `${quote(event)} was sent in ${pluralize(accepted, 'sampled call')}`;
    return { event, at: placeOfResource(item, 'event'), message };
  });
  const sent = [...byCode, ...bySample];
  const names = new Set(sent.map(({ event }) => event));
  const nearest = createNearest([...used].filter((name) => !names.has(name)));
  for (const each of sent) {
    const meant = used.has(each.event) ? undefined : nearest(each.event);
    if (meant !== undefined) addTo(instead, meant, each);
  }
  return instead;
}

/** The step of a sample. */
export const sampledStep = ({ steps }: Workflow, key: string | undefined): Step | undefined =>
  key === undefined ? undefined : steps.find((step) => step.key === key);

const eventsIn = ({ steps }: Workflow, isWanted: (step: Step) => boolean): readonly string[] => [
  ...new Set(steps.filter(isWanted).flatMap((step) => eventNameOf(step) ?? [])),
];

/** Events that start a workflow. */
export const startsOf = (workflow: Workflow): readonly string[] => eventsIn(workflow, isTrigger);

/** Events that start a workflow or end a wait. */
export const listenedEvents = (workflow: Workflow): readonly string[] =>
  eventsIn(workflow, (step) => isTrigger(step) || isWait(step));

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
