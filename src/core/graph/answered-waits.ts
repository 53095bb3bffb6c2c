import {
  branchConstraints,
  constraintsOfEdge,
  NO_CONSTRAINTS,
  type PathConstraint,
} from '../conditions/path-constraints.ts';
import { eventNameOf } from '../model/config.ts';
import { nameOf } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { branchTypes, isCondition, isEmail, isWait } from '../model/step-type.ts';
import { describeEmail, type PlannedEmail } from './email-plan.ts';
import { type Flow, flowOf, isAnswer } from './flow.ts';
import { type Graph, memoized, triggersOf } from './graph.ts';
import { treeOf } from './reads.ts';

/** A wait for an event that does not start the workflow, and what its contacts receive after the event for certain. */
export interface AnsweredWait {
  readonly event: string;
  readonly index: number;
  readonly key: string | undefined;
  readonly name: string;
  /** What holds for the contacts at the wait, as far as it is known. */
  readonly before: readonly PathConstraint[];
  /** What the filter of the wait requires of the event. */
  readonly filter: readonly PathConstraint[];
  readonly emails: readonly AnswerEmail[];
}

interface AnswerEmail {
  /** After the event. */
  readonly seconds: number;
  readonly email: PlannedEmail;
}

// Facts are kept of every workflow, so each is bounded.
const MAX_WAITS = 20;
const MAX_EMAILS = 20;
const MAX_CONSTRAINTS = 16;
const NONE: readonly never[] = [];

/** The waits that contacts leave at the moment at which the event starts other workflows. */
export function answeredWaits(graph: Graph): readonly AnsweredWait[] {
  const waits = graph.where(isWait);
  return waits.length === 0 ? NONE : memoized(graph, answeredWaits, () => findWaits(graph, waits));
}

function findWaits(graph: Graph, waits: readonly Step[]): readonly AnsweredWait[] {
  const flow = flowOf(graph);
  const triggers = triggersOf(graph);
  const found: AnsweredWait[] = [];
  for (const wait of waits.slice(0, MAX_WAITS)) {
    const event = eventNameOf(wait);
    if (event === undefined || !flow.has(wait)) continue;
    if (triggers.some((trigger) => eventNameOf(trigger) === event)) continue;
    const emails = emailsAfter(flow, wait);
    if (emails.length === 0) continue;
    const { index, key } = wait;
    const tree = treeOf(graph, wait);
    const filter = tree === undefined ? NO_CONSTRAINTS : branchConstraints(tree).met;
    const before = constraintsBefore(graph, wait);
    found.push({ event, index, key, name: nameOf(wait), before, filter, emails });
  }
  return found;
}

/** The emails from the answer to the next step at which paths divide, times vary or the run ends. */
function emailsAfter(flow: Flow, wait: Step): readonly AnswerEmail[] {
  const { graph } = flow;
  const [answer, other] = graph.outgoing(wait).filter((edge) => isAnswer(wait, edge));
  if (answer?.type !== 'event_received' || other !== undefined) return NONE;
  const emails: AnswerEmail[] = [];
  let seconds = 0;
  for (let edge = answer; ; ) {
    const step = graph.target(edge) as Step;
    if (!flow.has(step)) break;
    if (isEmail(step)) emails.push({ seconds, email: describeEmail(step) });
    const [next, second] = graph.outgoing(step);
    const [type, fork] = branchTypes(step);
    if (next === undefined || second !== undefined || fork !== undefined) break;
    const time = flow.span(next);
    if (time === undefined || time.min !== time.max || next.type !== type) break;
    if (emails.length === MAX_EMAILS) break;
    seconds += time.min;
    edge = next;
  }
  return emails;
}

/** The constraints on the only path to a step, back to where paths join. */
function constraintsBefore(graph: Graph, wait: Step): readonly PathConstraint[] {
  let found = NO_CONSTRAINTS;
  // The flow has the wait, so it is on no cycle and behind none.
  for (let step = wait; found.length < MAX_CONSTRAINTS; ) {
    const [edge, other] = graph.incoming(step);
    if (edge === undefined || other !== undefined) break;
    step = graph.source(edge) as Step;
    const tree = isCondition(step) ? treeOf(graph, step) : undefined;
    if (tree !== undefined) found = [...found, ...constraintsOfEdge(edge, branchConstraints(tree))];
  }
  return found;
}
