import {
  addTime,
  type BranchConstraints,
  branchConstraints,
  constraintsOfEdge,
  isSameConstraint,
  NO_CONSTRAINTS,
  type PathConstraint,
  waitConstraints,
} from '../conditions/path-constraints.ts';
import { eventNameOf, templateOf } from '../model/config.ts';
import { maybeUuid } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { placeOf, pointerOf } from '../model/place.ts';
import { isCondition, isEmail, isWait } from '../model/step-type.ts';
import { idleArrivals } from './arrivals.ts';
import type { Flow, TimeRange } from './flow.ts';
import { treeOf } from './reads.ts';

/** An email at a time, or a point where paths join. */
export interface PlanNode extends TimeRange {
  /** `undefined` where paths join. */
  readonly email?: PlannedEmail;
  /** Every contact who does nothing gets it at this time: all waits before it time out. */
  readonly isCertain?: true;
  /** Positions of the preceding nodes in the plan, all smaller than its own. */
  readonly before: readonly number[];
  /** Constraints that hold for every contact at this node. */
  readonly constraints: readonly PathConstraint[];
  /** The last node of a plan that reached a limit. */
  readonly isCut?: true;
}

/** A send_email step by its position and key, and its subject where the key is a UUID. */
export interface PlannedEmail {
  readonly index: number;
  readonly key: string | undefined;
  readonly subject: string;
  readonly template?: UsedTemplate;
}

interface UsedTemplate {
  readonly id: string;
  /** Pointer below the step. */
  readonly at: string;
}

/** The emails of one workflow over time. Each path through the nodes lists what a contact on one path of the workflow gets. */
export type EmailPlan = readonly PlanNode[];

/** Whether the workflow may have more emails than the plan. */
export const isCutShort = (plan: EmailPlan): boolean => plan.at(-1)?.isCut === true;

// Beyond these limits the plan ends. It then has fewer emails than the workflow, never more.
const MAX_TIMES_PER_STEP = 32;
const MAX_NODES = 500;
const MAX_CONSTRAINTS = 16;
const NONE: readonly never[] = [];

/** A time at which contacts reach a step, the last plan node before it (-1: none), and their constraints. */
interface Arrival extends TimeRange {
  readonly node: number;
  readonly constraints: readonly PathConstraint[];
}

/** The start of a flow that begins after a wait: the event, and the constraints on the contacts. */
interface AwaitedStart {
  readonly event: string;
  readonly constraints: readonly PathConstraint[];
}

/**
 * Unfolds a flow by time: a step that is reached after 1 hour on one path and after 2 days on another becomes two nodes.
 * Steps after an unbounded delay are left out.
 */
export function planEmails(flow: Flow, awaited?: AwaitedStart): EmailPlan {
  const { graph, starts, order } = flow;
  const idle = idleArrivals(flow);
  const plan: PlanNode[] = [];
  const arrivals: Arrival[][] = new Array(graph.workflow.steps.length);
  const constraints = awaited?.constraints ?? NO_CONSTRAINTS;
  let isCut = false;
  for (const start of starts) arrivals[start.index] = [{ min: 0, max: 0, node: -1, constraints }];
  for (const step of order) {
    const reached = arrivals[step.index];
    if (reached === undefined) continue;
    const email = isEmail(step) ? describeEmail(step) : undefined;
    const departures = joinArrivals(reached, { email, certainAt: idle.get(step) }, plan);
    const edges = graph.outgoing(step);
    const isEnd = plan.length > MAX_NODES;
    isCut ||= isEnd || departures.length === MAX_TIMES_PER_STEP;
    if (isEnd) break;
    const branches = branchesOf(step, flow, awaited?.event);
    for (const edge of edges) {
      const time = flow.span(edge);
      if (time === undefined) continue;
      const added = branches === undefined ? NO_CONSTRAINTS : constraintsOfEdge(edge, branches);
      const { index } = graph.target(edge) as Step;
      const next = (arrivals[index] ??= []);
      for (const departure of departures) {
        const max = departure.max + time.max;
        if (max === Number.POSITIVE_INFINITY) continue;
        const isKnown = added.length > 0 && (isCondition(step) || departure.min === departure.max);
        const constraints = isKnown ? extend(departure, added) : departure.constraints;
        next.push({ min: departure.min + time.min, max, node: departure.node, constraints });
      }
    }
  }
  const last = isCut ? plan.pop() : undefined;
  if (last !== undefined) plan.push({ ...last, isCut: true });
  return plan;
}

