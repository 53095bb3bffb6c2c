import { STEP_TYPES } from '../model/config.ts';
import type { Edge, Step } from '../model/nodes.ts';

// What a graph looks steps and edges up in.

/** Keys and the steps they resolve to; `unique` when every step has a key of its own. */
export function indexSteps(steps: readonly Step[]): { readonly index: ReadonlyMap<string, Step>; readonly unique: boolean } {
  const index = new Map<string, Step>();
  let aliased = false;
  // Backwards, so that the first bearer of a key is the one that stays.
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i] as Step;
    if (step.key === undefined) continue;
    index.set(step.key, step);
    if (step.alias !== undefined) aliased = true;
  }
  const unique = index.size === steps.length;
  // The alpha sometimes gives a step both an id and a ref: edges may use either, the key proper comes first.
  if (aliased) {
    for (const step of steps) if (step.alias !== undefined && !index.has(step.alias)) index.set(step.alias, step);
  }
  return { index, unique };
}

export const lookUp = (index: ReadonlyMap<string, Step>, key: string | undefined): Step | undefined => (key === undefined ? undefined : index.get(key));

/** The steps of each known type, by its position among them. */
export function groupByType(steps: readonly Step[]): (Step[] | undefined)[] {
  const groups: (Step[] | undefined)[] = new Array(STEP_TYPES.length);
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i] as Step;
    const at = positionOf(step.type);
    if (at === -1) continue;
    const group = groups[at];
    if (group === undefined) groups[at] = [step];
    else group.push(step);
  }
  return groups;
}

// Known types are told apart by identity, which is faster than a Map.
export function positionOf(type: string | undefined): number {
  for (let i = 0; i < STEP_TYPES.length; i++) if (STEP_TYPES[i] === type) return i;
  return -1;
}

export function groupByTarget(edges: readonly Edge[], sources: readonly (Step | undefined)[], targets: readonly (Step | undefined)[], count: number): Edge[][] {
  const groups: Edge[][] = new Array(count);
  for (const edge of edges) {
    const target = targets[edge.index];
    if (target === undefined || sources[edge.index] === undefined) continue;
    const list = groups[target.index];
    if (list === undefined) groups[target.index] = [edge];
    else list.push(edge);
  }
  return groups;
}
