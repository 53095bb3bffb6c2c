import { createExclusions, type Exclusions } from '../conditions/exclusions.ts';
import { negate, type PathConstraint } from '../conditions/path-constraints.ts';
import { type EmailPlan, mostEmailsWithin, type PlanNode } from './email-plan.ts';
import type { TimeSpan } from './flow.ts';

/** Emails that one contact can get within a window, in order of time. */
export type EmailBurst<E> = readonly BurstEmail<E>[];

export interface BurstEmail<E> extends TimeSpan {
  /** Position of the email's plan among the given plans. */
  readonly plan: number;
  readonly email: E;
}

interface TimedEmail extends TimeSpan {
  readonly plan: number;
}

interface EmailBursts<E> {
  readonly bursts: readonly EmailBurst<E>[];
  /** The work reached its limit, so later bursts may be missing. */
  readonly isCut: boolean;
}

// Each attempt drops one side of a conflict. After these attempts a window is taken to have no burst.
const MAX_ATTEMPTS = 32;
// Plans and constraints looked at in all attempts: the limit grows with the emails, so the time does not grow faster.
const BASE_WORK = 400;
const WORK_PER_EMAIL = 2;

/**
 * The windows of `within` seconds in which one contact, started in all plans at one moment, can get more than `limit`
 * emails, the earliest first; of overlapping windows only the first. Counts no email that may be outside of the window,
 * and no two emails that cannot go to the same contact.
 * @param exclusions Given when most plans are the same in several calls.
 */
export function findEmailBursts<E>(
  plans: readonly EmailPlan<E>[],
  within: number,
  limit: number,
  exclusions = createExclusions(),
): EmailBursts<E> {
  const timed = timedEmails(plans, within);
  if (timed.length <= limit) return { bursts: [], isCut: false };
  const ends = Float64Array.from(timed, ({ max }) => max).sort();
  const bursts: EmailBurst<E>[] = [];
  const work = { left: BASE_WORK + WORK_PER_EMAIL * timed.length };
  let coveredUntil = Number.NEGATIVE_INFINITY;
  let ended = 0;
  for (const [first, { min }] of timed.entries()) {
    if (min === timed[first - 1]?.min) continue;
    const window = { min, max: min + within };
    while (ended < ends.length && (ends[ended] as number) <= window.max) ended++;
    // An upper bound: emails that end in time, less those that start too early.
    if (ended - first <= limit) continue;
    if (min > coveredUntil) {
      const candidates = new Set<number>();
      for (let i = first; i < timed.length && (timed[i] as TimedEmail).min <= window.max; i++)
        candidates.add((timed[i] as TimedEmail).plan);
      const burst = burstWithin(plans, candidates, window, limit, exclusions, work);
      if (work.left < 0) break;
      if (burst === undefined) continue;
      bursts.push(burst);
    }
    coveredUntil = ends[ended - 1] as number;
  }
  return { bursts, isCut: work.left < 0 };
}

/** All emails whose uncertainty fits into the window, by their earliest time. */
function timedEmails<E>(plans: readonly EmailPlan<E>[], within: number): readonly TimedEmail[] {
  const timed: TimedEmail[] = [];
  for (const [plan, nodes] of plans.entries()) {
    for (const { email, min, max } of nodes)
      if (email !== undefined && max - min <= within) timed.push({ plan, min, max });
  }
  return timed.sort((a, b) => a.min - b.min);
}

/** Emails that one contact can get within the window, or `undefined` when they do not exceed the limit. */
function burstWithin<E>(
  plans: readonly EmailPlan<E>[],
  candidates: ReadonlySet<number>,
  window: TimeSpan,
  limit: number,
  exclusions: Exclusions,
  work: { left: number },
): EmailBurst<E> | undefined {
  const attempts: (readonly PathConstraint[])[] = [[]];
  const withoutAssumptions = new Map<number, readonly number[]>();
  for (let i = 0; i < Math.min(attempts.length, MAX_ATTEMPTS); i++) {
    const assumed = attempts[i] as readonly PathConstraint[];
    const isAllowed = ({ constraints }: PlanNode<E>) =>
      !constraints.some((one) => assumed.some((other) => exclusions.excludes(one, other)));
    const burst: BurstEmail<E>[] = [];
    const constraints: PathConstraint[] = [];
    for (const plan of candidates) {
      const nodes = plans[plan] as EmailPlan<E>;
      const most = withoutAssumptions.get(plan);
      // Most plans are the same under all assumptions.
      const positions =
        most !== undefined && nodes.every(isAllowed)
          ? most
          : mostEmailsWithin(nodes, window, isAllowed);
      if (i === 0) withoutAssumptions.set(plan, positions);
      for (const position of positions) {
        const { min, max, ...node } = nodes[position] as PlanNode<E>;
        burst.push({ plan, email: node.email as E, min, max });
        constraints.push(...node.constraints);
      }
    }
    work.left -= candidates.size + constraints.length;
    if (work.left < 0) return undefined;
    if (burst.length <= limit) continue;
    const conflict = exclusions.findConflict(constraints);
    if (conflict === undefined) return burst.sort((a, b) => a.min - b.min || a.plan - b.plan);
    for (const assumption of resolutionsOf(conflict)) attempts.push([...assumed, ...assumption]);
  }
  return undefined;
}

/** Assumptions without the conflict. Each contact satisfies at least one of them. */
function resolutionsOf(
  conflict: readonly PathConstraint[],
): readonly (readonly PathConstraint[])[] {
  const negated = conflict.map(negate);
  // Of two contradictory constraints either one holds or none.
  return conflict.length === 2
    ? [...conflict.map((side) => [side]), negated]
    : negated.map((one) => [one]);
}
