import type { Step } from '../model/nodes.ts';
import { distancesOf, refineColours } from './colours.ts';
import { matchKeys } from './match-keys.ts';
import { eachNeighbour, type Shape } from './shape.ts';

/** Which step of one workflow is which of the other. -1: none. */
export interface StepMatch {
  readonly toAfter: Int32Array;
  readonly toBefore: Int32Array;
  /** Some step goes by the same key on both sides, so keys are names, and a changed one was renamed. */
  readonly keysKept: boolean;
}

type Numbers = ArrayLike<number>;

/**
 * Steps are matched by key; the others by what they are and where they stand: type, config and neighbours. Each pass is
 * linear in steps and edges, and there is a fixed number of them.
 */
export function matchSteps(before: Shape, after: Shape): StepMatch {
  const toAfter = new Int32Array(before.steps.length).fill(-1);
  const toBefore = new Int32Array(after.steps.length).fill(-1);
  const pairs: number[] = [];
  let work = MAX_WORK;
  const match = (i: number, j: number): void => {
    toAfter[i] = j;
    toBefore[j] = i;
    pairs.push(i);
  };
  const freeBefore = (i: number): boolean => toAfter[i] === -1;
  const freeAfter = (j: number): boolean => toBefore[j] === -1;

  matchKeys(before, after, true, freeBefore, freeAfter, match);
  const kept = pairs.length;
  const isDone = (): boolean => pairs.length === Math.min(before.steps.length, after.steps.length);
  const result = { toAfter, toBefore, keysKept: kept > 0 };
  if (isDone()) return result;
  const regenerated = kept * 2 < Math.min(before.steps.length, after.steps.length);

  /** From pairs to the neighbours that look alike. With ties, those that cannot be told apart are paired as they come. */
  const propagate = (from: number, left: Numbers, right: Numbers, ties: boolean, accept: (i: number, j: number) => boolean = always): void => {
    for (let at = from; at < pairs.length && work > 0; at++) {
      const i = pairs[at] as number;
      work -= degreeOf(before, i) + degreeOf(after, toAfter[i] as number);
      for (const forward of [true, false]) {
        const groups = new Map<string, [Set<number>, Set<number>]>();
        collect(before, i, forward, left, freeBefore, groups, 0);
        if (groups.size === 0) continue;
        collect(after, toAfter[i] as number, forward, right, freeAfter, groups, 1);
        for (const [ours, theirs] of groups.values()) {
          if (!ties && (ours.size !== 1 || theirs.size !== 1)) continue;
          const others = theirs.values();
          for (const step of ours) {
            const other = others.next().value;
            if (other === undefined) break;
            // Two edges of different types may lead to one neighbour.
            if (freeBefore(step) && freeAfter(other) && accept(step, other)) match(step, other);
          }
        }
      }
    }
  };
  const settle = (left: Numbers, right: Numbers, ties: boolean): void => {
    for (let round = 0, found = -1; round < ROUNDS && found !== pairs.length; round++) {
      found = pairs.length;
      propagate(0, left, right, ties);
    }
  };
  /** Steps of a colour that is theirs alone, or, with ties, of one that as many have on the other side. */
  const matchAlike = (left: Numbers, right: Numbers, ties: boolean, accept: (i: number, j: number) => boolean = always): void => {
    for (const [ours, theirs] of groupAlike(left, right, freeBefore, freeAfter)) {
      if (ties ? ours.length !== theirs.length : ours.length !== 1 || theirs.length !== 1) continue;
      let next = 0;
      for (const i of ours) {
        if (!freeBefore(i)) continue;
        while (next < theirs.length && !freeAfter(theirs[next] as number)) next++;
        const j = theirs[next];
        if (j === undefined) break;
        const from = pairs.length;
        if (accept(i, j)) match(i, j);
        if (ties) propagate(from, left, right, true);
      }
    }
  };

  const starts = startsOf(before, after, toAfter);
  const distances = distancesOf(before, after);
  const far = refineColours(before, starts[0], distances);
  const farAfter = refineColours(after, starts[1], distances);
  for (const [k, colours] of far.entries()) {
    const others = farAfter[k];
    if (others === undefined) continue;
    matchAlike(colours, others, false);
    settle(before.contents, after.contents, false);
    if (isDone()) return result;
  }
  if (regenerated) matchAlike(before.contents, after.contents, false);
  settle(before.contents, after.contents, false);
  for (const [k, colours] of far.entries()) {
    const others = farAfter[k];
    if (others === undefined) continue;
    settle(colours, others, true);
    matchAlike(colours, others, true);
  }
  settle(before.contents, after.contents, true);
  if (isDone()) return result;
  const alike = (i: number, j: number): boolean => areAlike(before, after, i, j);
  propagate(0, before.types, after.types, false, regenerated ? always : alike);
  // A workflow has one trigger, whatever it is called and listens to.
  matchAlike(before.types, after.types, false, (i, j) => before.steps[i]?.type === 'trigger' || (regenerated && alike(i, j)));
  propagate(0, before.types, after.types, false, regenerated ? always : alike);
  matchKeys(before, after, false, freeBefore, freeAfter, match);
  return result;
}

