import type { RuleTree } from '../model/condition.ts';
import { type Given, givenBy } from '../model/given.ts';
import type { Step } from '../model/nodes.ts';
import { spanOf } from './flow.ts';
import type { Graph } from './graph.ts';
import { learn, type MailPlan, type PlanNode } from './mail-plan.ts';
import { rulesOf } from './reads.ts';

/** A mail of a plan: the send_email step by its position and key, and its name where the key does not say enough. */
export interface PlannedMail {
  readonly index: number;
  readonly key: string;
  readonly name?: string;
}

/** A plan in few objects: facts keep one of every workflow, and it is the number of objects that costs. */
export interface PackedPlan {
  /** Of each node: least, greatest, position of its step or -1, how many nodes come before it, and which. */
  readonly numbers: readonly number[];
  /** Of each mail: its key, and its name or nothing. */
  readonly texts: readonly string[];
  /** Absent when nothing is given anywhere. */
  readonly given: readonly (readonly Given[])[] | undefined;
}

export function packPlan(plan: MailPlan<PlannedMail>): PackedPlan {
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const { mail, least, greatest, before } of plan) {
    numbers.push(least, greatest, mail?.index ?? -1, before.length);
    for (const node of before) numbers.push(node);
    if (mail !== undefined) texts.push(mail.key, mail.name ?? '');
  }
  return { numbers, texts, given: plan.some(({ given }) => given.length > 0) ? plan.map(({ given }) => given) : undefined };
}

/**
 * Whether more than `max` mails of the plans may fall within one window: a quick look at their times alone, which spares most
 * plans a closer one. Never says no where that one would find such a window.
 */
export function mayCrowd(plans: readonly PackedPlan[], within: number, max: number): boolean {
  const starts: number[] = [];
  for (const { numbers } of plans) {
    for (let at = 0; at < numbers.length; at += 4 + (numbers[at + 3] as number)) {
      const [least, greatest] = [numbers[at] as number, numbers[at + 1] as number];
      if (numbers[at + 2] !== -1 && greatest - least <= within) starts.push(least);
    }
  }
  starts.sort((a, b) => a - b);
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
export function packTree(graph: Graph, trigger: Step, describe: (step: Step) => PlannedMail): PackedPlan | undefined {
  const { steps } = graph.workflow;
  if (steps.length > MAX_STEPS || !graph.hasUniqueKeys) return undefined;
  const numbers: number[] = [];
  const texts: string[] = [];
  const seen = new Uint8Array(steps.length);
  seen[trigger.index] = 1;
  let given: (readonly Given[])[] | undefined;
  const queue: Visit[] = [{ step: trigger, least: 0, greatest: 0, node: -1, given: NONE }];
  for (const visit of queue) {
    const { step, least, greatest } = visit;
    let { node } = visit;
    if (step.type === 'send_email') {
      const { index, key, name = '' } = describe(step);
      if (node === -1) numbers.push(least, greatest, index, 0);
      else numbers.push(least, greatest, index, 1, node);
      node = texts.length / 2;
      texts.push(key, name);
      if (visit.given.length > 0 && given === undefined) given = new Array<readonly Given[]>(node).fill(NONE);
      given?.push(visit.given);
    }
    for (const edge of graph.outgoing(step)) {
      const target = graph.target(edge) as Step;
      const time = spanOf(step, edge);
      if (time === undefined) continue;
      // Behind a length without a bound nothing can be said, yet a way that meets others there keeps them from being told apart.
      if (seen[target.index] === 1 || time.greatest === Number.POSITIVE_INFINITY) return undefined;
      seen[target.index] = 1;
      const told = step.type === 'condition' ? givenBy(step, edge, treeOf(graph, step)) : NONE;
      const known = told.length === 0 ? visit.given : learn(visit, told);
      queue.push({ step: target, least: least + time.least, greatest: greatest + time.greatest, node, given: known });
    }
  }
  return { numbers, texts, given };
}

const treeOf = (graph: Graph, condition: Step): RuleTree | undefined => rulesOf(graph).find(({ step }) => step === condition)?.tree;

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
    const mail = index === -1 ? undefined : { index, key: texts[text++] as string, ...nameIn(texts[text++]) };
    plan.push({ mail, least, greatest, before: numbers.slice(at - count, at), given: given?.[plan.length] ?? [] });
  }
  return plan;
}

const nameIn = (name: string | undefined): { name?: string } => (name ? { name } : {});
