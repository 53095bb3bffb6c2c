import { buildGraph, type Graph } from '../../core/graph/graph.ts';
import { countBy, groupBy } from '../../core/model/groups.ts';
import type { Step, Workflow } from '../../core/model/nodes.ts';
import { type Fields, fieldsOfStep, meaningOf, meaningOfFields } from './fields.ts';
import { commonEnds, pairUp } from './pairs.ts';

/** Two states of a workflow, and which of their steps are the same. */
export interface StepMatch {
  readonly before: Graph;
  readonly after: Graph;
  /** Earlier step → later step. */
  readonly next: ReadonlyMap<Step, Step>;
  /** Later step → earlier step. */
  readonly previous: ReadonlyMap<Step, Step>;
  /** Some step has the same key on both sides and none is renumbered: keys are not generated, and a changed key is a rename. */
  readonly keysKept: boolean;
  fieldsOf(step: Step): Fields;
  /** Equal for steps with the same type and config. */
  contentOf(step: Step): string;
}

interface Matching extends StepMatch {
  readonly next: Map<Step, Step>;
  readonly previous: Map<Step, Step>;
  keysKept: boolean;
}

/** Steps are matched by key, then by equal type and content, then by their place beside a matched step. */
export function matchSteps(before: Workflow, after: Workflow): StepMatch {
  const matching = startMatching(before, after);
  const { next, contentOf, fieldsOf } = matching;
  const shifted = shiftedKeys(before.steps, after.steps, contentOf);
  matchKeys(matching, shifted, ({ type }) => `${type} `);
  const kept = next.size;
  const isRegenerated = kept * 2 < Math.min(before.steps.length, after.steps.length);
  matchContents(matching, true);
  matchNeighbours(matching, contentOf, () => true);
  matchContents(matching, false);
  // A step with new content is the same step where it has few changes, or where all keys are new.
  const isSame = (step: Step, other: Step): boolean =>
    isRegenerated || areAlike(fieldsOf(step), fieldsOf(other));
  const typeOf = ({ type }: Step): string => meaningOf(type);
  matchNeighbours(matching, typeOf, isSame);
  matchTriggers(matching);
  matchNeighbours(matching, typeOf, isSame);
  matchKeys(matching, shifted, () => '');
  matching.keysKept = kept > 0 && shifted.size === 0;
  return matching;
}

function startMatching(before: Workflow, after: Workflow): Matching {
  const steps = [...before.steps, ...after.steps];
  const fields = new Map(steps.map((step) => [step, fieldsOfStep(step)]));
  const contents = new Map(Array.from(fields, ([step, own]) => [step, meaningOfFields(own)]));
  return {
    before: buildGraph(before),
    after: buildGraph(after),
    next: new Map(),
    previous: new Map(),
    keysKept: false,
    fieldsOf: (step) => fields.get(step) as Fields,
    contentOf: (step) => contents.get(step) as string,
  };
}

/** The steps of both sides without a counterpart. */
export const unmatched = ({ before, after, next, previous }: StepMatch) =>
  [
    before.workflow.steps.filter((step) => !next.has(step)),
    after.workflow.steps.filter((step) => !previous.has(step)),
  ] as const;

type NameOf = (step: Step, isBefore: boolean) => string | undefined;

function matchByNames(matching: Matching, names: readonly NameOf[]): void {
  for (const [step, other] of pairUp(...unmatched(matching), names).pairs)
    match(matching, step, other);
}

function match({ next, previous }: Matching, step: Step, other: Step): void {
  next.set(step, other);
  previous.set(other, step);
}

function matchKeys(
  matching: Matching,
  shifted: ReadonlySet<string>,
  prefixOf: (step: Step) => string,
): void {
  const named = (step: Step, name: string | undefined): string | undefined =>
    name === undefined || shifted.has(name) ? undefined : prefixOf(step) + name;
  matchByNames(matching, [
    (step) => named(step, step.key),
    (step, isBefore) => named(step, isBefore ? step.alias : step.key),
    (step, isBefore) => named(step, isBefore ? step.key : step.alias),
  ]);
}

/** Steps of one content, in order, or only where one step of each side has it. */
function matchContents(matching: Matching, onlyUnique: boolean): void {
  const { contentOf } = matching;
  const counts = countBy(unmatched(matching).flat(), contentOf);
  matchByNames(matching, [
    (step) => (onlyUnique && counts.get(contentOf(step)) !== 2 ? undefined : contentOf(step)),
  ]);
}

