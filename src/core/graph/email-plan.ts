import {
  addTime,
  type BranchConstraints,
  branchConstraints,
  constraintsOfEdge,
  isSameConstraint,
  NO_CONSTRAINTS,
  type PathConstraint,
} from '../conditions/path-constraints.ts';
import { maybeUuid } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { isCondition, isEmail } from '../model/step-type.ts';
import type { Flow, TimeSpan } from './flow.ts';
import { memoized } from './graph.ts';
import { treeOf } from './reads.ts';

/** An email at a time, or a point where paths join. `email` is the caller's description of the send_email step. */
export interface PlanNode<E> extends TimeSpan {
  /** `undefined` where paths join. */
  readonly email?: E;
  /** Positions of the preceding nodes in the plan, all smaller than its own. */
  readonly before: readonly number[];
  /** Constraints that hold for every contact at this node. */
  readonly constraints: readonly PathConstraint[];
}

/** A send_email step by its position and key, and its subject where the key is a UUID. */
export interface PlannedEmail {
  readonly index: number;
  readonly key: string;
  readonly subject: string;
}

/** The emails of one workflow over time. Every path through the nodes is what a contact on some path of the workflow gets. */
export type EmailPlan<E> = readonly PlanNode<E>[];

// Beyond these limits the plan ends. It then has fewer emails than the workflow, never more.
const MAX_TIMES_PER_STEP = 32;
const MAX_NODES = 500;
const MAX_ARRIVALS = 10_000;
const MAX_CONSTRAINTS = 16;
const NONE: readonly never[] = [];

/** A time at which contacts reach a step, the last plan node before it (-1: none), and their constraints. */
interface Arrival extends TimeSpan {
  readonly node: number;
  readonly constraints: readonly PathConstraint[];
}

/** The plan that all rules share. */
export function emailPlanOf(flow: Flow): EmailPlan<PlannedEmail> {
  return memoized(flow.graph, flow.order, () => planEmails(flow, describeEmail));
}

export const describeEmail = ({ index, key = '', config: { subject } }: Step): PlannedEmail => ({
  index,
  key,
  subject: maybeUuid(key) && typeof subject === 'string' ? subject : '',
});

/**
 * Unfolds a flow by time: a step that is reached after 1 hour on one path and after 2 days on another becomes two nodes.
 * Steps behind an unbounded delay are left out.
 */
export function planEmails<E>(flow: Flow, describe: (step: Step) => E): EmailPlan<E> {
  const { graph, starts, order } = flow;
  const plan: PlanNode<E>[] = [];
  const arrivals: Arrival[][] = new Array(graph.workflow.steps.length);
  let left = MAX_ARRIVALS;
  for (const start of starts)
    arrivals[start.index] = [{ min: 0, max: 0, node: -1, constraints: NO_CONSTRAINTS }];
  for (const step of order) {
    const reached = arrivals[step.index];
    if (reached === undefined) continue;
    const email = isEmail(step) ? describe(step) : undefined;
    const departures = joinArrivals(reached, email, plan);
    const edges = graph.outgoing(step);
    left -= departures.length * edges.length;
    if (plan.length > MAX_NODES || left < 0) break;
    const tree = isCondition(step) ? treeOf(graph, step) : undefined;
    const branches: BranchConstraints | undefined = tree && branchConstraints(tree);
    for (const edge of edges) {
      const time = flow.span(edge);
      if (time === undefined) continue;
      const added = branches === undefined ? NO_CONSTRAINTS : constraintsOfEdge(edge, branches);
      const { index } = graph.target(edge) as Step;
      const next = (arrivals[index] ??= []);
      for (const departure of departures) {
        const max = departure.max + time.max;
        if (max === Number.POSITIVE_INFINITY) continue;
        const constraints = added.length === 0 ? departure.constraints : extend(departure, added);
        next.push({ min: departure.min + time.min, max, node: departure.node, constraints });
      }
    }
  }
  return plan;
}

function extend(
  { constraints, min, max }: Arrival,
  added: readonly PathConstraint[],
): readonly PathConstraint[] {
  const room = MAX_CONSTRAINTS - constraints.length;
  if (room <= 0) return constraints;
  const time = `${min} to ${max}`;
  return [...constraints, ...added.slice(0, room).map((one) => addTime(one, time))];
}

/** Joins the arrivals of each time into one, behind a new node if there is an email or they come from different nodes. */
function joinArrivals<E>(
  arrivals: Arrival[],
  email: E | undefined,
  plan: PlanNode<E>[],
): readonly Arrival[] {
  if (arrivals.length === 1 && email === undefined) return arrivals;
  if (arrivals.length > 1)
    arrivals.sort((a, b) => a.min - b.min || a.max - b.max || a.node - b.node);
  const joined: Arrival[] = [];
  for (let i = 0; i < arrivals.length && joined.length < MAX_TIMES_PER_STEP; ) {
    const { min, max, constraints: first } = arrivals[i] as Arrival;
    const nodes: number[] = [];
    let constraints = first;
    for (let arrival = arrivals[i]; arrival?.min === min && arrival.max === max; ) {
      if (arrival.node !== -1 && arrival.node !== nodes.at(-1)) nodes.push(arrival.node);
      const { constraints: others } = arrival;
      if (others !== constraints)
        constraints = constraints.filter((one) =>
          others.some((other) => isSameConstraint(one, other)),
        );
      arrival = arrivals[++i];
    }
    let node = nodes[0] ?? -1;
    if (email !== undefined || nodes.length > 1) {
      const before = nodes.length === 0 ? NONE : nodes;
      const added = { min, max, before, constraints };
      node = plan.push(email === undefined ? added : { email, ...added }) - 1;
    }
    joined.push({ min, max, node, constraints });
  }
  return joined;
}

/**
 * The most emails that one contact can get within the window for certain, as positions in the plan, in order.
 * @param isAllowed Whether the contact may pass a node.
 */
export function mostEmailsWithin<E>(
  plan: EmailPlan<E>,
  { min: from, max: to }: TimeSpan,
  isAllowed: (node: PlanNode<E>) => boolean,
): readonly number[] {
  const counts = new Int32Array(plan.length);
  const previous = new Int32Array(plan.length).fill(-1);
  const isCounted = ({ email, min, max }: PlanNode<E>): boolean =>
    email !== undefined && min >= from && max <= to;
  let best = -1;
  for (const [i, node] of plan.entries()) {
    if (!isAllowed(node)) continue;
    for (const other of node.before) {
      if ((counts[other] as number) <= (counts[i] as number)) continue;
      counts[i] = counts[other] as number;
      previous[i] = other;
    }
    if (isCounted(node)) (counts[i] as number)++;
    if ((counts[i] as number) > (best === -1 ? 0 : (counts[best] as number))) best = i;
  }
  const found: number[] = [];
  for (let i = best; i !== -1; i = previous[i] as number)
    if (isCounted(plan[i] as PlanNode<E>)) found.push(i);
  return found.reverse();
}
