import {
  type Comparison,
  comparisonsIn,
  conditionOf,
  fieldsIn,
  unreadable,
} from '../src/core/model/condition.ts';
import { writesOf } from '../src/core/model/config.ts';
import { isCondition, meaningOf } from '../src/core/model/step-type.ts';
import { labelOf, nameOf, quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule } from '../src/core/rule.ts';
import type { Cases } from '../src/core/run/case.ts';
import { type Fact, factsOf, reduce } from '../src/core/run/facts.ts';

export default defineRule({
  id: 'impossible-condition',
  severity: 'warning',
  stage: 'flow',
  summary: 'A condition that is always true or always false.',
  why: 'All contacts take the same branch, so the emails on the other branch are never sent.',
  remedy: 'Change the value, or remove the condition and connect the branch that is taken.',

  workflow({ workflow, steps, graph, workspace }, report) {
    const conditions = steps.filter(isCondition);
    const cases = conditions.length === 0 ? undefined : workspace.casesOf(workflow);
    if (cases === undefined) return;
    for (const step of conditions) {
      const visits = cases.cases.flatMap(({ moments }) =>
        moments.filter((moment) => moment.step === step),
      );
      const [branch, another] = new Set(visits.map((moment) => moment.branch));
      if (branch === undefined || another !== undefined) continue;
      const other = branch === 'notMet' ? 'met' : 'notMet';
      const links = graph.outgoing(step);
      const free = links.find(({ edge }) => meaningOf(step, edge.type) === other);
      const rest = free === undefined ? '' : `: its branch to ${nameOf(free.to)} is never taken`;
      const earlier = decisionsBefore(step, cases, branch === 'met');
      const names = earlier.map(nameOf).join(' and ');
      const own = comparisonsIn(step).slice(0, 3).map(print).join(' and ');
      report({
        at: step,
        message: `${labelOf(step)} is ${branch === 'notMet' ? 'never' : 'always'} true${rest}`,
        help:
          earlier.length === 0
            ? `change one of its comparisons: ${own}`
            : `${names} already decided it; change or remove this condition`,
      });
    }
  },
});

/**
 * The conditions that were answered before and decide this one: each alone, or else together, with
 * the last step that wrote what it reads.
 */
function decisionsBefore(step: Step, { cases }: Cases, holds: boolean): readonly Step[] {
  const fields = fieldsIn(step);
  const root = conditionOf(step)?.root ?? unreadable([step]);
  const decide = (facts: readonly (Fact | undefined)[]): boolean =>
    reduce(root, { facts: facts.flatMap((fact) => fact ?? []), read: () => undefined }) === holds;
  if (decide([])) return [];
  const before = cases.flatMap(({ moments, answers }) => {
    const at = moments.findIndex((moment) => moment.step === step);
    const asked = answers.flatMap(({ question, moment, step: earlier, holds: held }) => {
      const isBefore = question.is === 'condition' && moment < at;
      if (!isBefore || !fieldsIn(earlier).some((field) => fields.includes(field))) return [];
      return { earlier, isEnough: decide(factsOf(question.condition, held)) };
    });
    const enough = asked.filter(({ isEnough }) => isEnough);
    if (enough.length > 0) return enough.map(({ earlier }) => earlier);
    const writer = moments
      .slice(0, Math.max(at, 0))
      .findLast((each) => writesOf(each.step).some(([name]) => fields.includes(`contact.${name}`)));
    return [...asked.map(({ earlier }) => earlier), ...(writer ? [writer.step] : [])];
  });
  return [...new Set(before)].slice(0, 3);
}

const print = ({ field = '', operator, value }: Comparison): string =>
  `${quote(field)} ${operator}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
