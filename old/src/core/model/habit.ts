import { groupBy, scopeOf } from './groups.ts';
import { quote } from './label.ts';
import type { Place, WorkflowRef } from './nodes.ts';
import type { Target } from './place.ts';

/** A fault that a workflow has in many places, each with a name. */
interface HabitUse {
  readonly name: string;
  readonly at: Target | Place;
}

const SHOWN = 2;

/**
 * One finding for all names of a workflow. Its fingerprint has only the rule and the workflow, so that a corrected name leaves the
 * rest accepted; `names` tells which ones were.
 */
export function describeHabit<U extends HabitUse>(workflow: WorkflowRef, uses: readonly U[]) {
  const byName = groupBy(uses, ({ name }) => name);
  const names = [...byName.keys()];
  // The places of one name are together.
  const [first, ...others] = [...byName.values()].flat() as [U, ...U[]];
  return {
    at: first.at,
    related: others.map(({ name, at }) => ({
      at,
      message: names.length === 1 ? 'also here' : `also ${quote(name)}`,
    })),
    names,
    fingerprintKey: { names: scopeOf(workflow) },
  };
}

/** `"plan", "name" and 3 more`. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => quote(name));
  const more = names.length - shown.length;
  return more === 0 ? shown.join(' and ') : `${shown.join(', ')} and ${more} more`;
}
