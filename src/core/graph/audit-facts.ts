import { eventNameOf } from '../model/config.ts';
import { hintOf, labelOfNames } from '../model/label.ts';
import type { Step, WorkflowRef } from '../model/nodes.ts';
import { isTrigger, isWait } from '../model/step-type.ts';
import type { RunSample } from '../resources/run-samples.ts';
import { flowOf } from './flow.ts';
import type { Graph } from './graph.ts';
import { longestPath } from './longest-path.ts';
import { startingEvent } from './payloads.ts';
import { readsOf } from './reads.ts';

/** The fact of all rules about samples of runs and events, which share it. */
export interface AuditFact {
  readonly status: string | null;
  readonly steps: readonly AuditedStep[];
  /** Seconds; `null` if unknown. */
  readonly longest: number | null;
  /** Events that start it or end a wait. */
  readonly events: readonly string[];
  /** Reads of properties of the one event that starts it. */
  readonly reads: readonly PropertyRead[];
}

/** The names of a step, without the text that messages make of them: it takes more memory. */
interface AuditedStep extends Pick<Step, 'index' | 'key' | 'type'> {
  readonly hint: string | undefined;
}

interface PropertyRead {
  readonly index: number;
  readonly key: string | undefined;
  readonly event: string;
  readonly property: string;
}

// Facts are kept of every workflow, so each is bounded.
const MAX_STEPS = 1000;

/** `undefined` while no resource was read: samples come with them, and most runs have none. */
export function auditFactOf({
  graph,
  hasResources,
}: {
  readonly graph: Graph;
  readonly hasResources: boolean;
}): AuditFact | undefined {
  if (!hasResources) return undefined;
  const { status, steps } = graph.workflow;
  const keyed = steps.filter(({ key }) => key !== undefined).slice(0, MAX_STEPS);
  const listeners = steps.filter((step) => isTrigger(step) || isWait(step));
  return {
    status: status ?? null,
    steps: keyed.map((step) => {
      const { index, key, type } = step;
      return { index, key, type, hint: hintOf(step) };
    }),
    longest: longestOf(graph),
    events: [...new Set(listeners.flatMap((step) => eventNameOf(step) ?? []))],
    reads: propertyReadsOf(graph),
  };
}

function longestOf(graph: Graph): number | null {
  if (graph.cycles().length > 0) return null;
  const longest = longestPath(flowOf(graph));
  return longest === undefined || longest.isOpen ? null : longest.seconds;
}

function propertyReadsOf(graph: Graph): readonly PropertyRead[] {
  const event = startingEvent(graph);
  if (event === undefined) return [];
  const found = new Map<string, PropertyRead>();
  for (const { step, kind, name: property } of readsOf(graph)) {
    // In the filter of a wait, "event." is the awaited event.
    if (kind !== 'event' || isWait(step)) continue;
    if (property === '' || found.has(property) || found.size === MAX_STEPS) continue;
    found.set(property, { index: step.index, key: step.key, event, property });
  }
  return [...found.values()];
}

/** The samples of runs, each with the first fact of its workflow. */
export function sampledWorkflows<F extends { workflow: WorkflowRef; fact: AuditFact }>(
  facts: readonly F[],
  { find }: { find(workflow: string): { readonly value: RunSample } | undefined },
): readonly { readonly known: F; readonly sample: RunSample }[] {
  const seen = new Set<string>();
  return facts.flatMap((known) => {
    const { id } = known.workflow;
    if (id === undefined || seen.has(id)) return [];
    seen.add(id);
    const sample = find(id)?.value;
    return sample === undefined ? [] : [{ known, sample }];
  });
}

/** The step of a workflow by its key, and its name in messages. */
export function auditedStep({ steps }: AuditFact, key: Step['key']) {
  const step = steps.find((each) => each.key === key);
  return step && { ...step, label: labelOfNames(step, step.hint) };
}
