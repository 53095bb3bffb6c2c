import { type Given, givenBy } from '../model/given.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { spanOf } from './flow.ts';
import type { Graph } from './graph.ts';
import { learn, type MailPlan, type PlanNode } from './mail-plan.ts';
import { treeOf } from './reads.ts';

/** A mail of a plan: the send_email step by its position and key, and its subject where the key does not say enough. */
export interface PlannedMail {
  readonly index: number;
  readonly key: string;
  readonly subject: string;
}

/** The plan of what one event starts, in few objects: facts keep one of every workflow, and it is the number of objects that costs. */
export interface PackedPlan {
  readonly event: string;
  /** Of each node: least, greatest, position of its step or -1, how many nodes come before it, and which. */
  readonly numbers: readonly number[];
  /** Of each mail: its key and its subject. */
  readonly texts: readonly string[];
  /** Of each node; absent when nothing is given anywhere. */
  readonly given: readonly (readonly Given[])[] | undefined;
}

export function packPlan(event: string, plan: MailPlan<PlannedMail>): PackedPlan {
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const { mail, least, greatest, before } of plan) {
    numbers.push(least, greatest, mail?.index ?? -1, before.length);
    for (const node of before) numbers.push(node);
    if (mail !== undefined) texts.push(mail.key, mail.subject);
  }
  return { event, numbers, texts, given: plan.some(({ given }) => given.length > 0) ? plan.map(({ given }) => given) : undefined };
}

/**
 * Whether more than `max` mails of the plans may fall within one window: a quick look at their times alone, which spares most
 * plans a closer one. Never says no where that one would find such a window.
 */
export function mayCrowd(plans: readonly PackedPlan[], within: number, max: number): boolean {
  let mails = 0;
  for (const { texts } of plans) mails += texts.length / 2;
  if (mails <= max) return false;
  const starts: number[] = [];
  for (const { numbers } of plans) {
    for (let at = 0; at < numbers.length; at += 4 + (numbers[at + 3] as number)) {
      const least = numbers[at] as number;
      if (numbers[at + 2] !== -1 && (numbers[at + 1] as number) - least <= within) starts.push(least);
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
export function packTree(event: string, graph: Graph, trigger: Step, describe: (step: Step) => PlannedMail): PackedPlan | undefined {
  // With one way at most into each step, and none into the first, no way meets another and none leads back.
  if (graph.workflow.steps.length > MAX_STEPS || !graph.hasUniqueKeys || graph.incoming(trigger).length > 0) return undefined;
  const numbers: number[] = [];
  const texts: string[] = [];
  let given: (readonly Given[])[] | undefined;
  const queue: Visit[] = [{ step: trigger, least: 0, greatest: 0, node: -1, given: NONE }];
  for (let next = 0; next < queue.length; next++) {
    const visit = queue[next] as Visit;
    const { step, least, greatest } = visit;
    let { node } = visit;
    if (step.type === 'send_email') {
      const { index, key, subject } = describe(step);
      if (node === -1) numbers.push(least, greatest, index, 0);
      else numbers.push(least, greatest, index, 1, node);
      node = texts.length / 2;
      texts.push(key, subject);
      if (visit.given.length > 0 && given === undefined) given = new Array<readonly Given[]>(node).fill(NONE);
      given?.push(visit.given);
    }
    const edges = graph.outgoing(step);
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i] as Edge;
      const target = graph.target(edge) as Step;
      const time = spanOf(step, edge);
      if (time === undefined) continue;
      // Behind a length without a bound nothing can be said, yet a way that meets others there keeps them from being told apart.
      if (graph.incoming(target).length > 1 || time.greatest === Number.POSITIVE_INFINITY) return undefined;
      const told = step.type === 'condition' ? givenBy(step, edge, treeOf(graph, step)) : NONE;
      const known = told.length === 0 ? visit.given : learn(visit, told);
      queue.push({ step: target, least: least + time.least, greatest: greatest + time.greatest, node, given: known });
    }
  }
  return { event, numbers, texts, given };
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

export function unpackPlan({ numbers, texts, given }: PackedPlan): MailPlan<PlannedMail> {
  const plan: PlanNode<PlannedMail>[] = [];
  let text = 0;
  for (let at = 0; at < numbers.length; ) {
    const [least, greatest, index, count] = numbers.slice(at, at + 4) as [number, number, number, number];
    at += 4 + count;
    const mail = index === -1 ? undefined : { index, key: texts[text++] as string, subject: texts[text++] as string };
    plan.push({ mail, least, greatest, before: numbers.slice(at - count, at), given: given?.[plan.length] ?? [] });
  }
  return plan;
}
