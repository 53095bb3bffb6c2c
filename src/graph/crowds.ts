import { type Given, oppositeOf } from '../model/given.ts';
import { createExclusions, type Exclusions } from './exclusions.ts';
import { type MailPlan, mostWithin, type PlanNode } from './mail-plan.ts';

/** Mails that one contact can get within a window, in order of time; `plan` says whose each is. */
export type Crowd<M> = readonly CrowdMail<M>[];

export interface CrowdMail<M> {
  /** Position of its plan among those given. */
  readonly plan: number;
  readonly mail: M;
  readonly least: number;
  readonly greatest: number;
}

interface Timed {
  readonly plan: number;
  readonly least: number;
  readonly greatest: number;
}

interface Window {
  readonly from: number;
  readonly to: number;
}

// Each try sides with one of two givens that exclude each other; more than this and nothing is claimed.
const MAX_TRIES = 32;

/**
 * The windows of `within` seconds in which one contact, started in all the plans at one moment, can get more than `max`
 * mails, the earliest first. Of windows that run into each other only the first. Never a mail that is not certain to be
 * within the window, if it is sent, nor two that the conditions before them keep from reaching the same contact.
 */
export function findCrowds<M>(plans: readonly MailPlan<M>[], within: number, max: number): readonly Crowd<M>[] {
  const timed = timedMails(plans, within);
  if (timed.length <= max) return [];
  const ends = Float64Array.from(timed, ({ greatest }) => greatest).sort();
  const crowds: Crowd<M>[] = [];
  const exclusions = createExclusions();
  let crowdedUntil = Number.NEGATIVE_INFINITY;
  let ended = 0;
  for (const [first, { least: from }] of timed.entries()) {
    if (from === timed[first - 1]?.least) continue;
    const to = from + within;
    while (ended < ends.length && (ends[ended] as number) <= to) ended++;
    // All that end by then but for those that began too early: an upper bound, exclusive branches not yet thought of.
    if (ended - first <= max) continue;
    if (from > crowdedUntil) {
      const candidates = new Set<number>();
      for (let i = first; i < timed.length && (timed[i] as Timed).least <= to; i++) candidates.add((timed[i] as Timed).plan);
      const crowd = crowdWithin(plans, candidates, { from, to }, max, exclusions);
      if (crowd === undefined) continue;
      crowds.push(crowd);
    }
    crowdedUntil = ends[ended - 1] as number;
  }
  return crowds;
}

/** All mails whose time is known well enough to fit into the window, by their earliest time. */
function timedMails<M>(plans: readonly MailPlan<M>[], within: number): readonly Timed[] {
  const timed: Timed[] = [];
  for (const [plan, nodes] of plans.entries()) {
    for (const { mail, least, greatest } of nodes) if (mail !== undefined && greatest - least <= within) timed.push({ plan, least, greatest });
  }
  return timed.sort((a, b) => a.least - b.least);
}

/** A crowd of mails that one contact can get, or `undefined` when they are too few. */
function crowdWithin<M>(
  plans: readonly MailPlan<M>[],
  candidates: ReadonlySet<number>,
  window: Window,
  max: number,
  exclusions: Exclusions,
): Crowd<M> | undefined {
  const tries: (readonly Given[])[] = [[]];
  for (let i = 0; i < Math.min(tries.length, MAX_TRIES); i++) {
    const assumed = tries[i] as readonly Given[];
    const allowed = ({ given }: PlanNode<M>) => !given.some((one) => assumed.some((other) => exclusions.excludes(one, other)));
    const chosen: (CrowdMail<M> & { readonly given: readonly Given[] })[] = [];
    for (const plan of candidates) {
      for (const position of mostWithin(plans[plan] as MailPlan<M>, window.from, window.to, allowed)) {
        const { mail, least, greatest, given } = (plans[plan] as MailPlan<M>)[position] as PlanNode<M> & { readonly mail: M };
        chosen.push({ plan, mail, least, greatest, given });
      }
    }
    if (chosen.length <= max) continue;
    const conflict = exclusions.findConflict(chosen.flatMap(({ given }) => given));
    if (conflict !== undefined) for (const more of waysOut(conflict)) tries.push([...assumed, ...more]);
    else return chosen.sort((a, b) => a.least - b.least || a.plan - b.plan).map(({ given: _, ...mail }) => mail);
  }
  return undefined;
}

/** What to assume so that the conflict is gone, one thing or another of which is true of every contact. */
function waysOut(conflict: readonly Given[]): readonly (readonly Given[])[] {
  const without = conflict.map(oppositeOf);
  // Of two that exclude each other one holds, and all else that excludes it goes, or neither.
  return conflict.length === 2 ? [...conflict.map((side) => [side]), without] : without.map((one) => [one]);
}
