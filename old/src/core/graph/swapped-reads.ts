import { hasTimeout } from '../model/duration.ts';
import { addTo, groupBy } from '../model/groups.ts';
import type { Step } from '../model/nodes.ts';
import type { Reference } from '../model/references.ts';
import { oncePerGraph } from './graph.ts';
import { payloadsOf } from './payloads.ts';
import { readsOf } from './reads.ts';

/** Reads of data of an awaited event, by the wait: all reads of it in the workflow are where the wait timed out. */
export const swappedReads = oncePerGraph((graph): ReadonlyMap<Step, readonly Reference[]> => {
  const swapped = new Map<Step, Reference[]>();
  const reads = readsOf(graph).filter(({ kind }) => kind === 'wait_events');
  if (reads.length === 0) return swapped;
  const payloads = payloadsOf(graph);
  const byEvent = groupBy(
    reads,
    ({ step, kind, name }) => payloads.read(step, { kind, name })?.event,
  );
  for (const [event, group] of byEvent) {
    if (event === undefined) continue;
    const isTimedOut = ({ step }: Reference): boolean =>
      payloads.mayLack(step, event) && payloads.neverHas(step, event);
    if (!group.every(isTimedOut)) continue;
    for (const reference of group) {
      const wait = payloads.timedOutWait(reference.step, event);
      if (wait !== undefined && hasTimeout(wait)) addTo(swapped, wait, reference);
    }
  }
  return swapped;
});
