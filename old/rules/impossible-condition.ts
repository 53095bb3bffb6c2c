import {
  type Certainty,
  type EarlierComparison,
  type Reason,
  verdictsOf,
} from '../src/core/graph/feasibility.ts';
import type { Graph } from '../src/core/graph/graph.ts';
import { labelOfCondition } from '../src/core/graph/reads.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isCondition } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

const MOST_SHOWN = 3;

export default defineRule({
  id: 'impossible-condition',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'A condition or filter that is always true or always false.',
  why: 'All contacts take the same branch, so the emails on the other branch are never sent.',
  remedy: 'Change the value, or remove the condition and connect the branch that is taken.',
  whenOff: 'While conditions are placeholders that will be completed later.',

  workflow({ graph }, report) {
    for (const { step, outcome, reasons, joined } of verdictsOf(graph)) {
      const decided = decisionsBefore(reasons);
      const isAlone = decided.size === 0;
      const rule = labelOfCondition(step);
      const verdict = outcome === 'always' ? 'is always true' : 'is never true';
      const cause = isAlone
        ? explain(reasons, outcome)
        : explainInContext(reasons, outcome, joined);
      report({
        at: step,
        message: `${rule} ${verdict}${consequence(step, outcome, graph)}`,
        help: `${cause}; ${advise(isAlone, outcome)}`,
        related: [...decided].slice(0, MOST_SHOWN).map(([at, decisions]) => ({
          at,
          message: join([...decisions], `, ${joinOfDecisions(reasons, outcome, joined)} `),
        })),
      });
    }
  },
});

/** Earlier steps and the comparisons that they require or exclude. */
function decisionsBefore(reasons: readonly Reason[]): ReadonlyMap<Step, ReadonlySet<string>> {
  const decided = new Map<Step, Set<string>>();
  for (const { steps, holds, comparison } of reasons.flatMap(({ earlier }) => earlier)) {
    for (const step of steps)
      decided.set(
        step,
        (decided.get(step) ?? new Set()).add(`${holds ? 'requires' : 'excludes'} ${comparison}`),
      );
  }
  return decided;
}

function explain(reasons: readonly Reason[], outcome: Certainty): string {
  const groups = reasons.map(({ own }) => join(own, ' and '));
  return outcome === 'never'
    ? `these comparisons contradict each other: ${join(groups, '; ')}`
    : `one of these comparisons is always true: ${join(groups, '; ')}`;
}

function explainInContext(
  reasons: readonly Reason[],
  outcome: Certainty,
  joined: 'and' | 'or',
): string {
  const isNever = outcome === 'never';
  const own = join(
    [...new Set(reasons.map((reason) => join(reason.own, isNever ? ' and ' : ' or ')))],
    ` ${joined} `,
  );
  const needs = `it requires ${own}`;
  const first = reasons[0]?.earlier[0];
  const isSame =
    reasons.length === 1 &&
    reasons[0]?.earlier.length === 1 &&
    first?.comparison === own &&
    first.holds !== isNever;
  if (isSame) return `${needs}, which ${hasDecided(first)}`;
  const by = joinOfDecisions(reasons, outcome, joined);
  return `${needs}, ${isNever ? 'but' : 'and'} ${join(describe(reasons, by), `, ${by} `)}`;
}

/** `and` when each comparison has one reason; otherwise the reasons belong to different paths. */
function joinOfDecisions(
  reasons: readonly Reason[],
  outcome: Certainty,
  joined: 'and' | 'or',
): 'and' | 'or' {
  const isEach =
    (outcome === 'never') === (joined === 'or') &&
    new Set(reasons.map(({ own }) => join(own, ', '))).size === reasons.length;
  return isEach ? 'and' : 'or';
}

/** The earlier comparisons, on each path or for each comparison, grouped by steps. */
function describe(reasons: readonly Reason[], by: 'and' | 'or'): readonly string[] {
  const single = new Map<string, Set<string>>();
  const others = new Set<string>();
  for (const { earlier } of reasons) {
    const [first] = earlier;
    if (first === undefined || earlier.length > 1)
      others.add(
        join(
          earlier.map((each) => `${hasDecided(each)} ${each.comparison}`),
          ' and ',
        ),
      );
    else
      single.set(
        hasDecided(first),
        (single.get(hasDecided(first)) ?? new Set()).add(first.comparison),
      );
  }
  return [
    ...[...single].map(([who, comparisons]) => `${who} ${join([...comparisons], ` ${by} `)}`),
    ...others,
  ];
}

function hasDecided({ holds, steps }: EarlierComparison): string {
  return `${join(steps.map(labelOf), ' and ')} already ${holds ? (steps.length === 1 ? 'requires' : 'require') : steps.length === 1 ? 'excludes' : 'exclude'}`;
}

function consequence(step: Step, outcome: Certainty, graph: Graph): string {
  const decides = isCondition(step);
  if (!decides && outcome === 'always') return '; every event matches';
  const branch = !decides
    ? 'event_received'
    : outcome === 'never'
      ? 'condition_met'
      : 'condition_not_met';
  const edge = graph.outgoing(step).find(({ type }) => type === branch);
  const target = edge === undefined ? undefined : graph.target(edge);
  if (target !== undefined) return `; its ${branch} branch to ${nameOf(target)} is never taken`;
  return decides ? '' : '; no event matches';
}

function advise(isAlone: boolean, outcome: Certainty): string {
  if (!isAlone) return 'change the value or remove the condition';
  return outcome === 'never'
    ? 'use an "or" group if one of them is enough'
    : 'use an "and" group if all of them are required';
}

function join(parts: readonly string[], by: string): string {
  return parts.length > MOST_SHOWN
    ? [...parts.slice(0, MOST_SHOWN), 'others'].join(by)
    : parts.join(by);
}
