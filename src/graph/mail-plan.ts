import { atTime, type Given, givenBy, sameGiven } from '../model/given.ts';
import type { Step } from '../model/nodes.ts';
import type { Flow } from './flow.ts';

/**
 * A mail at a time, or a place where ways meet. Small and free of steps, so that facts may keep it. `mail` is what the
 * caller made of the send_email step; `undefined` where ways meet.
 */
export interface PlanNode<M> {
  readonly mail: M | undefined;
  /** Earliest and latest, in seconds after the trigger. They differ only after an answer that a timeout bounds. */
  readonly least: number;
  readonly greatest: number;
  /** The nodes a contact may come from: positions in the plan, all smaller than its own. */
  readonly before: readonly number[];
  /** What is known of every contact who gets here. */
  readonly given: readonly Given[];
}

/** What one contact may be sent, and when: every path through the nodes is what a contact on some path of the workflow gets. */
export type MailPlan<M> = readonly PlanNode<M>[];

// Beyond these the plan ends: it then knows of fewer mails than there are, and never of one too many.
const MAX_TIMES_A_STEP = 32;
const MAX_NODES = 500;
const MAX_WAYS = 10_000;
const MAX_GIVEN = 16;
const NONE: readonly never[] = [];

/** A way to reach a step: when, past which node (-1: none yet), and what that tells of the contact. */
interface Way {
  readonly least: number;
  readonly greatest: number;
  readonly node: number;
  readonly given: readonly Given[];
}

/**
 * Unfolds a flow by time: a step that is reached after 1 hour on one path and after 2 days on another becomes two nodes.
 * What lies behind a length without a bound is left out, for nothing can be said of when it is sent.
 */
export function planMails<M>(flow: Flow, describe: (step: Step) => M): MailPlan<M> {
  const { graph, starts, order } = flow;
  const plan: PlanNode<M>[] = [];
  const ways: Way[][] = new Array(graph.workflow.steps.length);
  let left = MAX_WAYS;
  for (const start of starts) ways[start.index] = [{ least: 0, greatest: 0, node: -1, given: NONE }];
  for (const step of order) {
    const arrivals = ways[step.index];
    if (arrivals === undefined) continue;
    const mail = step.type === 'send_email' ? describe(step) : undefined;
    const [only] = arrivals;
    const departures =
      arrivals.length > 1 || only === undefined ? joinWays(arrivals, mail, plan) : mail === undefined ? arrivals : [passMail(only, mail, plan)];
    left -= departures.length * graph.outgoing(step).length;
    if (plan.length > MAX_NODES || left < 0) break;
    for (const edge of graph.outgoing(step)) {
      const time = flow.span(edge);
      if (time === undefined) continue;
      const told = givenBy(step, edge);
      const { index } = graph.target(edge) as Step;
      const there = (ways[index] ??= []);
      for (const way of departures) {
        const greatest = way.greatest + time.greatest;
        if (greatest === Number.POSITIVE_INFINITY) continue;
        const given = told.length === 0 ? way.given : learn(way, told);
        there.push({ least: way.least + time.least, greatest, node: way.node, given });
      }
    }
  }
  return plan;
}

/** What is known of a contact who learns more at a time. */
export function learn({ given, least, greatest }: Pick<Way, 'given' | 'least' | 'greatest'>, told: readonly Given[]): readonly Given[] {
  if (given.length === 0 && told.length <= MAX_GIVEN && told.every(({ lasts }) => lasts)) return told;
  const time = `${least} to ${greatest}`;
  return [...given, ...told.map((one) => atTime(one, time))].slice(0, MAX_GIVEN);
}

/** What `joinWays` makes of a single way, as most are. */
function passMail<M>({ least, greatest, node, given }: Way, mail: M, plan: PlanNode<M>[]): Way {
  return { least, greatest, node: plan.push({ mail, least, greatest, before: node === -1 ? NONE : [node], given }) - 1, given };
}

/** Ways of one time become one way, past a new node where there is a mail or where they come from different nodes. */
function joinWays<M>(ways: Way[], mail: M | undefined, plan: PlanNode<M>[]): Way[] {
  ways.sort((a, b) => a.least - b.least || a.greatest - b.greatest || a.node - b.node);
  const joined: Way[] = [];
  for (let i = 0; i < ways.length && joined.length < MAX_TIMES_A_STEP; ) {
    const { least, greatest, given: first } = ways[i] as Way;
    const before: number[] = [];
    let given = first;
    for (let way = ways[i]; way !== undefined && way.least === least && way.greatest === greatest; way = ways[++i]) {
      if (way.node !== -1 && way.node !== before.at(-1)) before.push(way.node);
      if (way.given !== given) given = given.filter((one) => (way as Way).given.some((other) => sameGiven(one, other)));
    }
    let node = before[0] ?? -1;
    if (mail !== undefined || before.length > 1) node = plan.push({ mail, least, greatest, before, given }) - 1;
    joined.push({ least, greatest, node, given });
  }
  return joined;
}

/**
 * The most mails that one contact can get and that are all within the window for certain, as positions in the plan, in order.
 * @param allowed Says which nodes the contact may come through.
 */
export function mostWithin<M>(plan: MailPlan<M>, from: number, to: number, allowed: (node: PlanNode<M>) => boolean): readonly number[] {
  const counts = new Int32Array(plan.length);
  const previous = new Int32Array(plan.length).fill(-1);
  const counted = (node: PlanNode<M>): boolean => node.mail !== undefined && node.least >= from && node.greatest <= to;
  let best = -1;
  for (const [i, node] of plan.entries()) {
    if (!allowed(node)) continue;
    for (const other of node.before) {
      if ((counts[other] as number) <= (counts[i] as number)) continue;
      counts[i] = counts[other] as number;
      previous[i] = other;
    }
    if (counted(node)) (counts[i] as number)++;
    if ((counts[i] as number) > (best === -1 ? 0 : (counts[best] as number))) best = i;
  }
  const found: number[] = [];
  for (let i = best; i !== -1; i = previous[i] as number) if (counted(plan[i] as PlanNode<M>)) found.push(i);
  return found.reverse();
}