/** A step whose only free neighbour of a look by an edge of a type has one counterpart beside the match of the step. */
function matchNeighbours(
  matching: Matching,
  lookOf: (step: Step) => string,
  isSame: (step: Step, other: Step) => boolean,
): void {
  const { before, after, next, previous } = matching;
  // A pair that is found has neighbours of its own.
  for (const [step, other] of next)
    for (const forward of [true, false]) {
      const ours = neighbours(before, step, {
        forward,
        isMatched: (each) => next.has(each),
        lookOf,
      });
      const isMatched = (each: Step): boolean => previous.has(each);
      const theirs = neighbours(after, other, { forward, isMatched, lookOf });
      for (const [look, [one, ...others]] of ours) {
        const [two, ...rivals] = theirs.get(look) ?? [];
        if (one === undefined || two === undefined || others.length + rivals.length > 0) continue;
        // A match in this loop may have taken one of them.
        const isFree = !next.has(one) && !previous.has(two);
        if (isFree && isSame(one, two)) match(matching, one, two);
      }
    }
}

interface Wanted {
  readonly forward: boolean;
  isMatched(step: Step): boolean;
  lookOf(step: Step): string;
}

/** The unmatched neighbours of a step by the type of the edge and their own look. */
function neighbours(
  graph: Graph,
  step: Step,
  { forward, isMatched, lookOf }: Wanted,
): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Set<Step>>();
  for (const edge of forward ? graph.outgoing(step) : graph.incoming(step)) {
    const other = (forward ? graph.target(edge) : graph.source(edge)) as Step;
    if (isMatched(other)) continue;
    const look = `${meaningOf(edge.type)} ${lookOf(other)}`;
    found.set(look, (found.get(look) ?? new Set()).add(other));
  }
  return new Map(Array.from(found, ([look, steps]) => [look, [...steps]]));
}

/** A workflow has one trigger, with any key and event. */
function matchTriggers(matching: Matching): void {
  const [ours, theirs] = unmatched(matching).map((steps) =>
    steps.filter(({ spec }) => spec.event === 'starts'),
  );
  if (ours?.length === 1 && theirs?.length === 1)
    match(matching, ours[0] as Step, theirs[0] as Step);
}

/** Keys as an export numbers them: `step_1`, `step_2`. */
const NUMBERED = /^(.*?)(\d{1,9})$/s;

/**
 * The keys that an insertion or a removal has renumbered. In the order of their numbers, more steps have equal content at the start
 * and at the end than under the same key.
 */
function shiftedKeys(
  before: readonly Step[],
  after: readonly Step[],
  contentOf: (step: Step) => string,
): ReadonlySet<string> {
  const [then, now] = [numberedSteps(before), numberedSteps(after)];
  const shifted = new Set<string>();
  for (const [prefix, left] of then) {
    const right = now.get(prefix) ?? [];
    const contents = [left, right].map((steps) => steps.map(contentOf)) as [string[], string[]];
    const byKey = new Map(right.map((step) => [step.key, contentOf(step)]));
    const shared = left.filter(({ key }) => byKey.has(key));
    const kept = shared.filter((step) => byKey.get(step.key) === contentOf(step)).length;
    // Otherwise a changed number is a rename.
    if (kept === shared.length) continue;
    const { start, end } = commonEnds(...contents);
    if (start + end > kept) for (const { key } of [...left, ...right]) shifted.add(key as string);
  }
  return shifted;
}

/** The steps with numbered keys by their prefix, in the order of the numbers. */
function numberedSteps(steps: readonly Step[]): ReadonlyMap<string | undefined, readonly Step[]> {
  const partsOf = ({ key = '' }: Step) => NUMBERED.exec(key) ?? [];
  const groups = groupBy(steps, (step) => partsOf(step)[1]);
  groups.delete(undefined);
  for (const group of groups.values())
    group.sort((a, b) => Number(partsOf(a)[2]) - Number(partsOf(b)[2]));
  return groups;
}

/** At least half of the fields are the same. */
function areAlike(before: Fields, after: Fields): boolean {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => path !== '/type',
  );
  const same = paths.filter((path) => before.get(path)?.meaning === after.get(path)?.meaning);
  return same.length * 2 >= paths.length;
}