function branchesOf(
  step: Step,
  flow: Flow,
  awaited: string | undefined,
): BranchConstraints | undefined {
  const { graph } = flow;
  const isRule = isCondition(step);
  if (!isRule && !isWait(step)) return undefined;
  const tree = treeOf(graph, step);
  if (isRule) return tree && branchConstraints(tree, awaited);
  const event = eventNameOf(step);
  // Contacts can open one email and not another.
  if (event === undefined || event.startsWith('resend:')) return undefined;
  return waitConstraints(event, tree, flow.stay(step).max);
}

function describeEmail(step: Step): PlannedEmail {
  const { index, key, config } = step;
  const { subject } = config;
  const used = templateOf(step);
  const email = {
    index,
    key,
    subject: key !== undefined && maybeUuid(key) && typeof subject === 'string' ? subject : '',
  };
  if (used === undefined || used.id.trim() === '') return email;
  const { pointer } = placeOf([step, 'config', ...used.path]);
  const template = { id: used.id.trim(), at: pointer.slice(pointerOf(step).length + 1) };
  return { ...email, template };
}

function extend(
  { constraints, min, max }: Arrival,
  added: readonly PathConstraint[],
): readonly PathConstraint[] {
  const room = Math.max(0, MAX_CONSTRAINTS - constraints.length);
  const time = `${min} to ${max}`;
  return [...constraints, ...added.slice(0, room).map((one) => addTime(one, time))];
}

/** Joins the arrivals of each time into one, after a new node if there is an email or they come from different nodes. */
function joinArrivals(
  arrivals: Arrival[],
  {
    email,
    certainAt,
  }: { readonly email: PlannedEmail | undefined; readonly certainAt?: number | undefined },
  plan: PlanNode[],
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
      const isCertain = min === max && min === certainAt;
      node =
        plan.push(
          email === undefined ? added : { email, ...added, ...(isCertain && { isCertain }) },
        ) - 1;
    }
    joined.push({ min, max, node, constraints });
  }
  return joined;
}

/**
 * The most emails that one contact can get within the window for certain, as positions in the plan, in order.
 * @param isAllowed Whether the contact may pass a node.
 */
export function mostEmailsWithin(
  plan: EmailPlan,
  { min: from, max: to }: TimeRange,
  isAllowed: (node: PlanNode) => boolean,
): readonly number[] {
  const isCounted = (node: PlanNode): boolean =>
    node.email !== undefined && node.min >= from && node.max <= to && isAllowed(node);
  const first = plan.findIndex(isCounted);
  const end = plan.findLastIndex(isCounted);
  // Most plans have one email in a window.
  if (first === end) return first === -1 ? NONE : [first];
  const counts: number[] = [];
  const previous: number[] = [];
  let best = first;
  for (let i = first; i <= end; i++) {
    const node = plan[i] as PlanNode;
    let [count, last] = [0, -1];
    if (isAllowed(node)) {
      for (const other of node.before) {
        const reached = counts[other - first] ?? 0;
        if (reached > count) [count, last] = [reached, other];
      }
      if (isCounted(node)) count++;
    }
    counts.push(count);
    previous.push(last);
    if (count > (counts[best - first] as number)) best = i;
  }
  const found: number[] = [];
  for (let i = best; i !== -1; i = previous[i - first] as number)
    if (isCounted(plan[i] as PlanNode)) found.push(i);
  return found.reverse();
}
