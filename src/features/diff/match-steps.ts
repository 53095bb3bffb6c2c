import { addTo, groupBy } from '../../core/model/groups.ts';
import type { Step } from '../../core/model/nodes.ts';
import type { Fields } from './fields.ts';
import { pairUp } from './pairs.ts';
import { neighboursOf, numberOf, type Shape } from './shape.ts';

/** The matching step of the other workflow, by position. -1: none. */
export interface StepMatch {
  readonly toAfter: Int32Array;
  readonly toBefore: Int32Array;
  /** Some step has the same key on both sides and none is renumbered: keys are not generated, and a changed key is a rename. */
  readonly keysKept: boolean;
}

/** A number for each step of the two workflows: equal where steps and what surrounds them look the same. */
type Colours = readonly [readonly number[], readonly number[]];

const ROUNDS = 3;
// Visited neighbours, over all passes together.
const MAX_WORK = 6_000_000;
// Steps and edges whose colours are refined.
const MAX_REFINED = 500_000;
const always = (_i: number, _j: number): boolean => true;

/**
 * Steps are matched by key; the others by type, config and neighbours. Each pass is
 * linear in steps and edges, and there is a fixed number of them.
 */
export function matchSteps(before: Shape, after: Shape): StepMatch {
  const toAfter = new Int32Array(before.steps.length).fill(-1);
  const toBefore = new Int32Array(after.steps.length).fill(-1);
  const contents: Colours = [before.contents, after.contents];
  const types: Colours = [before.types, after.types];
  const pairs: number[] = [];
  let work = MAX_WORK;
  const shifted = shiftedKeys(before, after);
  const match = (i: number, j: number): void => {
    toAfter[i] = j;
    toBefore[j] = i;
    pairs.push(i);
  };
  const freeBefore = (i: number): boolean => toAfter[i] === -1;
  const freeAfter = (j: number): boolean => toBefore[j] === -1;
  const matchKeys = (prefixOf: (step: Step) => string): void => {
    const left = before.steps.filter(({ index }) => freeBefore(index));
    const right = after.steps.filter(({ index }) => freeAfter(index));
    const named = (step: Step, name: string | undefined): string | undefined =>
      name === undefined || shifted.has(name) ? undefined : prefixOf(step) + name;
    const { pairs: found } = pairUp(left, right, [
      (step) => named(step, step.key),
      (step, isBefore) => named(step, isBefore ? step.alias : step.key),
      (step, isBefore) => named(step, isBefore ? step.key : step.alias),
    ]);
    for (const [step, other] of found) match(step.index, other.index);
  };

  matchKeys(({ type }) => `${type} `);
  const kept = pairs.length;
  const most = Math.min(before.steps.length, after.steps.length);
  const isDone = (): boolean => pairs.length === most;
  const result = { toAfter, toBefore, keysKept: kept > 0 && shifted.size === 0 };
  if (isDone()) return result;
  const regenerated = kept * 2 < most;

  /** Matches equal neighbours of pairs. With ties, indistinguishable ones are paired in order. */
  const propagate = (
    from: number,
    [left, right]: Colours,
    ties: boolean,
    accept = always,
  ): void => {
    for (let at = from; at < pairs.length && work > 0; at++) {
      const i = pairs[at] as number;
      const j = toAfter[i] as number;
      for (const forward of [true, false]) {
        const [near, far] = [neighboursOf(before, i, forward), neighboursOf(after, j, forward)];
        work -= 1 + near.length + far.length;
        const ours = groupBy(
          near.filter(({ index }) => freeBefore(index)),
          ({ index, type }) => `${type} ${left[index]}`,
        );
        if (ours.size === 0) continue;
        const theirs = groupBy(
          far.filter(({ index }) => freeAfter(index)),
          ({ index, type }) => `${type} ${right[index]}`,
        );
        for (const [look, group] of ours) {
          // Several edges may lead to one step.
          const steps = new Set(group.map(({ index }) => index));
          const rivals = new Set(theirs.get(look)?.map(({ index }) => index));
          if (!ties && (steps.size !== 1 || rivals.size !== 1)) continue;
          const others = rivals.values();
          for (const step of steps) {
            const other = others.next().value;
            if (other === undefined) break;
            if (freeBefore(step) && freeAfter(other) && accept(step, other)) match(step, other);
          }
        }
      }
    }
  };
  const settle = (colours: Colours, ties: boolean): void => {
    for (let round = 0, found = -1; round < ROUNDS && found !== pairs.length; round++) {
      found = pairs.length;
      propagate(0, colours, ties);
    }
  };
  /** Steps with a unique colour, or, with ties, with a colour that equally many have on the other side. */
  const matchAlike = (colours: Colours, ties: boolean, accept = always): void => {
    const theirs = groupBy([...toBefore.keys()].filter(freeAfter), (j) => colours[1][j]);
    const ours = groupBy([...toAfter.keys()].filter(freeBefore), (i) => colours[0][i]);
    for (const [colour, group] of ours) {
      const rivals = theirs.get(colour) ?? [];
      if (rivals.length !== group.length || (!ties && group.length !== 1)) continue;
      let next = 0;
      for (const i of group) {
        if (!freeBefore(i)) continue;
        while (next < rivals.length && !freeAfter(rivals[next] as number)) next++;
        // Each match takes one of both groups.
        const j = rivals[next] as number;
        const from = pairs.length;
        if (accept(i, j)) match(i, j);
        if (ties) propagate(from, colours, true);
      }
    }
  };

  const refined = refineColours([before, after], startsOf(contents, toAfter));
  for (const colours of refined) {
    matchAlike(colours, false);
    settle(contents, false);
    if (isDone()) return result;
  }
  if (regenerated) matchAlike(contents, false);
  settle(contents, false);
  for (const colours of refined) {
    settle(colours, true);
    matchAlike(colours, true);
  }
  settle(contents, true);
  if (isDone()) return result;
  const alike = (i: number, j: number): boolean =>
    areAlike(before.fields[i] as Fields, after.fields[j] as Fields);
  const accept = regenerated ? always : alike;
  propagate(0, types, false, accept);
  // A workflow has one trigger, with any key and event.
  const isStart = (i: number): boolean => before.steps[i]?.spec.event === 'starts';
  matchAlike(types, false, (i, j) => isStart(i) || (regenerated && alike(i, j)));
  propagate(0, types, false, accept);
  matchKeys(() => '');
  return result;
}

