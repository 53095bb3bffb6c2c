import { addTo, groupBy } from '../../core/model/groups.ts';
import type { Step } from '../../core/model/nodes.ts';
import type { Fields } from './fields.ts';
import { pairUp } from './pairs.ts';
import { neighboursOf, type Shape } from './shape.ts';

/** The matching step of the other workflow, by position. -1: none. */
export interface StepMatch {
  readonly toAfter: Int32Array;
  readonly toBefore: Int32Array;
  /** Some step has the same key on both sides and none is renumbered: keys are not generated, and a changed key is a rename. */
  readonly keysKept: boolean;
}

/** The pairs that were found so far. */
interface Matching extends StepMatch {
  readonly before: Shape;
  readonly after: Shape;
  /** Positions in `before`, in the order in which they were matched. */
  readonly pairs: number[];
}

/** Steps are matched by key, then by equal type and content, then by their place beside a matched step. */
export function matchSteps(before: Shape, after: Shape): StepMatch {
  const toAfter = new Int32Array(before.steps.length).fill(-1);
  const toBefore = new Int32Array(after.steps.length).fill(-1);
  const shifted = shiftedKeys(before, after);
  const matching = { before, after, toAfter, toBefore, pairs: [], keysKept: false } as Matching;
  matchKeys(matching, shifted, ({ type }) => `${type} `);
  const kept = matching.pairs.length;
  const isRegenerated = kept * 2 < Math.min(before.steps.length, after.steps.length);
  matchContents(matching, true);
  matchNeighbours(matching, 'contents', () => true);
  matchContents(matching, false);
  // A step with new content is the same step where it has few changes, or where all keys are new.
  const isSame = (i: number, j: number): boolean =>
    isRegenerated || areAlike(before.fields[i] as Fields, after.fields[j] as Fields);
  matchNeighbours(matching, 'types', isSame);
  matchTriggers(matching);
  matchNeighbours(matching, 'types', isSame);
  matchKeys(matching, shifted, () => '');
  return { toAfter, toBefore, keysKept: kept > 0 && shifted.size === 0 };
}

function match({ toAfter, toBefore, pairs }: Matching, i: number, j: number): void {
  toAfter[i] = j;
  toBefore[j] = i;
  pairs.push(i);
}

const freeBefore = ({ before, toAfter }: Matching): readonly Step[] =>
  before.steps.filter(({ index }) => toAfter[index] === -1);
const freeAfter = ({ after, toBefore }: Matching): readonly Step[] =>
  after.steps.filter(({ index }) => toBefore[index] === -1);

function matchKeys(
  matching: Matching,
  shifted: ReadonlySet<string>,
  prefixOf: (step: Step) => string,
): void {
  const named = (step: Step, name: string | undefined): string | undefined =>
    name === undefined || shifted.has(name) ? undefined : prefixOf(step) + name;
  const { pairs } = pairUp(freeBefore(matching), freeAfter(matching), [
    (step) => named(step, step.key),
    (step, isBefore) => named(step, isBefore ? step.alias : step.key),
    (step, isBefore) => named(step, isBefore ? step.key : step.alias),
  ]);
  for (const [step, other] of pairs) match(matching, step.index, other.index);
}

/** Steps of one content, in order, or only where one step of each side has it. */
function matchContents(matching: Matching, onlyUnique: boolean): void {
  const { before, after } = matching;
  const theirs = groupBy(freeAfter(matching), ({ index }) => after.contents[index]);
  for (const [content, group] of groupBy(
    freeBefore(matching),
    ({ index }) => before.contents[index],
  ))
    pairInOrder(matching, group, theirs.get(content) ?? [], onlyUnique);
}

function pairInOrder(
  matching: Matching,
  ours: readonly Step[],
  theirs: readonly Step[],
  onlyUnique: boolean,
): void {
  if (onlyUnique && ours.length + theirs.length !== 2) return;
  for (const [n, { index }] of ours.entries()) {
    const other = theirs[n];
    if (other !== undefined) match(matching, index, other.index);
  }
}

/** A step whose only free neighbour of a content or type by an edge of a type has one counterpart beside the match of the step. */
function matchNeighbours(
  matching: Matching,
  by: 'contents' | 'types',
  isSame: (i: number, j: number) => boolean,
): void {
  const { before, after, toAfter, toBefore, pairs } = matching;
  // A pair that is found has neighbours of its own.
  for (const i of pairs)
    for (const forward of [true, false]) {
      const ours = byLook(before, { step: i, forward, by }, toAfter);
      if (ours.size === 0) continue;
      const theirs = byLook(after, { step: toAfter[i] as number, forward, by }, toBefore);
      for (const [look, [step, ...others]] of ours) {
        const [other, ...rivals] = theirs.get(look) ?? [];
        if (step === undefined || other === undefined || others.length + rivals.length > 0)
          continue;
        // A match in this loop may have taken one of them.
        const isFree = toAfter[step] === -1 && toBefore[other] === -1;
        if (isFree && isSame(step, other)) match(matching, step, other);
      }
    }
}

/** The free neighbours of a step by the type of the edge and their own content or type. */
function byLook(
  shape: Shape,
  {
    step,
    forward,
    by,
  }: { readonly step: number; readonly forward: boolean; readonly by: 'contents' | 'types' },
  matched: Int32Array,
): ReadonlyMap<string, readonly number[]> {
  const free = neighboursOf(shape, step, forward).filter(({ index }) => matched[index] === -1);
  const looks = groupBy(free, ({ index, type }) => `${type} ${shape[by][index]}`);
  return new Map(
    [...looks].map(([look, group]) => [look, [...new Set(group.map(({ index }) => index))]]),
  );
}

/** A workflow has one trigger, with any key and event. */
function matchTriggers(matching: Matching): void {
  const isStart = ({ spec }: Step): boolean => spec.event === 'starts';
  const ours = freeBefore(matching).filter(isStart);
  const theirs = freeAfter(matching).filter(isStart);
  const [[start], [other]] = [ours, theirs];
  if (start === undefined || other === undefined || ours.length + theirs.length > 2) return;
  match(matching, start.index, other.index);
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

/** At least half of the fields are the same. */
function areAlike(before: Fields, after: Fields): boolean {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => path !== '/type',
  );
  const same = paths.filter((path) => before.get(path)?.meaning === after.get(path)?.meaning);
  return same.length * 2 >= paths.length && same.length > 0;
}
