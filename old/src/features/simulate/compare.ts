import type { Moment, Run, Simulation, Within } from '../../core/model/simulation.ts';
import {
  formatCondition,
  formatTime,
  isCertain,
  isSend,
  nameOfRun,
} from '../../core/report/simulation-words.ts';
import type { TestDifference } from './report/tests.ts';
import type { ExpectedSend, TestCase } from './test-case.ts';

/** The differences between a test and its result, in order of time; none: it passes. */
export function compareSends(
  { sends, refused }: TestCase,
  simulation: Simulation,
): readonly TestDifference[] {
  const isRefused = simulation.refused.length > 0;
  const problems = simulation.refused.flatMap((refusal) => refusal.problems);
  const found: (TestDifference & { readonly at: number })[] = [];
  if (isRefused && !refused)
    found.push({
      at: -1,
      expected: 'that the payload fits',
      actual: `nothing: ${problems.join('; ')}`,
    });
  if (refused && !isRefused)
    found.push({
      at: -1,
      expected: 'that the payload is refused',
      actual: 'it fits, as far as the event definitions say',
    });
  const actual = simulation.moments.filter(isSend);
  const differs = (expected: ExpectedSend, moment: Moment) =>
    differingFields(expected, moment, simulation);
  const pairs = matchAll(sends, actual, (one, moment) => differs(one, moment).length === 0);
  const left = new Set(actual);
  for (const moment of pairs.values()) left.delete(moment);
  for (const expected of sends) {
    if (pairs.has(expected)) continue;
    // The most likely counterpart: the send of the same step, else the most similar one that differs in one field.
    const isSameStep = ({ step }: Moment): boolean =>
      expected.step !== undefined && step === expected.step;
    const [near] = Array.from(left, (moment) => ({ moment, fields: differs(expected, moment) }))
      .filter(({ moment, fields }) => isSameStep(moment) || fields.length === 1)
      .sort((a, b) => a.fields.length - b.fields.length);
    const wanted = { at: expected.least, expected: formatExpected(expected) };
    if (near === undefined) found.push({ ...wanted, actual: 'nothing like it' });
    else {
      left.delete(near.moment);
      const fields = near.fields.map((field) => NAMES.get(field) ?? field);
      found.push({ ...wanted, actual: formatActual(simulation, near.moment), in: fields });
    }
  }
  for (const moment of left)
    found.push({ at: moment.at.least, actual: formatActual(simulation, moment) });
  return found.toSorted((a, b) => a.at - b.at).map(({ at: _, ...difference }) => difference);
}

const NAMES = new Map([
  ['least', 'time'],
  ['maybe', 'condition'],
]);

function formatExpected({ maybe, ...expected }: ExpectedSend): string {
  return formatEmail(expected, expected, maybe ? 'something is the case' : '');
}

function formatActual(simulation: Simulation, moment: Moment): string {
  const only = isCertain(moment) ? '' : formatCondition(simulation, moment);
  const workflow = nameOfRun(simulation.runs[moment.run] as Run);
  return formatEmail(moment.at, { ...moment, workflow }, only);
}

type EmailPart = 'subject' | 'template' | 'step' | 'workflow';

/** `+2 days: "Hello", step welcome, workflow "Welcome", only if event.plan is "pro"`. */
function formatEmail(
  at: Within,
  { subject, template, step, workflow }: { [K in EmailPart]?: string | undefined },
  only: string,
): string {
  const what = [
    subject !== undefined && `"${subject}"`,
    template !== undefined && `template ${template}`,
    step !== undefined && `step ${step}`,
    workflow !== undefined && `workflow "${workflow}"`,
  ].filter((part) => part !== false);
  const email = what.length === 0 ? formatTime(at) : `${formatTime(at)}: ${what.join(', ')}`;
  return only === '' ? email : `${email}, only if ${only}`;
}

function differingFields(
  expected: ExpectedSend,
  moment: Moment,
  { runs }: Simulation,
): readonly (keyof ExpectedSend)[] {
  const { at, run, only } = moment;
  const { name, id } = (runs[run] as Run).workflow;
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
  const place = (one: ExpectedSend, tried: Set<Moment>): boolean => {
    const fitting = actual.filter((moment) => !tried.has(moment) && fits(one, moment));
    const found =
      fitting.find((moment) => !owner.has(moment)) ??
      fitting.find((moment) => {
        const isNew = !tried.has(moment);
        tried.add(moment);
        return isNew && place(owner.get(moment) as ExpectedSend, tried);
      });
    if (found !== undefined) owner.set(found, one);
    return found !== undefined;
  };
  for (const one of expected) place(one, new Set());
  return new Map(Array.from(owner, ([moment, one]) => [one, moment]));
}
