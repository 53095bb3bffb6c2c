import { type Comparison, comparisonsIn } from '../src/core/model/condition.ts';
import { labelOf, nameOf } from '../src/core/model/config.ts';
import { isCondition, meaningOf } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';
import type { Cases } from '../src/core/run/case.ts';

export default defineRule({
  id: 'impossible-condition',
  severity: 'warning',
  preset: 'recommended',
  stage: 'flow',
  summary: 'A condition that is always true or always false.',
  why: 'All contacts take the same branch, so the emails on the other branch are never sent.',
  remedy: 'Change the value, or remove the condition and connect the branch that is taken.',

  workflow({ workflow, steps, graph, workspace }, report) {
    const conditions = steps.filter(isCondition);
    const cases = conditions.length === 0 ? undefined : workspace.casesOf(workflow);
    if (cases === undefined) return;
    for (const step of conditions) {
      const [branch, another] = branchesTaken(step, cases);
      if (branch === undefined || another !== undefined) continue;
      const isNever = branch === 'notMet';
      const free = graph
        .outgoing(step)
        .find(({ edge }) => meaningOf(step, edge.type) === (isNever ? 'met' : 'notMet'));
      const earlier = decisionsBefore(step, cases);
      const own = comparisonsIn(step).map(print);
      const reason = isNever
        ? 'these comparisons contradict each other'
        : 'one of these always holds';
      report({
        at: step,
        message: `${labelOf(step)} is ${isNever ? 'never' : 'always'} true${
          free === undefined ? '' : `: its branch to ${nameOf(free.to)} is never taken`
        }`,
        help:
          earlier.length === 0
            ? `${reason}: ${own.slice(0, 3).join(' and ')}; change one of them`
            : `${earlier.map(nameOf).join(' and ')} already decided it; change the value or remove the condition`,
        related: earlier.map((each) => ({
          at: each,
          message: comparisonsIn(each).map(print).slice(0, 3).join(' and '),
        })),
      });
    }
  },
});

/** The outcomes of a condition over all cases; none where no case comes to it. */
const branchesTaken = (step: Step, { cases }: Cases): readonly string[] => [
  ...new Set(
    cases.flatMap(({ moments }) =>
      moments.flatMap((moment) => (moment.step === step ? (moment.branch ?? []) : [])),
    ),
  ),
];

/** The conditions that were answered before and read a field of this one. */
function decisionsBefore(step: Step, { cases }: Cases): readonly Step[] {
  const fields = fieldsOf(step);
  const before = cases.flatMap(({ moments, answers }) => {
    const at = moments.findIndex((moment) => moment.step === step);
    return answers.filter(({ question, moment }) => question.is === 'condition' && moment < at);
  });
  const steps = new Set(before.map((answer) => answer.step));
  return [...steps]
    .filter((each) => fieldsOf(each).some((field) => fields.includes(field)))
    .slice(0, 3);
}

const fieldsOf = (step: Step): readonly string[] =>
  comparisonsIn(step).flatMap(({ field }) => field ?? []);

const print = ({ field = '', operator, value }: Comparison): string =>
  `${quote(field)} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