/** Keys as an export numbers them: `step_1`, `step_2`. */
const NUMBERED = /^(.*?)(\d{1,9})$/s;

/**
 * The keys that an insertion or a removal has renumbered. In the order of their numbers, more steps have equal content at the start
 * and at the end than under the same key.
 */
function shiftedKeys(before: Shape, after: Shape): ReadonlySet<string> {
  const [then, now] = [numberedSteps(before), numberedSteps(after)];
  const shifted = new Set<string>();
  for (const [prefix, left] of then) {
    const right = now.get(prefix) ?? [];
    const byKey = new Map(right.map(({ key, content }) => [key, content]));
    const shared = left.filter(({ key }) => byKey.has(key));
    const kept = shared.filter(({ key, content }) => byKey.get(key) === content).length;
    // Otherwise a changed number is a rename.
    if (kept === shared.length) continue;
    const most = Math.min(left.length, right.length);
    const same = (i: number, j: number): boolean => left[i]?.content === right[j]?.content;
    let start = 0;
    while (start < most && same(start, start)) start++;
    let end = 0;
    while (end < most - start && same(left.length - 1 - end, right.length - 1 - end)) end++;
    if (start + end > kept) for (const { key } of [...left, ...right]) shifted.add(key);
  }
  return shifted;
}

interface NumberedStep {
  readonly key: string;
  readonly number: number;
  readonly content: number;
}

function numberedSteps({ steps, contents }: Shape): ReadonlyMap<string, readonly NumberedStep[]> {
  const groups = new Map<string, NumberedStep[]>();
  for (const { key = '', index } of steps) {
    const [, prefix, number] = NUMBERED.exec(key) ?? [];
    const content = contents[index] as number;
    if (prefix !== undefined) addTo(groups, prefix, { key, number: Number(number), content });
  }
  for (const group of groups.values()) group.sort((a, b) => a.number - b.number);
  return groups;
}

/** Initial colours: matched steps differ from all others except their match. */
function startsOf([before, after]: Colours, toAfter: Int32Array): Colours {
  const [left, right] = [[...before], [...after]];
  for (const [i, j] of toAfter.entries()) if (j !== -1) left[i] = right[j] = -1 - i;
  return [left, right];
}

/**
 * Colour refinement: the colour of a step is joined with those of its neighbours, repeatedly. Returns the colours that no further
 * iteration would refine, then those of short distances, the furthest first.
 */
function refineColours(shapes: readonly [Shape, Shape], starts: Colours): readonly Colours[] {
  const near: Colours[] = [];
  let colours = starts;
  let work = MAX_REFINED;
  for (let size = -1, distance = 1; work > 0 || distance <= 2; distance++) {
    const numbers = new Map<string, number>();
    colours = shapes.map((shape, side) =>
      refine(shape, colours[side] as readonly number[], numbers),
    ) as unknown as Colours;
    if (distance <= 2) near.unshift(colours);
    else if (numbers.size === size) break;
    size = numbers.size;
    for (const { workflow } of shapes) work -= workflow.steps.length + workflow.edges.length;
  }
  return [colours, ...near];
}

function refine(
  shape: Shape,
  colours: readonly number[],
  numbers: Map<string, number>,
): readonly number[] {
  return colours.map((colour, index) => {
    const [out, into] = [true, false].map((forward) =>
      neighboursOf(shape, index, forward)
        .map((neighbour) => `${neighbour.type} ${colours[neighbour.index]}`)
        .sort()
        .join(),
    );
    return numberOf(`${colour}>${out}<${into}`, numbers);
  });
}

/** At least half of the fields are the same. */
function areAlike(before: Fields, after: Fields): boolean {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => path !== '/type',
  );
  const same = paths.filter((path) => before.get(path)?.meaning === after.get(path)?.meaning);
  return same.length * 2 >= paths.length && same.length > 0;
}
