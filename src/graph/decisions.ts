import { leavesOf, type RuleTree } from '../model/condition.ts';
import { eventNameOf } from '../model/config.ts';
import { changesByUpdate, mayWrite } from '../model/contact.ts';
import type { Step } from '../model/nodes.ts';
import { ascribe, type Cubes, keep } from './cubes.ts';
import type { Graph } from './graph.ts';
import type { Atoms, Literal } from './literals.ts';

// Where the comparing of comparisons ends, by the size of a workflow: of one built to exceed it, less is said.
const WORK = 200_000;
const WORK_PER_STEP = 1000;
const MAX_WORK = 3_000_000;

export const workFor = ({ workflow }: Graph): number => Math.min(WORK + WORK_PER_STEP * workflow.steps.length, MAX_WORK);

/** Fields that two or more conditions speak of. */
export function sharedFields(trees: ReadonlyMap<Step, RuleTree>, graph: Graph): ReadonlySet<string | undefined> {
  const owners = new Map<string, Step>();
  const shared = new Set<string | undefined>();
  if (trees.size < 2) return shared;
  for (const [step, { root }] of trees) {
    if (step.type !== 'condition' || graph.isDuplicate(step)) continue;
    for (const { field } of leavesOf(root)) {
      if (field === undefined) continue;
      const owner = owners.get(field);
      if (owner === undefined) owners.set(field, step);
      else if (owner !== step) shared.add(field);
    }
  }
  return shared;
}

/** What a condition tells of the fields that others speak of: the rest decides nothing later and is not carried along. */
export function relevant(cubes: Cubes, step: Step, shared: ReadonlySet<string | undefined>, atoms: Atoms): Cubes {
  const wanted = (literal: Literal): boolean => shared.has(atoms.atom(literal).field);
  return ascribe(keep(cubes, wanted, atoms), step.index);
}

const KEEPS_ALL: ReadonlySet<string | undefined> = new Set(['trigger', 'condition']);
// They take no time, and send what they say or say where the contact belongs.
const AT_ONCE: ReadonlySet<string | undefined> = new Set(['send_email', 'add_to_segment']);

/** Whether all that is known before the step is as true after it. */
export const keepsAll = ({ type }: Step): boolean => KEEPS_ALL.has(type);

/**
 * Whether a comparison is as true after a step. A contact may change at delays, waits and steps nobody knows, and by updates.
 * Payloads stay as they are, but a wait brings a new one.
 */
export function outlasts(literal: Literal, step: Step, atoms: Atoms): boolean {
  if (isOfEvent(literal, atoms)) return true;
  const { field } = atoms.atom(literal);
  const isAwaited = field.startsWith(AWAITED);
  if (AT_ONCE.has(step.type)) return isAwaited || changesByUpdate(field);
  if (step.type === 'contact_update') return isAwaited || !mayWrite(step, field);
  if (!isAwaited) return false;
  if (step.type === 'delay') return true;
  const event = step.type === 'wait_for_event' ? eventNameOf(step) : undefined;
  return event !== undefined && !field.startsWith(`${AWAITED}${event}.`);
}

const AWAITED = 'wait_events.';

/** Whether a comparison speaks of the event that started the run. */
export const isOfEvent = (literal: Literal, atoms: Atoms): boolean => atoms.atom(literal).field.startsWith('event.');
