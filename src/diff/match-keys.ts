import type { Step } from '../model/nodes.ts';
import type { Shape } from './shape.ts';

/** By key, then by the second name of a step that has two. Steps of another type only when nothing else is left for them. */
export function matchKeys(
  before: Shape,
  after: Shape,
  sameType: boolean,
  freeBefore: (i: number) => boolean,
  freeAfter: (j: number) => boolean,
  match: (i: number, j: number) => void,
): void {
  for (const [mine, yours] of NAMES) {
    const byName = new Map<string, number[]>();
    // From behind, so that the first of equal ones is taken first.
    for (let j = after.steps.length - 1; j >= 0; j--) {
      const name = yours(after.steps[j] as Step);
      if (name === undefined || !freeAfter(j)) continue;
      const group = byName.get(name);
      if (group === undefined) byName.set(name, [j]);
      else group.push(j);
    }
    for (let i = 0; i < before.steps.length; i++) {
      const name = mine(before.steps[i] as Step);
      if (name === undefined || !freeBefore(i)) continue;
      const group = byName.get(name);
      const j = group?.at(-1);
      if (group === undefined || j === undefined || (sameType && before.types[i] !== after.types[j])) continue;
      group.pop();
      match(i, j);
    }
  }
}

const keyOf = ({ key }: Step): string | undefined => key;
const aliasOf = ({ alias }: Step): string | undefined => alias;
const NAMES = [
  [keyOf, keyOf],
  [aliasOf, keyOf],
  [keyOf, aliasOf],
] as const;
