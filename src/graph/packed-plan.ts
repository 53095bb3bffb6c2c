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
  subject: typeof subject === 'string' && maybeUuid(key) ? subject : '',
});

/** The plan of what one event starts, in few objects: facts keep one of every workflow, and it is the number of objects that costs. */
export interface PackedPlan {
  readonly event: string;
  readonly mails: number;
  /** Of each node: least, greatest, how many nodes come before it, and which; position of its step and lengths of its texts, or -1. */
  readonly numbers: readonly number[];
  /** Of each mail: its key and its subject. */
  readonly text: string;
  /** Of each node; absent when nothing is given anywhere. */
  readonly given: readonly (readonly Given[])[] | undefined;
}

export function packPlan(event: string, plan: MailPlan<PlannedMail>): PackedPlan {
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const { mail, least, greatest, before } of plan) {
    numbers.push(least, greatest, before.length, ...before);
    if (mail === undefined) numbers.push(-1);
    else addMail(mail, numbers, texts);
  }
  return {
    event,
    mails: texts.length / 2,
    numbers,
    text: texts.join(''),
    given: plan.some(({ given }) => given.length > 0) ? plan.map(({ given }) => given) : undefined,
  };
}

function addMail({ index, key, subject }: PlannedMail, numbers: number[], texts: string[]): void {
  numbers.push(index, key.length, subject.length);
  texts.push(key, subject);
}

/**
 * Whether more than `max` mails of the plans may fall within one window: a quick look at their times alone, which spares most
 * plans a closer one. Never says no where that one would find such a window.
 */
export function mayCrowd(plans: readonly PackedPlan[], within: number, max: number): boolean {
  let mails = 0;
  for (const plan of plans) mails += plan.mails;
  if (mails <= max) return false;
  const starts: number[] = [];
  for (const { numbers } of plans) {
    for (let at = 0; at < numbers.length; ) {
      const least = numbers[at] as number;
      const fits = (numbers[at + 1] as number) - least <= within;
      at += 3 + (numbers[at + 2] as number);
      if (numbers[at] !== -1 && fits) starts.push(least);
      at += numbers[at] === -1 ? 1 : 3;
    }
  }
  // Those of one plan mostly come in order already.
  if (starts.some((start, i) => i > 0 && start < (starts[i - 1] as number))) starts.sort((a, b) => a - b);
  for (let i = max; i < starts.length; i++) if ((starts[i] as number) - (starts[i - max] as number) <= within) return true;
  return false;
}

const NONE: readonly never[] = [];
// What is larger is not worth a walk that may be in vain.
const MAX_STEPS = 100;

/**
 * The plan of a small workflow whose ways never meet, read off in one walk, as most can be: the same that `planMails` makes.
 * `undefined` where ways do meet, or lead back.
 */
export function packTree(event: string, graph: Graph, trigger: Step): PackedPlan | undefined {
  const { steps } = graph.workflow;
  if (steps.length > MAX_STEPS || !graph.hasUniqueKeys) return undefined;
  const numbers: number[] = [];
  const texts: string[] = [];
  const seen: boolean[] = new Array(steps.length);
  seen[trigger.index] = true;
  let given: (readonly Given[])[] | undefined;
  const queue: Visit[] = [{ step: trigger, least: 0, greatest: 0, node: -1, given: NONE }];
  for (let next = 0; next < queue.length; next++) {
    const visit = queue[next] as Visit;
    const { step, least, greatest } = visit;
    let { node } = visit;
    if (step.type === 'send_email') {
      if (node === -1) numbers.push(least, greatest, 0);
      else numbers.push(least, greatest, 1, node);
      node = texts.length / 2;
      addMail(plannedMail(step), numbers, texts);
      if (visit.given.length > 0 && given === undefined) given = new Array<readonly Given[]>(node).fill(NONE);
      given?.push(visit.given);
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
      if (seen[target.index] === true || time.greatest === Number.POSITIVE_INFINITY) return undefined;
      seen[target.index] = true;
      const told = branches === undefined ? NONE : givenOn(edge, branches);
      const known = told.length === 0 ? visit.given : learn(visit, told);
      queue.push({ step: target, least: least + time.least, greatest: greatest + time.greatest, node, given: known });
    }
  }
  // Cut to what is there: arrays that were added to have room to spare.
  return { event, mails: texts.length / 2, numbers: numbers.slice(), text: texts.join(''), given };
}

/** A step, and how a contact got there. */
interface Visit {
  readonly step: Step;
  readonly least: number;
  readonly greatest: number;
  /** The mail before it, -1 for none. */
  readonly node: number;
  readonly given: readonly Given[];
}

export function unpackPlan({ numbers, text, given }: PackedPlan): MailPlan<PlannedMail> {
  const plan: PlanNode<PlannedMail>[] = [];
  let at = 0;
  let read = 0;
  const take = (): number => numbers[at++] as number;
  const takeText = (): string => text.slice(read, (read += take()));
  while (at < numbers.length) {
    const [least, greatest] = [take(), take()];
    const before = Array.from({ length: take() }, take);
    const index = take();
    const mail = index === -1 ? undefined : { index, key: takeText(), subject: takeText() };
    plan.push({ mail, least, greatest, before, given: given?.[plan.length] ?? [] });
  }
  return plan;
}
