import { branchesOf, type EdgeType, isFork } from '../src/model/branches.ts';
import { hasTimeout } from '../src/model/duration.ts';
import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'missing-branch',
  severity: 'info',
  preset: 'strict',
  category: 'graph',
  since: '0.1.0',
  summary: 'A condition or wait with a branch that leads nowhere.',
  why: 'Contacts who would take the missing branch leave the workflow there; if that is not meant, they miss the rest.',
  remedy: 'Connect both branches, if only to say that it was thought of.',
  whenOff: 'When conditions with one arm are your habit, as they are for many.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges || !workflow.steps.some(({ type }) => isFork(type))) return;
    const taken = new Map<Step, Set<string>>();
    for (const edge of workflow.edges) {
      const step = graph.source(edge);
      if (step === undefined || edge.type === undefined || !isFork(step.type)) continue;
      const types = taken.get(step);
      if (types === undefined) taken.set(step, new Set([edge.type]));
      else types.add(edge.type);
    }
    for (const step of workflow.steps) {
      if (!isFork(step.type) || graph.isDuplicate(step)) continue;
      const missing = (branchesOf(step.type) as readonly EdgeType[]).filter((type) => !taken.get(step)?.has(type));
      if (missing.length === 0) continue;
      report({ at: step, message: `${labelOf(step)} has ${describe(missing, step)}`, help: helpFor(missing, step) });
    }
  },
});

function describe(missing: readonly string[], step: Step): string {
  const noTimeout = missing.includes('timeout') && !hasTimeout(step);
  if (missing.length === 2) return noTimeout ? 'no timeout and no timeout branch, and no "event_received" branch' : `no "${missing.join('" and no "')}" branch`;
  return noTimeout ? 'no timeout and no timeout branch' : `no "${missing[0]}" branch`;
}

function helpFor(missing: readonly string[], step: Step): string {
  if (missing.length === 2) return 'no contact gets further than this: connect the branches, or delete the step';
  switch (missing[0]) {
    case 'condition_met':
      return 'contacts for whom it holds leave the workflow here';
    case 'condition_not_met':
      return 'contacts for whom it does not hold leave the workflow here';
    case 'event_received':
      return 'contacts for whom the event comes leave the workflow here';
    default:
      return hasTimeout(step)
        ? 'contacts for whom the event does not come in time leave the workflow here'
        : 'contacts for whom the event never comes stay here: give the wait a timeout and a branch for it';
  }
}
