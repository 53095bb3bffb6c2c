import { createExclusions, type Exclusions } from '../conditions/exclusions.ts';
import { negate, type PathConstraint } from '../conditions/path-constraints.ts';
import { groupBy } from '../model/groups.ts';
import {
  type EmailPlan,
  mostEmailsWithin,
  type PlanNode,
  type PlannedEmail,
} from './email-plan.ts';
import type { TimeRange } from './flow.ts';

/** Emails that one contact can get within a window, in order of time. */
export type EmailBurst = readonly BurstEmail[];

export interface BurstEmail extends TimeRange {
  /** Position of the email's plan among the given plans. */
  readonly plan: number;
  readonly email: PlannedEmail;
}

/** Searches the plans that an event starts at one moment. */
interface BurstSearch {
  /**
   * The windows in which one contact, started in all plans, can get more emails than the limit, the earliest first; of
   * overlapping windows only the first. Counts no email that may be outside of the window, and no two emails that cannot
   * go to the same contact.
   * @param added Position of one more plan in which the contact is: each burst then has emails of it.
   */
  find(added?: number): readonly EmailBurst[];
  /** Whether emails of this burst are left out, because their constraints were not compared. */
  isPart(burst: EmailBurst): boolean;
  /** The work reached its limit, so bursts may be missing. */
  isCut(): boolean;
}

// Plans looked at, under each assumption. The limit grows with the plans, so that time stays proportional to them.
const BASE_WORK = 20_000;
const WORK_PER_PLAN = 100;

/**
 * @param started The number of plans in which the contact is at any rate; the others follow them.
 * @param within The length of a window, in seconds.
 * @param limit The most emails in a window that are no burst.
 */
export function createBurstSearch(
  plans: readonly EmailPlan[],
  started: number,
  within: number,
  limit: number,
): BurstSearch {
  const exclusions = createExclusions();
  const left = BASE_WORK + WORK_PER_PLAN * plans.length;
  const unique = new Map<PlanNode, readonly PathConstraint[]>();
  const constraintsOf = (node: PlanNode): readonly PathConstraint[] => {
    const known = unique.get(node) ?? node.constraints.map(exclusions.unique);
    unique.set(node, known);
    return known;
  };
  const windows = new Map<number, Candidate[]>();
  const parts = new Set<EmailBurst>();
  const search: Search = { plans, constraintsOf, within, limit, windows, left, exclusions, parts };
  const timed = plans.map((plan, i) => timedEmails(plan, i, within));
  const together = timed.slice(0, started).flat().sort(byTime);
  return {
    find(added) {
      if (added === undefined) return findBursts(together, undefined, search);
      const own = timed[added] as readonly TimedEmail[];
      return findBursts([...together, ...own].sort(byTime), own, search);
    },
    isPart: (burst) => search.parts.has(burst),
    isCut: () => search.left < 0 || exclusions.isExhausted(),
  };
}

interface Search {
  readonly plans: readonly EmailPlan[];
  /** One object for all equal constraints. */
  constraintsOf(node: PlanNode): readonly PathConstraint[];
  readonly within: number;
  readonly limit: number;
  /** By the start of a window, then by plan. */
  readonly windows: Map<number, Candidate[]>;
  left: number;
  readonly exclusions: Exclusions;
  readonly parts: Set<EmailBurst>;
}

interface TimedEmail extends TimeRange {
  readonly plan: number;
}

/** The emails of a plan whose uncertainty fits into the window. */
function timedEmails(nodes: EmailPlan, plan: number, within: number): readonly TimedEmail[] {
  const timed: TimedEmail[] = [];
  for (const { email, min, max } of nodes)
    if (email !== undefined && max - min <= within) timed.push({ plan, min, max });
  return timed;
}

const byTime = (a: TimeRange, b: TimeRange): number => a.min - b.min;

/** @param own emails of the plan that each burst has emails of, if there is one. */
function findBursts(
  timed: readonly TimedEmail[],
  own: readonly TimedEmail[] | undefined,
  search: Search,
): readonly EmailBurst[] {
  const { within, limit } = search;
  const bursts: EmailBurst[] = [];
  const ends = Float64Array.from(timed, ({ max }) => max).sort();
  let coveredUntil = Number.NEGATIVE_INFINITY;
  let ended = 0;
  let failedAt = 0;
  for (const [first, { min }] of timed.entries()) {
    const window = { min, max: min + within };
    while ((ends[ended] as number) <= window.max) ended++;
    // An upper bound: emails that end in time, less those that start too early.
    if (ended - first <= limit) continue;
    // All of these emails were in an earlier window without a burst.
    if (ended === failedAt) continue;
    if (own?.some((one) => one.min >= min && one.max <= window.max) === false) continue;
    if (min > coveredUntil) {
      const inWindow = new Set<number>();
      for (let i = first; i < timed.length && (timed[i] as TimedEmail).min <= window.max; i++)
        inWindow.add((timed[i] as TimedEmail).plan);
      const burst = burstWithin(inWindow, window, own?.[0]?.plan, search);
      if (search.left < 0) break;
      if (burst === undefined) {
        failedAt = ended;
        continue;
      }
      bursts.push(burst);
    }
    coveredUntil = ends[ended - 1] as number;
  }
  return bursts;
}

/** A plan in a window, and the positions of the most emails that a contact can get from it. */
interface Candidate {
  readonly plan: number;
  /** These have no constraints. */
  readonly isFree: boolean;
  readonly most: readonly number[];
}

