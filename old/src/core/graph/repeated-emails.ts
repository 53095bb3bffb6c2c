import { type ConditionLeaf, type ConditionNode, leavesOf } from '../model/condition.ts';
import { eventNameOf } from '../model/config.ts';
import { mayWrite } from '../model/contact.ts';
import { hasTimeout } from '../model/duration.ts';
import { groupBy } from '../model/groups.ts';
import type { Step } from '../model/nodes.ts';
import { branchTypes, isCondition, isEmail, isWait, writesContact } from '../model/step-type.ts';
import { type Graph, oncePerGraph, triggersOf } from './graph.ts';
import { treeOf } from './reads.ts';

/**
 * How many emails the workflow sends again each time its event occurs. Not counted are emails after
 * - the timeout of a wait for the same event: the next occurrence ends that wait, so only the last one sends,
 * - a condition on a contact field that the workflow writes after it: it can let a contact pass once,
 * - the branch of a condition that only the first occurrence takes, by a payload such as "event.is_first" or "event.count".
 */
export function countRepeatedEmails(graph: Graph, event: string): number {
  return [...repeatedSteps(graph, event)].filter(isEmail).length;
}

/** Whether each run that the event starts sends an email: no wait or condition can end it before. */
export function sendsInEachRun(graph: Graph, event: string): boolean {
  const seen = new Set(triggersByEvent(graph).get(event));
  for (const step of seen) {
    if (isEmail(step)) continue;
    if (isWait(step) && !hasTimeout(step)) return false;
    const edges = graph.outgoing(step).filter((edge) => graph.isTaken(edge));
    const isOpen = !branchTypes(step).every((type) => edges.some((edge) => edge.type === type));
    if (edges.length === 0 || isOpen) return false;
    for (const edge of edges) seen.add(graph.target(edge) as Step);
  }
  return true;
}

const triggersByEvent = oncePerGraph((graph) => groupBy(triggersOf(graph), eventNameOf));

/** The steps that write the contact, and those before them. */
const stepsBeforeUpdates = oncePerGraph((graph): ReadonlySet<Step> => {
  const found = new Set(graph.where(writesContact));
  // A Set iterates over elements added meanwhile.
  for (const step of found)
    for (const edge of graph.incoming(step))
      if (graph.isTaken(edge)) found.add(graph.source(edge) as Step);
  return found;
});

function repeatedSteps(graph: Graph, event: string): ReadonlySet<Step> {
  const updates = graph.where(writesContact);
  const beforeUpdates = stepsBeforeUpdates(graph);
  const seen = new Set(triggersByEvent(graph).get(event));
  for (const step of seen) {
    const isOfLast = isWait(step) && eventNameOf(step) === event;
    const isMarked = readsOwnMark(graph, step, updates);
    for (const edge of graph.outgoing(step)) {
      const target = graph.target(edge) as Step;
      const isOnce =
        (isOfLast && edge.type === 'timeout') ||
        (edge.type === 'condition_met' && tellsFirst(graph, step, true)) ||
        (edge.type === 'condition_not_met' && tellsFirst(graph, step, false)) ||
        (isMarked && beforeUpdates.has(target));
      if (!isOnce && graph.isTaken(edge)) seen.add(target);
    }
  }
  return seen;
}

function readsOwnMark(graph: Graph, step: Step, updates: readonly Step[]): boolean {
  const tree = isCondition(step) ? treeOf(graph, step) : undefined;
  return (
    tree !== undefined &&
    leavesOf(tree.root).some(
      ({ field }) =>
        field?.startsWith('contact.') === true && updates.some((update) => mayWrite(update, field)),
    )
  );
}

function tellsFirst(graph: Graph, step: Step, isMet: boolean): boolean {
  const tree = isCondition(step) ? treeOf(graph, step) : undefined;
  return tree !== undefined && isOnlyFirst(tree.root, isMet);
}

/** Whether a rule with this result means the first occurrence. The depth of a rule tree is bounded. */
function isOnlyFirst(node: ConditionNode, holds: boolean): boolean {
  if (node.kind === 'rule') return isOnlyFirstLeaf(node, holds);
  const isFirst = (part: ConditionNode): boolean => isOnlyFirst(part, holds);
  // Either part of an "or" can make it hold, and either part of an "and" can make it fail.
  return (node.kind === 'and') === holds ? node.rules.some(isFirst) : node.rules.every(isFirst);
}

/** Comparisons of a count that hold, or fail, for the first occurrence only. */
const FIRST_COUNT = new Set(['eq 1', 'lte 1', 'lt 2']);
const LATER_COUNT = new Set(['neq 1', 'gt 1', 'gte 2']);
const COUNT =
  /(?:[^A-Za-z]|(?=[A-Z]))(?:[Cc]ount|[Nn]umber|[Nn]th|[Tt]imes|[Tt]otal|[Oo]ccurrences?|[Aa]ttempts?)$/;

function isOnlyFirstLeaf({ field, operator, value }: ConditionLeaf, holds: boolean): boolean {
  if (field?.startsWith('event.') !== true) return false;
  if (typeof value === 'number')
    return COUNT.test(field) && (holds ? FIRST_COUNT : LATER_COUNT).has(`${operator} ${value}`);
  return (
    typeof value === 'boolean' &&
    operator === (value === holds ? 'eq' : 'neq') &&
    isNamedFirst(field)
  );
}

/** Whether a name has the word "first", such as "lesson.first_completed" and "event.isFirst"; not "first_name". */
export const isNamedFirst = (name: string): boolean =>
  /(?:(?:^|[^A-Za-z])(?:first|First|FIRST)|[a-z]First)(?!_?[Nn]ame|_?NAME|[a-z])/.test(name);
