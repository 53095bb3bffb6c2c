import type { Moment, Simulation } from '../model/simulation.ts';
import type { ExpectedSend, TestCase } from './test-case.ts';

/** One difference between what a test expects and what is sent. */
export type Mismatch =
  /** Both are, but not quite alike: by the name of a field, what was expected and what is. */
  | { readonly kind: 'differs'; readonly expected: ExpectedSend; readonly actual: Moment; readonly fields: readonly (keyof ExpectedSend)[] }
  | { readonly kind: 'missing'; readonly expected: ExpectedSend }
  | { readonly kind: 'unexpected'; readonly actual: Moment }
  | { readonly kind: 'refused' | 'not-refused' };

/** What differs between a test and what came of it, in order of time; nothing: it passes. */
export function compareSends({ sends, refused }: TestCase, simulation: Simulation): readonly Mismatch[] {
  const isRefused = simulation.refused.length > 0;
  const found: Mismatch[] = isRefused === refused ? [] : [{ kind: isRefused ? 'refused' : 'not-refused' }];
  const actual = simulation.moments.filter(({ type }) => type === 'send_email');
  const differs = (expected: ExpectedSend, moment: Moment) => differingFields(expected, moment, simulation);
  const pairs = matchAll(sends, actual, (expected, moment) => differs(expected, moment).length === 0);
  const left = actual.filter((moment) => ![...pairs.values()].includes(moment));
  for (const expected of sends.filter((one) => !pairs.has(one))) {
    // The one it was most likely meant to be: of the same step, else the most alike of those that differ in one thing only.
    const near = left
      .map((moment) => ({ moment, fields: differs(expected, moment) }))
      .filter(({ moment, fields }) => (expected.step !== undefined && !fields.includes('step') && moment.step === expected.step) || fields.length === 1)
      .sort((a, b) => a.fields.length - b.fields.length)[0];
    if (near === undefined) found.push({ kind: 'missing', expected });
    else {
      left.splice(left.indexOf(near.moment), 1);
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

function differingFields(expected: ExpectedSend, { at, run, step, template, subject, only }: Moment, { runs }: Simulation): readonly (keyof ExpectedSend)[] {
  const fields: (keyof ExpectedSend)[] = [];
  const workflow = runs[run]?.workflow;
  if (expected.workflow !== undefined && expected.workflow !== workflow?.name && expected.workflow !== workflow?.id) fields.push('workflow');
  if (expected.step !== undefined && expected.step !== step) fields.push('step');
  if (expected.template !== undefined && expected.template !== template) fields.push('template');
  if (expected.subject !== undefined && expected.subject !== subject) fields.push('subject');
  if (expected.least !== at.least || expected.greatest !== at.greatest) fields.push('least');
  if (expected.maybe === only.some((term) => term.length === 0)) fields.push('maybe');
  return fields;
}

/** As many pairs as there can be, whatever the order: an expectation that says little does not take what another needs. */
function matchAll(
  expected: readonly ExpectedSend[],
  actual: readonly Moment[],
  fits: (expected: ExpectedSend, moment: Moment) => boolean,
): ReadonlyMap<ExpectedSend, Moment> {
  const owner = new Map<Moment, ExpectedSend>();
  for (const start of expected) {
    // Along ways that alternate between pairs and possible pairs, breadth first.
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
    const held = new Map([...owner].map(([moment, one]) => [one, moment]));
    while (free !== undefined) {
      const one = cameFrom.get(free) as ExpectedSend;
      owner.set(free, one);
      free = one === start ? undefined : held.get(one);
    }
  }
  return new Map([...owner].map(([moment, one]) => [one, moment]));
}