const ROUNDS = 3;
// Neighbours looked at, over all passes together.
const MAX_WORK = 6_000_000;
const always = (): boolean => true;

function collect(
  shape: Shape,
  at: number,
  forward: boolean,
  colours: Numbers,
  isFree: (index: number) => boolean,
  groups: Map<string, [Set<number>, Set<number>]>,
  side: 0 | 1,
): void {
  eachNeighbour(shape, shape.steps[at] as Step, forward, ({ index }, edge) => {
    if (!isFree(index)) return;
    const look = `${shape.edgeTypes[edge.index]} ${colours[index]}`;
    let group = groups.get(look);
    if (group === undefined) {
      if (side === 1) return;
      groups.set(look, (group = [new Set(), new Set()]));
    }
    group[side].add(index);
  });
}

function degreeOf({ graph, steps }: Shape, index: number): number {
  const step = steps[index] as Step;
  return 1 + graph.outgoing(step).length + graph.incoming(step).length;
}

function groupAlike(
  left: Numbers,
  right: Numbers,
  freeBefore: (i: number) => boolean,
  freeAfter: (j: number) => boolean,
): Iterable<readonly [readonly number[], readonly number[]]> {
  const groups = new Map<number, [number[], number[]]>();
  const add = (colour: number, index: number, side: 0 | 1): void => {
    const group = groups.get(colour);
    if (group !== undefined) group[side].push(index);
    else groups.set(colour, side === 0 ? [[index], []] : [[], [index]]);
  };
  for (let i = 0; i < left.length; i++) if (freeBefore(i)) add(left[i] as number, i, 0);
  for (let j = 0; j < right.length; j++) if (freeAfter(j)) add(right[j] as number, j, 1);
  return groups.values();
}

/** Where colours start: steps that are matched already are told apart from all others, but not from their match. */
function startsOf(before: Shape, after: Shape, toAfter: Int32Array): readonly [number[], number[]] {
  const left = [...before.contents];
  const right = [...after.contents];
  for (const [i, j] of toAfter.entries()) if (j !== -1) left[i] = right[j] = -1 - i;
  return [left, right];
}

/** At least half of the fields are the same. */
function areAlike(before: Shape, after: Shape, i: number, j: number): boolean {
  const [left, right] = [before.fields[i], after.fields[j]];
  if (left === undefined || right === undefined) return false;
  let same = 0;
  let all = 0;
  for (const [path, { id }] of left) {
    if (path === '/type') continue;
    all++;
    if (right.get(path)?.id === id) same++;
  }
  for (const path of right.keys()) if (path !== '/type' && !left.has(path)) all++;
  return same * 2 >= all && same > 0;
}
