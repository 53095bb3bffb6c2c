import { freeTypes, type Graph, type Link } from '../src/core/graph/graph.ts';
import { isFork, isTrigger } from '../src/core/model/step-type.ts';
import { labelOf, nameOf, quote } from '../src/core/model/text.ts';
import type { Edge, Step } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unreachable-step',
  severity: 'error',
  stage: 'structure',
  summary: 'Steps that no path from the trigger leads to.',
  why: 'These steps never run, so their emails are not sent and their changes are not made.',
  remedy: 'Connect the first of them to a step that is reached, or remove them.',

  workflow({ workflow, steps, graph }, report) {
    if (workflow.edges === undefined || !steps.some(isTrigger)) return;
    const cause = danglingEnd(workflow.edges);
    const related = cause && [{ at: [cause.edge, cause.end] as const, message: 'likely cause' }];
    const regions = regionsOf(steps, graph);
    for (const region of regions) {
      const [first] = region;
      const many = `${region.length} steps are unreachable, starting at ${labelOf(first)}`;
      report({
        at: first,
        message: region.length > 1 ? many : `${labelOf(first)} is unreachable`,
        help:
          cause === undefined
            ? adviseLink(first, regions.length === 1, graph)
            : `correct the unknown step ${quote(cause.written)} first`,
        related: related ?? [],
        name: first.key ?? '',
        ...(workflow.edges.length === 0 && { habit: `steps have no ${workflow.edgeNoun}s` }),
        loses: region,
      });
    }
  },
});

/** The first end of an edge that no step has as key. */
function danglingEnd(edges: readonly Edge[]) {
  for (const edge of edges) {
    const { from, to, fromStep, toStep } = edge;
    if (from !== undefined && !fromStep) return { edge, end: 'from' as const, written: from };
    if (to !== undefined && !toStep) return { edge, end: 'to' as const, written: to };
  }
  return undefined;
}

type Region = readonly [Step, ...Step[]];

/**
 * The unreachable steps, each in one region: it begins with a strongly connected component that no
 * other unreachable one leads to, and has all that this one leads to.
 */
function regionsOf(steps: readonly Step[], graph: Graph): readonly Region[] {
  const isLost = (step: Step): boolean => !graph.reachable.has(step) && !step.isDuplicate;
  // No edge can lead to a step without a key: that is its fault.
  const lost = steps.filter((step) => isLost(step) && !isTrigger(step) && step.key !== undefined);
  const cycleOf = new Map(graph.cycles.flatMap((cycle) => cycle.map((step) => [step, cycle])));
  const isInner = ({ from, to }: Link): boolean =>
    from === to || (cycleOf.has(to) && cycleOf.get(from) === cycleOf.get(to));
  const entered = new Set(
    lost
      .filter((step) => !graph.incoming(step).every(isInner))
      .flatMap((step) => cycleOf.get(step) ?? [step]),
  );
  const taken = new Set<Step>();
  return lost.flatMap((first): readonly Region[] => {
    if (taken.has(first) || entered.has(first)) return [];
    const own = [...graph.reaches([first])].filter((step) => isLost(step) && !taken.has(step));
    for (const step of own) taken.add(step);
    return [[first, ...own.filter((step) => step !== first)]];
  });
}

/** The free branch of a wait or condition, else the leaf, where only one can be meant. */
function adviseLink(to: Step, isOnly: boolean, graph: Graph): string {
  const behind = graph.reaches([to]);
  const open = [...graph.reachable]
    .filter((step) => step.key !== undefined && !step.spec.deletesContact && !behind.has(step))
    .flatMap((step) => freeTypes(step, graph).map((type) => ({ step, type })));
  const forks = open.filter(({ step }) => isFork(step));
  const [end, another] = forks.length > 0 ? forks : open;
  if (end === undefined || another !== undefined || !isOnly)
    return `connect ${nameOf(to)} to a step before it, or remove it`;
  const branch = isFork(end.step) ? `the ${quote(end.type)} branch of ` : '';
  return `connect ${branch}${nameOf(end.step)} to ${nameOf(to)}`;
}
