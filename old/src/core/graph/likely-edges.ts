import { eventNameOf } from '../model/config.ts';
import { hasTimeout } from '../model/duration.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { branchTypes, deletesContact, isTrigger, isWait, takesTime } from '../model/step-type.ts';
import { type Graph, oncePerGraph } from './graph.ts';
import { payloadsOf, providesEvent } from './payloads.ts';
import { readsOf } from './reads.ts';
import { unreachableRegions } from './regions.ts';

/** The edge that most likely is missing before an unreachable region. */
export interface MissingLink {
  readonly from: Step;
  /** `undefined` for a condition or wait without any edge: either branch may be missing. */
  readonly type: string | undefined;
  /** The first step of the region. */
  readonly to: Step;
  /** The timeout branch of a wait. */
  readonly isTimeout: boolean;
  /** It causes no other fault. */
  readonly isSound: boolean;
}

/** By the first step of each region. Each branch and each step without a successor is used once. */
export const missingLinks = oncePerGraph((graph): ReadonlyMap<Step, MissingLink> => {
  const links = new Map<Step, MissingLink>();
  const used = new Set<Step>();
  for (const { steps } of unreachableRegions(graph)) {
    const [to] = steps;
    if (to.key === undefined) continue;
    const open = graph.workflow.steps.filter(
      (step) => graph.isReachable(step) && !deletesContact(step) && !used.has(step),
    );
    const before = open.filter(({ index }) => index < to.index);
    const waits = open.filter((step) => isWait(step) && freeBranch(step, graph) === 'timeout');
    const isLeaf = (step: Step): boolean => graph.outgoing(step).length === 0;
    const last = before.at(-1);
    const delay =
      last !== undefined && last.index === to.index - 1 && takesTime(last) && isLeaf(last);
    const only = waits.length === 1 ? waits[0] : undefined;
    const from = delay
      ? last
      : (only ??
        before.findLast((step) => !isLeaf(step) && freeBranch(step, graph) !== undefined) ??
        before.findLast(isLeaf));
    if (from === undefined) continue;
    used.add(from);
    const type = freeBranch(from, graph);
    const isTimeout = type === 'timeout' && graph.incoming(to).length === 0;
    links.set(to, { from, type, to, isTimeout, isSound: canConnect({ from, type, to }, graph) });
  }
  return links;
});

/** The one branch that has no edge. */
function freeBranch(step: Step, graph: Graph): string | undefined {
  const edges = graph.outgoing(step);
  const free = branchTypes(step).filter((type) => !edges.some((edge) => edge.type === type));
  const [type, other] = free;
  const isKnown = edges.every((edge) => branchTypes(step).includes(edge.type as string));
  if (other !== undefined || !isKnown) return undefined;
  return type === 'timeout' && !hasTimeout(step) ? undefined : type;
}

type NewEdge = Pick<MissingLink, 'from' | 'to' | 'type'>;

/** Whether a new edge causes no cycle, nor another fault behind it. */
export const canConnect = (edge: NewEdge, graph: Graph): boolean =>
  !graph.reachableFrom([edge.to]).has(edge.from) && isSoundBehind(edge, graph);

/** Whether an edge leads to no step after the end of the run, and to no read of an event that has not come. */
export function isSoundBehind({ from, to, type }: NewEdge, graph: Graph): boolean {
  const behind = graph.reachableFrom([to], (step) => step !== from);
  for (const step of behind)
    if (deletesContact(step) && graph.outgoing(step).length > 0) return false;
  const payloads = payloadsOf(graph);
  return readsOf(graph).every((reference) => {
    if (reference.kind !== 'wait_events' || !behind.has(reference.step)) return true;
    const event = payloads.read(reference.step, reference)?.event;
    if (event === undefined) return false;
    const isGiven = isWait(from) && eventNameOf(from) === event && type !== 'timeout';
    if (isGiven) return true;
    // The steps to which contacts come without the event.
    const lacking = graph.reachableFrom(
      [to],
      undefined,
      (edge, step) => !providesEvent(edge, step, event) && graph.isTaken(edge),
    );
    return !lacking.has(reference.step);
  });
}

/**
 * The edge from the only unreachable region to a reached step that nothing follows: most likely its ends are exchanged. The
 * rule about its target reports it, so its type is no second fault.
 */
export const reversedEdge = oncePerGraph((graph): Edge | undefined => {
  const [region, second] = unreachableRegions(graph);
  if (region === undefined || second !== undefined) return undefined;
  const [step, other] = region.start;
  if (step.key === undefined || other !== undefined || graph.incoming(step).length > 0)
    return undefined;
  const [edge, another] = graph.outgoing(step);
  if (edge === undefined || another !== undefined) return undefined;
  const target = graph.target(edge) as Step;
  if (!graph.isReachable(target) || graph.outgoing(target).length > 0 || deletesContact(target))
    return undefined;
  const types = branchTypes(target);
  if (!types.includes(edge.type as string) && !isTrigger(target)) return undefined;
  return isSoundBehind({ from: target, type: edge.type, to: step }, graph) ? edge : undefined;
});
