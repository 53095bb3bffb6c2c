import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'step-after-delete',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'A step that is only reached after the contact was deleted.',
  why: 'The run ends when its contact is deleted: this step never runs for anyone.',
  remedy: 'Move it before the contact_delete, or delete it.',
  whenOff: 'Never: the service skips the rest of the run.',

  workflow({ workflow, graph }, report) {
    const { steps } = workflow;
    const deletes = graph.ofType('contact_delete').filter((step) => graph.outgoing(step).length > 0 && graph.isReachable(step));
    if (deletes.length === 0) return;
    const starts = graph.ofType('trigger').filter((step) => !graph.isDuplicate(step));
    const alive = graph.reachableFrom(starts, (step) => step.type !== 'contact_delete');
    const deletedBy = new Map<Step, Step>();
    for (const deletion of deletes) {
      if (!alive.has(deletion)) continue;
      for (const step of graph.reachableFrom(graph.successors(deletion), (next) => !alive.has(next) && !deletedBy.has(next))) {
        if (!alive.has(step) && !deletedBy.has(step)) deletedBy.set(step, deletion);
      }
    }
    for (const step of steps) {
      const deletion = deletedBy.get(step);
      if (deletion === undefined) continue;
      report({
        at: step,
        message: `${labelOf(step)} never runs: by then ${labelOf(deletion)} has deleted the contact`,
        help: step.type === 'contact_delete' ? 'delete this step: there is no contact left to delete' : `put it before ${labelOf(deletion)}`,
        related: [{ at: deletion, message: 'the contact is deleted here' }],
      });
    }
  },
});
