import { type Given, givenByBranches, givenOn } from '../model/given.ts';
import { maybeUuid } from '../model/label.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { readClock, spanOf } from './flow.ts';
import type { Graph } from './graph.ts';
import { learn, type MailPlan, type PlanNode } from './mail-plan.ts';
import { treeOf } from './reads.ts';

/** A mail of a plan: the send_email step by its position and key, and its subject where the key does not say enough. */
export interface PlannedMail {
  readonly index: number;
  readonly key: string;
  readonly subject: string;
}

/** What a plan keeps of a send_email step. */
export const plannedMail = ({ index, key = '', config: { subject } }: Step): PlannedMail => ({
  index,
  key,
  subject: maybeUuid(key) && typeof subject === 'string' ? subject : '',
});

/**
 * The plan of what one event starts, in two lists: facts keep one of every workflow, and it is the number of objects that costs.
 * The texts: the event, of each mail its key and subject, of each given its rule, and its field where it has one. The numbers: how
 * many mails there are, and of each node: least, greatest, how many nodes come before it and how many givens there are, those
 * nodes, 0 or 1 more than the position of its step, and of each given its flags.
 */
export type PackedPlan = readonly [texts: readonly string[], numbers: readonly number[]];

const HOLDS = 1;
const LASTS = 2;
const HAS_FIELD = 4;
// More than any node has givens.
const BEFORE = 64;

export const eventOf = ([[event]]: PackedPlan): string => event as string;
export const mailsOf = ([, [mails]]: PackedPlan): number => mails as number;

export function packPlan(event: string, plan: MailPlan<PlannedMail>): PackedPlan {
  const [texts, numbers]: [string[], number[]] = [[event], [0]];
  for (const { mail, least, greatest, before, given } of plan) {
    numbers.push(least, greatest, BEFORE * before.length + given.length, ...before);
    if (mail === undefined) numbers.push(0);
    else {
      (numbers[0] as number)++;
      numbers.push(mail.index + 1);
      texts.push(mail.key, mail.subject);
    }
    for (const one of given) {
      texts.push(one.rule);
      if (one.field !== undefined) texts.push(one.field);
      numbers.push(flagsOf(one));
    }
  }
  return [texts, numbers];
}

const flagsOf = ({ holds, lasts, field }: Given): number => (holds ? HOLDS : 0) + (lasts ? LASTS : 0) + (field === undefined ? 0 : HAS_FIELD);

/**
 * Whether more than `max` mails of the plans may fall within one window: a quick look at their times alone, which spares most
 * plans a closer one. Never says no where that one would find such a window.
 */
export function mayCrowd(plans: readonly PackedPlan[], within: number, max: number): boolean {
  let mails = 0;
  for (const plan of plans) mails += mailsOf(plan);
  if (mails <= max) return false;
  const starts: number[] = [];
  for (const plan of plans) addStarts(plan, within, starts);
  // Those of one plan mostly come in order already.
  if (starts.some((start, i) => i > 0 && start < (starts[i - 1] as number))) starts.sort((a, b) => a - b);
  for (let i = max; i < starts.length; i++) if ((starts[i] as number) - (starts[i - max] as number) <= within) return true;
  return false;
}

/** The earliest times of the mails whose time is known well enough to fit into a window. */
function addStarts([, numbers]: PackedPlan, within: number, starts: number[]): void {
  for (let at = 1; at < numbers.length; ) {
    const least = numbers[at] as number;
    const fits = (numbers[at + 1] as number) - least <= within;
    const links = numbers[at + 2] as number;
    at += 3 + Math.floor(links / BEFORE);
    if (numbers[at] !== 0 && fits) starts.push(least);
    at += 1 + (links % BEFORE);
  }
}

const NONE: readonly never[] = [];
// What is larger is not worth a walk that may be in vain.
const MAX_STEPS = 100;

// The steps to go on from, and how a contact got to each. One set for all walks: each is over before the next begins.
const SCRATCH = {
  queue: new Array<Step | undefined>(MAX_STEPS),
  least: new Float64Array(MAX_STEPS),
  greatest: new Float64Array(MAX_STEPS),
  /** The mail before it, -1 for none. */
  nodes: new Int32Array(MAX_STEPS),
  givens: new Array<readonly Given[]>(MAX_STEPS),
  seen: new Uint8Array(MAX_STEPS),
};