function candidateOf(nodes: EmailPlan, plan: number, window: TimeRange): Candidate {
  const most = mostEmailsWithin(nodes, window, () => true);
  const isFree = most.every((position) => (nodes[position] as PlanNode).constraints.length === 0);
  return { plan, isFree, most };
}

/** Emails that one contact can get within the window, or `undefined` when they do not exceed the limit. */
function burstWithin(
  inWindow: ReadonlySet<number>,
  window: TimeRange,
  required: number | undefined,
  search: Search,
): EmailBurst | undefined {
  search.left -= inWindow.size;
  const known = search.windows.get(window.min) ?? [];
  search.windows.set(window.min, known);
  const candidates = Array.from(inWindow, (plan): Candidate => {
    const nodes = search.plans[plan] as EmailPlan;
    return (known[plan] ??= candidateOf(nodes, plan, window));
  });
  if (candidates.reduce((sum, { most }) => sum + most.length, 0) <= search.limit) return undefined;
  const rank = ({ plan, isFree }: Candidate): number => (plan === required ? 2 : isFree ? 1 : 0);
  const ranked = groupBy(candidates, rank);
  const ordered = [2, 1, 0].flatMap((each) => ranked.get(each) ?? []);
  const burst =
    chooseTogether(ordered, window, search) ?? searchTogether(candidates, window, search);
  return burst?.sort((a, b) => a.min - b.min || a.plan - b.plan);
}

interface Chosen {
  readonly emails: readonly BurstEmail[];
  readonly constraints: readonly PathConstraint[];
}

/** The most emails of a plan that contacts can get who satisfy the assumptions. */
function choose(
  { plan, most }: Candidate,
  window: TimeRange,
  assumed: ReadonlySet<PathConstraint>,
  { plans, constraintsOf, exclusions: { excludes } }: Search,
): Chosen {
  const nodes = plans[plan] as EmailPlan;
  const isExcluded = (one: PathConstraint): boolean => {
    if (assumed.has(one)) return false;
    for (const other of assumed) if (excludes(one, other)) return true;
    return false;
  };
  const isAllowed = (node: PlanNode): boolean => !constraintsOf(node).some(isExcluded);
  const isSame = most.every((position) => isAllowed(nodes[position] as PlanNode));
  const positions = isSame ? most : mostEmailsWithin(nodes, window, isAllowed);
  const chosen = positions.map((position) => nodes[position] as PlanNode);
  return {
    emails: chosen.map(({ email, min, max }) => ({ plan, email: email as PlannedEmail, min, max })),
    constraints: chosen.flatMap(constraintsOf),
  };
}

/** Takes the emails of one plan after the other, less those that earlier ones exclude. Fast, but it may miss a burst. */
function chooseTogether(
  candidates: readonly Candidate[],
  window: TimeRange,
  search: Search,
): BurstEmail[] | undefined {
  const { limit, exclusions } = search;
  const burst: BurstEmail[] = [];
  const assumed = new Set<PathConstraint>();
  for (const candidate of candidates) {
    const { emails, constraints } = choose(candidate, window, assumed, search);
    const added = [...new Set(constraints)].filter((one) => !assumed.has(one));
    // With many constraints, emails are counted only up to the limit.
    if (burst.length > limit && assumed.size + added.length > 8) {
      search.parts.add(burst);
      break;
    }
    // No contact takes such a path.
    if (added.some((one) => added.some((other) => exclusions.excludes(one, other)))) continue;
    for (const one of added) assumed.add(one);
    for (const email of emails) burst.push(email);
  }
  return burst.length > limit && exclusions.findConflict(assumed) === undefined ? burst : undefined;
}

interface Attempt {
  readonly assumed: ReadonlySet<PathConstraint>;
  readonly candidates: readonly Candidate[];
}

/** Drops the sides of a conflict one by one. */
function searchTogether(
  candidates: readonly Candidate[],
  window: TimeRange,
  search: Search,
): BurstEmail[] | undefined {
  const attempts: Attempt[] = [{ assumed: new Set(), candidates }];
  for (const { assumed, candidates } of attempts) {
    search.left -= candidates.length * (1 + assumed.size);
    if (search.left < 0) return undefined;
    const chosen = candidates
      .map((candidate) => ({ candidate, ...choose(candidate, window, assumed, search) }))
      .filter(({ emails }) => emails.length > 0);
    const burst = chosen.flatMap(({ emails }) => emails);
    if (burst.length <= search.limit) continue;
    const constraints = new Set(chosen.flatMap((each) => each.constraints));
    const conflict = search.exclusions.findConflict(constraints);
    if (conflict === undefined) return burst;
    // Further assumptions add no emails.
    const remaining = chosen.map(({ candidate }) => candidate);
    for (const assumption of resolutionsOf(conflict, constraints))
      attempts.push({ assumed: new Set([...assumed, ...assumption]), candidates: remaining });
  }
  return undefined;
}

/** Assumptions without the conflict. Each contact satisfies at least one of them. */
function resolutionsOf(
  conflict: readonly PathConstraint[],
  constraints: ReadonlySet<PathConstraint>,
): readonly (readonly PathConstraint[])[] {
  const [{ field }, other] = conflict as [PathConstraint, PathConstraint?];
  // A field has one value: one of those that constraints name, or another.
  const sides =
    field !== undefined && field === other?.field
      ? [...constraints].filter((one) => one.field === field)
      : conflict;
  const negated = sides.map(negate);
  // Of two contradictory constraints at most one holds.
  return conflict.length === 2
    ? [...sides.map((one) => [one]), negated]
    : negated.map((one) => [one]);
}
