/** `*.sim.json`: the emails that a simulation must send, by schemas/sim.schema.json. */
import { Ajv } from 'ajv';
import schema from '../../../schemas/sim.schema.json' with { type: 'json' };
import { wordError } from '../../core/config/validate.ts';
import type { Document } from '../../core/model/workflow.ts';
import type { TimeRange } from '../../core/run/case.ts';
import { UserError } from '../../node/user-error.ts';
import {
  type LaterEvent,
  parseJson,
  parseLater,
  parseTime,
  readStart,
  type SimulationRequest,
  type Start,
  within,
} from './request.ts';
import type { Send } from './run.ts';
import { type Simulation, simulate } from './simulate.ts';
import { formatWhen, workflowOf } from './words.ts';

/** A test as written. */
interface Test extends Pick<SimulationRequest, 'event' | 'payload' | 'contact'> {
  readonly name?: string;
  readonly at?: string;
  readonly zone?: string;
  readonly all?: boolean;
  readonly when?: readonly (string | (Omit<LaterEvent, 'at'> & { readonly at: string }))[];
  readonly sends?: readonly (Omit<Email, 'time'> & { readonly at: string })[];
  readonly refused?: boolean;
}

/** An email that must be sent, or is sent. Fields that an expected one lacks are not compared. */
interface Email {
  readonly time: TimeRange;
  readonly workflow?: string;
  readonly step?: string;
  readonly template?: string | undefined;
  readonly subject?: string | undefined;
  /** It depends on a question. */
  readonly maybe?: boolean;
}

export interface TestResult {
  readonly name: string;
  /** None: it passes. */
  readonly differences: readonly string[];
  readonly simulation: Simulation;
}

/** Runs the tests of a file. Throws a UserError where one is invalid. */
export function runTests(text: string, documents: readonly Document[]): readonly TestResult[] {
  const value = parseJson(text);
  const validate = new Ajv({ strict: false, verbose: true, allErrors: true }).compile(schema);
  const tests: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (tests.length === 0) throw new UserError('has no test');
  return tests.map((test, i) =>
    within(tests.length === 1 ? 'test:' : `test ${i + 1}:`, () => {
      if (!validate(test)) throw new UserError(...wordError(firstOf(validate.errors), 'it'));
      return runTest(test as Test, documents);
    }),
  );
}

type Errors = NonNullable<Parameters<typeof wordError>[0]>[];

/** Of the branch for one test; a wrong name explains what is missing. */
function firstOf(errors: Errors | null | undefined): Errors[number] {
  const own = (errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf');
  return (own.find(({ keyword }) => keyword === 'additionalProperties') ??
    own[0]) as Errors[number];
}

function runTest(test: Test, documents: readonly Document[]): TestResult {
  const { event, name = event, payload, at, zone, when = [], sends = [] } = test;
  const start = at === undefined ? undefined : readStart(at, zone);
  const later = when.map((given) =>
    typeof given === 'string'
      ? parseLater(given, start)
      : { ...given, at: parseTime(given.at, start) },
  );
  const expected = sends.map(({ at: time, ...rest }) => ({ ...rest, time: readSpan(time, start) }));
  // A test is about a contact who is subscribed, unless it says otherwise.
  const contact = { unsubscribed: false, ...test.contact };
  const request = { event, payload, contact, later, start, isAll: test.all === true };
  const simulation = simulate(documents, request);
  return { name, differences: compare(test, expected, simulation), simulation };
}

/** `+2 days`, `+2 days to +5 days`, `+2 days or later`, `after an unknown time`. */
function readSpan(text: string, start: Start | undefined): TimeRange {
  const endless = Number.POSITIVE_INFINITY;
  if (text.trim() === 'after an unknown time') return { min: 0, max: endless };
  const isOpen = text.endsWith(' or later');
  const [from = '', to = from, ...more] = text.replace(/ or later$/, '').split(' to ');
  const [min, max] = [parseTime(from, start), parseTime(to, start)];
  if (max === endless || more.length > 0 || max < min)
    throw new UserError(`"${text}" is no time of an email`);
  return { min, max: isOpen ? endless : max };
}

function compare(
  { refused: mustBeRefused = false }: Test,
  expected: readonly Email[],
  simulation: Simulation,
): readonly string[] {
  const problems = simulation.refused.flatMap((each) => each.problems);
  const isRefused = problems.length > 0;
  if (mustBeRefused && !isRefused) return ['the payload fits its schema, and must not'];
  if (!mustBeRefused && isRefused) return [`the payload is refused: ${problems.join('; ')}`];
  const left = new Set(simulation.sends);
  const missing = new Set(expected);
  // The most exact one takes the first email that it fits.
  const exactness = (each: Email): number => Object.keys(each).length;
  for (const each of expected.toSorted((a, b) => exactness(b) - exactness(a))) {
    const send = [...left].find((one) => fits(each, one, simulation));
    if (send === undefined) continue;
    left.delete(send);
    missing.delete(each);
  }
  const { start } = simulation;
  const others = [...left].map((send) => emailOf(send, simulation));
  return [
    ...[...missing].map((each) => `not sent: ${describe(each, start)}`),
    ...others.map((each) => `sent, and not expected: ${describe(each, start)}`),
  ];
}

const FIELDS = ['subject', 'template', 'step', 'workflow'] as const;

function fits(expected: Email, send: Send, simulation: Simulation): boolean {
  const { time, maybe = false, workflow } = expected;
  const sent = emailOf(send, simulation);
  const isId = workflow !== undefined && workflow === simulation.runs[send.run]?.workflow.id;
  return (
    time.min === send.time.min &&
    time.max === send.time.max &&
    maybe === sent.maybe &&
    FIELDS.every(
      (name) =>
        expected[name] === undefined ||
        expected[name] === sent[name] ||
        (name === 'workflow' && isId),
    )
  );
}

function emailOf({ time, template, subject, step, run, isCertain }: Send, simulation: Simulation) {
  const workflow = workflowOf(simulation, run);
  return { time, template, subject, step: step.key ?? '', workflow, maybe: !isCertain };
}

/** `+2 days: subject "Hello", step "welcome"`. */
function describe(email: Email, start: Start | undefined): string {
  const given = FIELDS.filter((name) => email[name] !== undefined);
  const what = given.map((name) => `${name} "${email[name]}"`).join(', ');
  const when = formatWhen(email.time, start) + (what === '' ? '' : ': ');
  return when + what + (email.maybe === true ? ', in some cases' : '');
}