/**
 * The plan of a small workflow whose ways never meet, read off in one walk, as most can be: the same that `planMails` makes.
 * `undefined` where ways do meet, or lead back.
 */
export function packTree(event: string, graph: Graph, trigger: Step): PackedPlan | undefined {
  const { steps } = graph.workflow;
  if (steps.length > MAX_STEPS || !graph.hasUniqueKeys) return undefined;
  // With room for the usual plan, so that they need not grow.
  const mails = graph.ofType('send_email').length;
  const texts = new Array<string>(1 + 2 * mails);
  const numbers = new Array<number>(5 * mails);
  texts[0] = event;
  let [written, told, count] = [1, 1, 0];
  const { queue, least, greatest, nodes, givens } = SCRATCH;
  const seen = SCRATCH.seen.fill(0, 0, steps.length);
  seen[trigger.index] = 1;
  queue[0] = trigger;
  least[0] = 0;
  greatest[0] = 0;
  nodes[0] = -1;
  givens[0] = NONE;
  for (let next = 0, end = 1; next < end; next++) {
    const step = queue[next] as Step;
    const given = givens[next] as readonly Given[];
    let node = nodes[next] as number;
    if (step.type === 'send_email') {
      const mail = plannedMail(step);
      numbers[written++] = least[next] as number;
      numbers[written++] = greatest[next] as number;
      numbers[written++] = (node === -1 ? 0 : BEFORE) + given.length;
      if (node !== -1) numbers[written++] = node;
      numbers[written++] = mail.index + 1;
      texts[told++] = mail.key;
      texts[told++] = mail.subject;
      for (const one of given) {
        texts[told++] = one.rule;
        if (one.field !== undefined) texts[told++] = one.field;
        numbers[written++] = flagsOf(one);
      }
      node = count++;
    }
    const edges = graph.outgoing(step);
    const clock = edges.length > 0 ? readClock(step) : undefined;
    const tree = step.type === 'condition' ? treeOf(graph, step) : undefined;
    const branches = tree === undefined ? undefined : givenByBranches(tree);
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i] as Edge;
      const target = graph.target(edge) as Step;
      const time = spanOf(step, edge, clock);
      if (time === undefined) continue;
      // Behind a length without a bound nothing can be said, yet a way that meets others there keeps them from being told apart.
      if (seen[target.index] === 1 || time.greatest === Number.POSITIVE_INFINITY) return undefined;
      seen[target.index] = 1;
      const learned = branches === undefined ? NONE : givenOn(edge, branches);
      const [from, to] = [least[next] as number, greatest[next] as number];
      queue[end] = target;
      least[end] = from + time.least;
      greatest[end] = to + time.greatest;
      nodes[end] = node;
      givens[end] = learned.length === 0 ? given : learn({ given, least: from, greatest: to }, learned);
      end++;
    }
  }
  numbers[0] = count;
  if (numbers.length > written) numbers.length = written;
  if (texts.length > told) texts.length = told;
  return [texts, numbers];
}

export function unpackPlan([texts, numbers]: PackedPlan): MailPlan<PlannedMail> {
  const plan: PlanNode<PlannedMail>[] = [];
  let at = 1;
  let read = 1;
  const take = (): number => numbers[at++] as number;
  const takeText = (): string => texts[read++] as string;
  const takeGiven = (): Given => {
    const flags = take();
    const given = { rule: takeText(), holds: (flags & HOLDS) !== 0, lasts: (flags & LASTS) !== 0 };
    return flags >= HAS_FIELD ? { ...given, field: takeText() } : given;
  };
  while (at < numbers.length) {
    const [least, greatest, links] = [take(), take(), take()];
    const before = Array.from({ length: Math.floor(links / BEFORE) }, take);
    const index = take() - 1;
    const mail = index === -1 ? undefined : { index, key: takeText(), subject: takeText() };
    plan.push({ mail, least, greatest, before, given: Array.from({ length: links % BEFORE }, takeGiven) });
  }
  return plan;
}
