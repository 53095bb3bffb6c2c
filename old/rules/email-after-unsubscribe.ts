import { type Graph, triggersOf } from '../src/core/graph/graph.ts';
import { configField } from '../src/core/model/config.ts';
import { groupIdentity } from '../src/core/model/groups.ts';
import { labelOf, nameOf, neverSent } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isEmail, isWait } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'email-after-unsubscribe',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  summary: 'Emails that are only reached after the contact is unsubscribed.',
  why: 'The service skips emails to unsubscribed contacts, so these emails are not sent.',
  remedy: 'Send them before the update, or remove them.',
  whenOff: 'When your application subscribes the contact again while the run waits.',

  workflow({ workflow, graph }, report) {
    const updates = workflow.steps.filter(
      (step) => subscriptionSetBy(step) === true && graph.isReachable(step),
    );
    if (updates.length === 0) return;
    const subscribed = graph.reachableFrom(
      triggersOf(graph),
      (step) => subscriptionSetBy(step) !== true,
    );
    const seen = new Set<Step>();
    for (const update of updates) {
      const lost = stepsAfter(update, graph, seen).filter(
        (step) => isEmail(step) && !subscribed.has(step),
      );
      const last = lost.at(-1);
      if (last === undefined) continue;
      const [first, ...others] = lost.toSorted((a, b) => a.index - b.index) as [Step, ...Step[]];
      report({
        at: first,
        message: `${labelOf(first)} is sent only after ${nameOf(update)} unsubscribes the contact`,
        help: `move ${nameOf(update)} after ${nameOf(last)}`,
        consequence: neverSent(lost.length),
        related: [
          { at: update, message: 'the contact is unsubscribed here' },
          ...others.map((step) => ({ at: step, message: 'not sent either' })),
        ],
        fingerprintKey: { names: groupIdentity(workflow, update.key) },
      });
    }
  },
});

const isUpdate = ({ spec }: Step): boolean => spec.effects.writes.includes('unsubscribed');

/** What a step writes into `unsubscribed`; `undefined` when it does not change the field. */
const subscriptionSetBy = (step: Step): unknown =>
  isUpdate(step) ? (configField(step, 'unsubscribed') ?? undefined) : undefined;

/**
 * Steps reached while the contact stays unsubscribed. A contact who triggers an awaited event may have subscribed again.
 * @param seen those after other updates, which are left out.
 */
function stepsAfter(update: Step, graph: Graph, seen: Set<Step>): readonly Step[] {
  const after: Step[] = [];
  const reach = (source: Step): void => {
    for (const step of graph.successors(source)) {
      if (!seen.has(step)) after.push(step);
      seen.add(step);
    }
  };
  reach(update);
  // An array iterates over elements added meanwhile.
  for (const step of after) if (subscriptionSetBy(step) === undefined && !isWait(step)) reach(step);
  return after;
}
