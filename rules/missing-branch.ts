import { hasTimeout } from '../src/core/model/duration.ts';
import { addTo } from '../src/core/model/groups.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import type { Branch } from '../src/core/model/step-spec.ts';
import { branchTypes, isFork } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-branch',
  severity: 'info',
  preset: 'off',
  category: 'graph',
  summary: 'A condition or wait without one of its branches.',
  why: 'The run ends for contacts who take the missing branch.',
  remedy: 'Connect both branches.',
  whenOff: 'When you leave out branches on purpose; many workflows do.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges) return;
    const taken = new Map<Step | undefined, (string | undefined)[]>();
    for (const edge of workflow.edges) addTo(taken, graph.source(edge), edge.type);
    for (const step of workflow.steps) {
      if (!isFork(step) || graph.isDuplicate(step) || hasWrongType(taken.get(step), step)) continue;
      const missing = step.spec.branches.filter(({ type }) => !taken.get(step)?.includes(type));
      if (missing.length === 0) continue;
      report({
        at: step,
        message: `${labelOf(step)} has ${describe(missing, step)}`,
        help: helpFor(missing, step),
      });
    }
  },
});

/** A branch of a type that the step never takes most likely is the missing one. */
function hasWrongType(taken: readonly (string | undefined)[] = [], step: Step): boolean {
  return taken.some((type) => !branchTypes(step).includes(type as string));
}

/** A branch that no contact takes, since the step has no timeout. */
const isNeverTaken = ({ means }: Branch, step: Step): boolean =>
  means === 'timedOut' && !hasTimeout(step);

function describe(missing: readonly Branch[], step: Step): string {
  const types = missing.filter((branch) => !isNeverTaken(branch, step)).map(({ type }) => type);
  const others = `no "${types.join('" and no "')}" branch`;
  if (types.length === missing.length) return others;
  return `no timeout and no timeout branch${types.length > 0 ? `, and ${others}` : ''}`;
}

function helpFor(missing: readonly Branch[], step: Step): string {
  const [branch] = missing as [Branch];
  if (missing.length === step.spec.branches.length)
    return `connect the branches of ${nameOf(step)}, or remove it`;
  return isNeverTaken(branch, step)
    ? `add "timeout": "3 days" and a "timeout" branch to ${nameOf(step)}`
    : `add the "${branch.type}" branch for contacts ${branch.contacts}`;
}
