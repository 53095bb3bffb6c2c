import { triggersOf } from '../src/core/graph/graph.ts';
import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { labelOf, nameOf, neverSent } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { deletesContact, isEmail } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-after-delete',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  summary: 'Steps that are only reached after the contact is deleted.',
  why: 'The run ends when its contact is deleted, so these steps never run.',
  remedy: 'Move them before the contact_delete, or remove them.',
  whenOff: 'Never: the service skips the rest of the run.',

  workflow({ workflow, graph }, report) {
    const { steps } = workflow;
    const deletes = steps.filter(deletesContact);
    if (deletes.length === 0) return;
    const alive = graph.reachableFrom(triggersOf(graph), (step) => !deletesContact(step));
    const deletedBy = new Map<Step, Step>();
    for (const deletion of deletes) {
      if (!alive.has(deletion)) continue;
      for (const step of graph.reachableFrom(
        graph.successors(deletion),
        (next) => !alive.has(next) && !deletedBy.has(next),
      )) {
        if (!alive.has(step) && !deletedBy.has(step)) deletedBy.set(step, deletion);
      }
    }
    const groups = groupBy(steps, (step) => deletedBy.get(step));
    groups.delete(undefined);
    for (const [key, lost] of groups) {
      const deletion = key as Step;
      const [first, ...others] = lost as [Step, ...Step[]];
      const what = others.length === 0 ? labelOf(first) : `${others.length + 1} steps`;
      report({
        at: first,
        // Of two deletions before them, the order of the list decides which one is named.
        fingerprintKey: {
          names: groupIdentity(workflow, lost.map(({ key }) => key ?? '').sort()[0]),
        },
        message: `unreachable: ${labelOf(deletion)} ends the run before ${what}`,
        help: lost.every(deletesContact)
          ? `remove ${nameOf(first)}: the contact is deleted already`
          : `move ${nameOf(deletion)} after ${nameOf(others.at(-1) ?? first)}`,
        consequence: neverSent(lost.filter(isEmail).length),
        related: [
          { at: deletion, message: 'the contact is deleted here' },
          ...others.map((step) => ({ at: step, message: `${labelOf(step)} is unreachable too` })),
        ],
      });
    }
  },
});
