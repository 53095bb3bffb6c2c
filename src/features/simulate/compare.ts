import type { Moment, Simulation } from '../../core/model/simulation.ts';
import { isSend } from '../../core/report/simulation-words.ts';
import type { ExpectedSend, TestCase } from './test-case.ts';

/** One difference between what a test expects and what is sent. */
export type Mismatch =
  /** Both are, but differ in these fields. */
  | {
      readonly kind: 'differs';
      readonly expected: ExpectedSend;
      readonly actual: Moment;
      readonly fields: readonly (keyof ExpectedSend)[];
    }
  | { readonly kind: 'missing'; readonly expected: ExpectedSend }
  | { readonly kind: 'unexpected'; readonly actual: Moment }
  | { readonly kind: 'refused' | 'not-refused' };

/** What differs between a test and what came of it, in order of time; nothing: it passes. */
export function compareSends(
  { sends, refused }: TestCase,
  simulation: Simulation,
): readonly Mismatch[] {
  const isRefused = simulation.refused.length > 0;
  const found: Mismatch[] =
    isRefused === refused ? [] : [{ kind: isRefused ? 'refused' : 'not-refused' }];
  const actual = simulation.moments.filter(isSend);
  const differs = (expected: ExpectedSend, moment: Moment) =>
    differingFields(expected, moment, simulation);
  const pairs = matchAll(sends, actual, (one, moment) => differs(one, moment).length === 0);
  const left = new Set(actual);
  for (const moment of pairs.values()) left.delete(moment);
  for (const expected of sends) {
    if (pairs.has(expected)) continue;
    // Most likely meant: the send of the same step, else the most similar of those that differ in one field.
    const isSameStep = ({ step }: Moment): boolean =>
      expected.step !== undefined && step === expected.step;
    const [near] = Array.from(left, (moment) => ({ moment, fields: differs(expected, moment) }))
      .filter(({ moment, fields }) => isSameStep(moment) || fields.length === 1)
      .sort((a, b) => a.fields.length - b.fields.length);
    if (near === undefined) found.push({ kind: 'missing', expected });
    else {
      left.delete(near.moment);
      found.push({ kind: 'differs', expected, actual: near.moment, fields: near.fields });
    }
  }
  for (const moment of left) found.push({ kind: 'unexpected', actual: moment });
  return found.toSorted((a, b) => timeOf(a) - timeOf(b));
}

function timeOf(mismatch: Mismatch): number {
  if ('expected' in mismatch) return mismatch.expected.least;
  return 'actual' in mismatch ? mismatch.actual.at.least : -1;
}

function differingFields(
  expected: ExpectedSend,
  moment: Moment,
  { runs }: Simulation,
): readonly (keyof ExpectedSend)[] {
  const { at, run, only } = moment;
  const { name, id } = runs[run]?.workflow ?? {};
  const fields: (keyof ExpectedSend)[] = [];
  if (expected.workflow !== undefined && expected.workflow !== name && expected.workflow !== id)
    fields.push('workflow');
  for (const field of ['step', 'template', 'subject'] as const)
    if (expected[field] !== undefined && expected[field] !== moment[field]) fields.push(field);
  if (expected.least !== at.least || expected.greatest !== at.greatest) fields.push('least');
  if (expected.maybe === only.some((term) => term.length === 0)) fields.push('maybe');
  return fields;
}

/** A maximum matching, so that a vague expectation does not take what another needs. */
function matchAll(
  expected: readonly ExpectedSend[],
  actual: readonly Moment[],
  fits: (expected: ExpectedSend, moment: Moment) => boolean,
): ReadonlyMap<ExpectedSend, Moment> {
  const owner = new Map<Moment, ExpectedSend>();
  const pairs = new Map<ExpectedSend, Moment>();
  for (const start of expected) {
    // Augmenting paths, breadth first.
    const cameFrom = new Map<Moment, ExpectedSend>();
    const queue = [start];
    let free: Moment | undefined;
    for (const one of queue) {
      for (const moment of actual) {
        if (cameFrom.has(moment) || !fits(one, moment)) continue;
        cameFrom.set(moment, one);
        const taken = owner.get(moment);
        if (taken === undefined) free ??= moment;
        else queue.push(taken);
      }
      if (free !== undefined) break;
    }
    while (free !== undefined) {
      const one = cameFrom.get(free) as ExpectedSend;
      const held = pairs.get(one);
      owner.set(free, one);
      pairs.set(one, free);
      free = held;
    }
  }
  return pairs;
}
