import { type Given, type Outcome, type Reason, verdictsOf } from '../src/graph/feasibility.ts';
import type { Graph } from '../src/graph/graph.ts';
import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

const MOST_SHOWN = 3;

export default defineRule({
  id: 'impossible-condition',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'A condition or filter that is always true or always false.',
  why: 'All contacts go the same way: the emails on the other branch are never sent to anyone, whatever the payload is.',
  remedy: 'Compare with what can still go both ways, or delete the condition and connect the branch that is taken.',
  whenOff: 'While conditions are only placeholders that will be filled in later.',

  workflow({ graph }, report) {
    for (const { step, outcome, reasons, joined } of verdictsOf(graph)) {
      const decided = decisionsBefore(reasons);
      const isAlone = decided.size === 0;
      const rule = step.type === 'condition' ? labelOf(step) : `the filter of ${labelOf(step)}`;
      const verb = outcome === 'always' ? 'always holds' : 'can never hold';
      const why = isAlone ? explain(reasons, outcome) : `here: ${explainInContext(reasons, outcome, joined)}`;
      report({
        at: step,
        message: `${rule} ${verb}${isAlone ? ':' : ''} ${why}; ${consequence(step, outcome, graph)}`,
        help: advise(isAlone, outcome),
        related: [...decided]
          .slice(0, MOST_SHOWN)
          .map(([at, decisions]) => ({ at, message: join([...decisions], `, ${joinOfDecisions(reasons, outcome, joined)} `) })),
      });
    }
  },
});

/** The steps that leave no choice, and what they have decided. */
function decisionsBefore(reasons: readonly Reason[]): ReadonlyMap<Step, ReadonlySet<string>> {
  const decided = new Map<Step, Set<string>>();
  for (const { steps, holds, comparison } of reasons.flatMap(({ given }) => given)) {
    for (const step of steps) decided.set(step, (decided.get(step) ?? new Set()).add(`${holds ? 'requires' : 'rules out'} ${comparison}`));
  }
  return decided;
}

function explain(reasons: readonly Reason[], outcome: Outcome): string {
  const groups = reasons.map(({ own }) => join(own, ' and '));
  return outcome === 'never'
    ? `${groups[0]} exclude each other${groups.length === 1 ? '' : `, and so do ${join(groups.slice(1), ', and ')}`}`
    : `one of ${join(groups, ', and one of ')} is always true`;
}

function explainInContext(reasons: readonly Reason[], outcome: Outcome, joined: 'and' | 'or'): string {
  const isNever = outcome === 'never';
  const own = join([...new Set(reasons.map((reason) => join(reason.own, isNever ? ' and ' : ' or ')))], ` ${joined} `);
  const needs = `it ${isNever ? 'needs' : 'asks for'} ${own}`;
  const first = reasons[0]?.given[0];
  const isSame = reasons.length === 1 && reasons[0]?.given.length === 1 && first?.comparison === own && first.holds !== isNever;
  if (isSame) return `${needs}, which ${hasDecided(first)}`;
  const by = joinOfDecisions(reasons, outcome, joined);
  return `${needs}, ${isNever ? 'but' : 'and'} ${join(describe(reasons, by), `, ${by} `)}`;
}

/** With one reason for each comparison all of them have been decided, otherwise one of them on each way. */
function joinOfDecisions(reasons: readonly Reason[], outcome: Outcome, joined: 'and' | 'or'): 'and' | 'or' {
  const isEach = (outcome === 'never') === (joined === 'or') && new Set(reasons.map(({ own }) => join(own, ', '))).size === reasons.length;
  return isEach ? 'and' : 'or';
}

/** What was decided before, on each way here or of each comparison; by the same steps, in one. */
function describe(reasons: readonly Reason[], by: 'and' | 'or'): readonly string[] {
  const single = new Map<string, Set<string>>();
  const others = new Set<string>();
  for (const { given } of reasons) {
    const [first] = given;
    if (first === undefined || given.length > 1)
      others.add(
        join(
          given.map((each) => `${hasDecided(each)} ${each.comparison}`),
          ' and ',
        ),
      );
    else single.set(hasDecided(first), (single.get(hasDecided(first)) ?? new Set()).add(first.comparison));
  }
  return [...[...single].map(([who, comparisons]) => `${who} ${join([...comparisons], ` ${by} `)}`), ...others];
}

function hasDecided({ holds, steps }: Given): string {
  return `${join(steps.map(labelOf), ' or ')} has already ${holds ? 'required' : 'ruled out'}`;
}

function consequence(step: Step, outcome: Outcome, graph: Graph): string {
  const isCondition = step.type === 'condition';
  if (!isCondition && outcome === 'always') return 'so every event gets through';
  const branch = !isCondition ? 'event_received' : outcome === 'never' ? 'condition_met' : 'condition_not_met';
  const edge = graph.outgoing(step).find(({ type }) => type === branch);
  const target = edge === undefined ? undefined : graph.target(edge);
  if (target !== undefined) return `so no contact takes its ${branch} branch to ${labelOf(target)}`;
  return isCondition ? 'so it decides nothing' : 'so no event gets through';
}

function advise(isAlone: boolean, outcome: Outcome): string {
  if (!isAlone) return 'compare with what is still open here, or delete the condition and connect the branch that is taken';
  return outcome === 'never' ? 'if one of them is enough, join them by an "or" group' : 'if all of them are meant, join them by an "and" group';
}

function join(parts: readonly string[], by: string): string {
  return parts.length > MOST_SHOWN ? [...parts.slice(0, MOST_SHOWN), 'others'].join(by) : parts.join(by);
}
