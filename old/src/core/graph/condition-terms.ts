import { type Dnf, requireBy, restrict } from '../conditions/dnf.ts';
import type { Atoms, Literal } from '../conditions/literals.ts';
import { leavesOf } from '../model/condition.ts';
import { eventNameOf } from '../model/config.ts';
import { changesByUpdate, mayWrite } from '../model/contact.ts';
import type { Edge, Step } from '../model/nodes.ts';
import { isCondition, isWait } from '../model/step-type.ts';
import type { Graph } from './graph.ts';
import type { LocatedCondition } from './reads.ts';

// The limit on comparisons grows with the workflow. Beyond it, fewer conclusions are drawn.
const BUDGET = 200_000;
const BUDGET_PER_STEP = 1000;

export const budgetFor = ({ workflow }: Graph): number =>
  BUDGET + BUDGET_PER_STEP * workflow.steps.length;

/** The two sides of a condition. */
export interface Branches<T = Dnf> {
  readonly met: T;
  readonly notMet: T;
}

/** The side of an edge, if it has one. */
export function branchOf<T>({ type }: Edge, branches: Branches<T> | undefined): T | undefined {
  if (type === 'condition_met') return branches?.met;
  return type === 'condition_not_met' ? branches?.notMet : undefined;
}

/** Whether two comparisons of the rule use one field. */
export function repeatsField({ tree }: LocatedCondition): boolean {
  const leaves = leavesOf(tree.root);
  return new Set(leaves.map(({ field }) => field)).size < leaves.length;
}

export const usesAny = (
  { tree }: LocatedCondition,
  fields: ReadonlySet<string | undefined>,
): boolean => leavesOf(tree.root).some(({ field }) => fields.has(field));

/** Fields that two or more conditions use. */
export function sharedFields(rules: readonly LocatedCondition[]): ReadonlySet<string | undefined> {
  const owners = new Map<string, Step>();
  const shared = new Set<string | undefined>();
  for (const { step, tree } of rules) {
    if (!isCondition(step)) continue;
    for (const { field } of leavesOf(tree.root)) {
      if (field === undefined) continue;
      const owner = owners.get(field);
      if (owner === undefined) owners.set(field, step);
      else if (owner !== step) shared.add(field);
    }
  }
  return shared;
}

/** Only the literals on shared fields. The others do not affect later conditions. */
export function restrictToShared(
  { met, notMet }: Branches,
  step: Step,
  shared: ReadonlySet<string | undefined>,
  atoms: Atoms,
): Branches {
  const isShared = (literal: Literal): boolean => shared.has(atoms.atom(literal).field);
  return {
    met: requireBy(restrict(met, isShared, atoms), step.index),
    notMet: requireBy(restrict(notMet, isShared, atoms), step.index),
  };
}

/** Whether a step changes nothing and takes no time. */
export const preservesAll = ({ spec }: Step): boolean =>
  spec.time === 'none' && !spec.hasSideEffect;

/**
 * Whether a comparison still holds after a step. A contact may change during delays, waits and unknown steps, and by
 * updates. Payloads do not change, but a wait adds a new one.
 */
export function isPreservedBy(literal: Literal, step: Step, atoms: Atoms): boolean {
  if (isOfEvent(literal, atoms)) return true;
  const { field } = atoms.atom(literal);
  const isAwaited = field.startsWith(AWAITED);
  const { effects, time } = step.spec;
  if (effects.unknown) return false;
  if (isAwaited) return !isWait(step) || !mayBringAnew(step, field);
  if (time !== 'none') return false;
  return effects.writes.length > 0 ? !mayWrite(step, field) : changesByUpdate(field);
}

/** Whether the field is of the event that a wait awaits. */
function mayBringAnew(wait: Step, field: string): boolean {
  const event = eventNameOf(wait);
  return event === undefined || field.startsWith(`${AWAITED}${event}.`);
}

const AWAITED = 'wait_events.';

/** Whether a comparison reads the event that started the run. */
export const isOfEvent = (literal: Literal, atoms: Atoms): boolean =>
  atoms.atom(literal).field.startsWith('event.');
