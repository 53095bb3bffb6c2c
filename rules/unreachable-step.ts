import type { Graph, Link } from '../src/core/graph/graph.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { hasTimeout } from '../src/core/model/duration.ts';
import { isFork, isTrigger, isWait } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unreachable-step',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'Steps that no path from the trigger leads to.',
  why: 'These steps never run, so their emails are not sent and their changes are not made.',
  remedy: 'Connect the first of them to a step that is reached, or remove them.',

  workflow({ workflow, steps, graph }, report) {
    if (workflow.edges === undefined || !steps.some(isTrigger)) return;
    const causes = graph.danglingEnds.slice(0, 20).map(({ edge, end, written }) => ({
      at: [edge, end] as const,
      message: `likely cause: unknown step ${quote(written)}`,
    }));
    const [cause] = graph.danglingEnds;
    const regions = regionsOf(steps, graph);
    for (const [first, ...others] of regions)
      report({
        at: first,
        message: describe(first, others.length, graph),
        help:
          cause === undefined
            ? adviseLink(first, regions.length === 1, graph)
            : `correct the unknown step ${quote(cause.written)} first`,
        related: [
          ...causes,
          ...others.map((step) => ({ at: step, message: `${labelOf(step)} is unreachable too` })),
        ],
        name: first.key ?? '',
        loses: [first, ...others],
      });
  },
});

type Region = readonly [Step, ...Step[]];

/**
 * The unreachable steps, each in one region: it begins with a strongly connected component that no
 * other unreachable one leads to, and has all that this one leads to.
 */
function regionsOf(steps: readonly Step[], graph: Graph): readonly Region[] {
  const isLost = (step: Step): boolean => !graph.reachable.has(step) && !graph.isDuplicate(step);
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
    const others = own.filter((step) => step !== first).sort((a, b) => a.index - b.index);
    return [[first, ...others]];
  });
}

function describe(first: Step, others: number, graph: Graph): string {
  if (others > 0) return `${others + 1} steps are unreachable, starting at ${labelOf(first)}`;
  const noun = graph.workflow.edgeNoun;
  const which = graph.incoming(first).length > 0 ? `only its own ${noun}` : `no ${noun}`;
  return `${labelOf(first)} is unreachable: ${which} leads to it`;
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
  return isFork(end.step)
    ? `connect the ${quote(end.type)} branch of ${nameOf(end.step)} to ${nameOf(to)}`
    : `nothing follows ${nameOf(end.step)}: connect it to ${nameOf(to)}`;
}

/** The types of a step without an edge, by which contacts can leave it. */
function freeTypes(step: Step, graph: Graph): readonly string[] {
  const used = graph.outgoing(step).map(({ edge }) => edge.type);
  if (!step.spec.isKnown) return used.length === 0 ? ['default'] : [];
  const isTaken = (means: string): boolean =>
    means !== 'timedOut' || !isWait(step) || hasTimeout(step);
  return step.spec.branches
    .filter(({ type, means }) => !used.includes(type) && isTaken(means))
    .map(({ type }) => type);
}
