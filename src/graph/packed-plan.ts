import type { Given } from '../model/given.ts';
import type { MailPlan, PlanNode } from './mail-plan.ts';

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
