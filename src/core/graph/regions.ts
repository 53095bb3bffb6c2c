import { hasTimeout } from '../model/duration.ts';
import type { Step } from '../model/nodes.ts';
import { branchTypes, deletesContact, isFork, isWait, takesTime } from '../model/step-type.ts';
import { type Graph, oncePerGraph } from './graph.ts';

/** Unreachable steps that would be reached if the first one were. */
export interface UnreachableRegion {
  /** The first step in array order of the component where it starts, then the others in array order. */
  readonly steps: readonly [Step, ...Step[]];
  /** The steps of that component. */
  readonly start: readonly Step[];
}

/**
 * The unreachable steps in regions, each step in one: a region starts at a strongly connected component that no other
 * unreachable component leads to, and contains all it leads to, unless an earlier region does. Duplicates are left out.
 */
export function unreachableRegions(graph: Graph): readonly UnreachableRegion[] {
  const lost = graph.workflow.steps.filter(
    (step) => !graph.isReachable(step) && !graph.isDuplicate(step),
  );
  if (lost.length === 0) return [];
  const component = graph.componentOf();
  const entered = new Set<number>();
  for (const step of lost)
    for (const next of graph.successors(step))
      if (component[next.index] !== component[step.index])
        entered.add(component[next.index] as number);
  const taken = new Set<Step>();
  const regions: UnreachableRegion[] = [];
  for (const first of lost) {
    if (taken.has(first) || entered.has(component[first.index] as number)) continue;
    const own = new Set([first]);
    for (const step of own)
      for (const next of graph.successors(step))
        if (!graph.isReachable(next) && !taken.has(next)) own.add(next);
    for (const step of own) taken.add(step);
    own.delete(first);
    // The target of an edge can be a duplicate by its second key.
    const others = [...own].filter((step) => !graph.isDuplicate(step));
    regions.push({
      steps: [first, ...others.sort((a, b) => a.index - b.index)],
      start: [first, ...others].filter((step) => component[step.index] === component[first.index]),
    });
  }
  return regions;
}

/** The edge that most likely is missing before an unreachable region. */
export interface MissingLink {
  readonly from: Step;
  /** `undefined` for a condition or wait without any edge: either branch may be missing. */
  readonly type: string | undefined;
  /** The first step of the region. */
  readonly to: Step;
  /** The timeout branch of a wait. */
  readonly isTimeout: boolean;
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
    const type = isFork(from) ? freeBranch(from, graph) : branchTypes(from)[0];
    links.set(to, {
      from,
      type,
      to,
      isTimeout: isWait(from) && type === 'timeout' && graph.incoming(to).length === 0,
    });
  }
  return links;
});

/** The one branch of a condition or wait that has no edge. */
function freeBranch(step: Step, graph: Graph): string | undefined {
  if (!isFork(step)) return undefined;
  const edges = graph.outgoing(step);
  const free = branchTypes(step).filter((type) => !edges.some((edge) => edge.type === type));
  const [type, other] = free;
  const isKnown = edges.every((edge) => branchTypes(step).includes(edge.type as string));
  if (type === undefined || other !== undefined || !isKnown) return undefined;
  return type === 'timeout' && !hasTimeout(step) ? undefined : type;
}
