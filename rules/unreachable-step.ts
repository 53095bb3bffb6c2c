import type { Graph, Link } from '../src/core/graph/graph.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { hasTimeout } from '../src/core/model/duration.ts';
import { isFork, isTrigger, isWait } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Report, type RuleFix } from '../src/core/rule.ts';

export default defineRule({
  id: 'unreachable-step',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'Steps that no path from the trigger leads to.',
  why: 'These steps never run, so their emails are never sent and their changes are never made.',
  remedy: 'Connect the first of them to a step that is reached, or remove them.',

  workflow({ workflow, steps, graph }, report) {
    if (workflow.edges === undefined || !steps.some(isTrigger)) return;
    const regions = regionsOf(steps, graph);
    const causes = regions.length === 0 ? [] : causesOf(workflow, graph);
    for (const [first, ...others] of regions)
      report({
        at: first,
        message: describe(first, others.length, graph),
        ...(causes[0] === undefined
          ? adviseLink(first, regions.length === 1, graph)
          : { help: `${causes[0].help}, or connect ${nameOf(first)}` }),
        related: [
          ...causes,
          ...others.map((step) => ({ at: step, message: `${labelOf(step)} is unreachable too` })),
        ],
        name: first.key ?? '',
        loses: [first, ...others],
      });
  },
});

/**
 * The unreachable steps, each in one region: it begins with a strongly connected component that no other unreachable one leads
 * to, and has all that this one leads to.
 */
function regionsOf(steps: readonly Step[], graph: Graph): readonly (readonly [Step, ...Step[]])[] {
  const isLost = (step: Step): boolean => !graph.reachable.has(step) && !graph.isDuplicate(step);
  // No edge can lead to a step without a key: that is its fault.
  const lost = steps.filter((step) => isLost(step) && !isTrigger(step) && step.key !== undefined);
  const cycleOf = new Map(graph.cycles.flatMap((cycle) => cycle.map((step) => [step, cycle])));
  const isInner = ({ from, to }: Link): boolean =>
    from === to || (cycleOf.get(to) !== undefined && cycleOf.get(from) === cycleOf.get(to));
  const entered = new Set<Step>();
  for (const step of lost)
    for (const link of graph.incoming(step))
      if (!isInner(link)) for (const each of cycleOf.get(step) ?? [step]) entered.add(each);
  const taken = new Set<Step>();
  return lost.flatMap((first): (readonly [Step, ...Step[]])[] => {
    if (taken.has(first) || entered.has(first)) return [];
    const own = [...graph.reaches([first])].filter((step) => isLost(step) && !taken.has(step));
    for (const step of own) taken.add(step);
    const others = own.filter((step) => step !== first).sort((a, b) => a.index - b.index);
    return [[first, ...others]];
  });
}

/** The edges that may have led there. */
function causesOf({ edges = [], edgeNoun }: Workflow, { danglingEnds }: Graph) {
  const dangling = danglingEnds.map(({ edge, end, written }) => ({
    at: [edge, end] as const,
    message: `likely cause: ${written.trim() === '' ? 'blank' : 'unknown'} step ${quote(written)}`,
    help: `correct the unknown step ${quote(written)} first`,
  }));
  const open = edges.flatMap((edge) =>
    (['from', 'to'] as const).flatMap((end) =>
      edge[end] !== undefined
        ? []
        : {
            at: [edge] as const,
            message: `likely cause: ${edgeNoun} without ${quote(end)}`,
            help: `correct the ${edgeNoun} without ${quote(end)} first`,
          },
    ),
  );
  return [...dangling, ...open].slice(0, 20);
}

function describe(first: Step, others: number, graph: Graph): string {
  if (others > 0) return `${others + 1} steps are unreachable, starting at ${labelOf(first)}`;
  const noun = graph.workflow.edgeNoun;
  const which = graph.incoming(first).length > 0 ? `only its own ${noun}` : `no ${noun}`;
  return `${labelOf(first)} is unreachable: ${which} leads to it`;
}

interface OpenEnd {
  readonly step: Step;
  /** Undefined where several branches are free. */
  readonly type: string | undefined;
}

/** The free branch of a wait or condition, else the leaf, where there is only one. */
function adviseLink(to: Step, isOnly: boolean, graph: Graph): Pick<Report, 'help' | 'fixes'> {
  const behind = graph.reaches([to]);
  const open = [...graph.reachable].flatMap((step): OpenEnd | [] => {
    if (step.key === undefined || step.spec.deletesContact || behind.has(step)) return [];
    const used = graph.outgoing(step).map(({ edge }) => edge.type);
    if (!step.spec.isKnown) return used.length === 0 ? { step, type: 'default' } : [];
    const free = step.spec.branches.filter(
      ({ type, means }) =>
        !used.includes(type) && (means !== 'timedOut' || !isWait(step) || hasTimeout(step)),
    );
    if (free.length === 0) return [];
    return { step, type: free.length === 1 ? free[0]?.type : undefined };
  });
  const forks = open.filter(({ step }) => isFork(step));
  const [end, another] = forks.length > 0 ? forks : open;
  if (end === undefined || another !== undefined || (!isOnly && !isFork(end.step)))
    return { help: `connect ${nameOf(to)} to a step before it, or remove it` };
  const { step, type } = end;
  if (!isFork(step))
    return {
      help: `nothing follows ${nameOf(step)}: connect it to ${nameOf(to)}`,
      fixes: linkFix(step, 'default', to, graph),
    };
  if (type === undefined || !isOnly)
    return { help: `connect a free branch of ${nameOf(step)} to ${nameOf(to)}` };
  return {
    help: `connect the ${quote(type)} branch of ${nameOf(step)} to ${nameOf(to)}`,
    fixes: linkFix(step, type, to, graph),
  };
}

/** Adds an edge in the words of the file. */
function linkFix(from: Step, type: string, to: Step, { workflow }: Graph): readonly RuleFix[] {
  const [sample] = workflow.edges ?? [];
  const nameOfField = (field: string): string =>
    sample?.written.get(`/${field}`)?.slice(1) ?? field;
  const value = {
    [nameOfField('from')]: from.key,
    [nameOfField('to')]: to.key,
    [nameOfField('type')]: type,
  };
  const title = `add the ${workflow.edgeNoun} from ${nameOf(from)} to ${nameOf(to)}`;
  return [{ title, safety: 'unsafe', edits: [{ kind: 'append', at: [workflow, 'edges'], value }] }];
}
