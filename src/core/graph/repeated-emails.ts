import { leavesOf } from '../model/condition.ts';
import { eventNameOf } from '../model/config.ts';
import { mayWrite } from '../model/contact.ts';
import type { Step } from '../model/nodes.ts';
import { deletesContact, isCondition, isEmail, isWait, writesContact } from '../model/step-type.ts';
import { type Graph, triggersOf } from './graph.ts';
import { treeOf } from './reads.ts';

/**
 * How many emails the workflow sends again each time its event occurs. Not counted are emails after
 * - the timeout of a wait for the same event: the next occurrence ends that wait, so only the last one sends,
 * - a condition on a contact field that the workflow writes: it can let a contact pass once.
 */
export function countRepeatedEmails(graph: Graph, event: string): number {
  const { steps } = graph.workflow;
  const seen = steps.some((step) => mayStop(step, event)) ? repeatedSteps(graph, event) : undefined;
  let emails = 0;
  for (const step of graph.where(isEmail))
    if (seen === undefined ? graph.isReachable(step) : seen.has(step)) emails++;
  return emails;
}

/** Without such a step, all reached emails are repeated. */
const mayStop = (step: Step, event: string): boolean =>
  writesContact(step) ||
  deletesContact(step) ||
  (step.spec.event === 'awaited' && eventNameOf(step) === event) ||
  (step.spec.event === 'starts' && eventNameOf(step) !== event);

function repeatedSteps(graph: Graph, event: string): ReadonlySet<Step> {
  const updates = graph.where(writesContact);
  const seen = new Set(triggersOf(graph).filter((step) => eventNameOf(step) === event));
  // A Set iterates over elements added meanwhile.
  for (const step of seen) {
    if (deletesContact(step) || letsPassOnce(graph, step, updates)) continue;
    const isOfLast = isWait(step) && eventNameOf(step) === event;
    for (const edge of graph.outgoing(step))
      if (!(isOfLast && edge.type === 'timeout')) seen.add(graph.target(edge) as Step);
  }
  return seen;
}

function letsPassOnce(graph: Graph, step: Step, updates: readonly Step[]): boolean {
  if (updates.length === 0 || !isCondition(step)) return false;
  const tree = treeOf(graph, step);
  return (
    tree !== undefined &&
    leavesOf(tree.root).some(
      ({ field }) =>
        field?.startsWith('contact.') === true && updates.some((update) => mayWrite(update, field)),
    )
  );
}
