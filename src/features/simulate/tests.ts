/** `*.sim.json`: the emails that a simulation must send, by schemas/sim.schema.json. */
import { Ajv } from 'ajv';
import schema from '../../../schemas/sim.schema.json' with { type: 'json' };
import { wordError } from '../../core/config/validate.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Document } from '../../core/model/workflow.ts';
import type { TimeRange } from '../../core/run/case.ts';
import { UserError } from '../../node/user-error.ts';
import type { Send } from './collect.ts';
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
import { type Simulation, simulate } from './simulate.ts';
import { formatWhen, workflowOf } from './words.ts';

interface RawTest {
  readonly name?: string;
  readonly event: string;
  readonly payload?: JsonObject;
  readonly contact?: JsonObject;
  readonly at?: string;
  readonly zone?: string;
  readonly all?: boolean;
  readonly when?: readonly (string | (Omit<LaterEvent, 'at'> & { readonly at: string }))[];
  readonly sends?: readonly (Omit<Expected, 'time'> & { readonly at: string })[];
  readonly refused?: boolean;
}

/** An email that must be sent. Fields that it lacks are not compared. */
interface Expected {
  readonly time: TimeRange;
  readonly workflow?: string;
  readonly step?: string;
  readonly template?: string;
  readonly subject?: string;
  /** It must depend on a question. */
  readonly maybe?: boolean;
}

interface TestCase {
  readonly name: string;
  readonly request: SimulationRequest;
  readonly sends: readonly Expected[];
  readonly isRefused: boolean;
}

export interface TestResult {
  readonly name: string;
  /** None: it passes. */
  readonly differences: readonly string[];
  readonly simulation: Simulation;
}

/** Runs the tests of a file. Throws a UserError where one is invalid. */
export const runTests = (text: string, documents: readonly Document[]): readonly TestResult[] =>
  readTests(text).map((test) => {
    const simulation = simulate(documents, test.request);
    return { name: test.name, differences: compare(test, simulation), simulation };
  });

function readTests(text: string): readonly TestCase[] {
  const value = parseJson(text);
  const validate = new Ajv({ strict: false, verbose: true, allErrors: true }).compile(schema);
  const tests: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (tests.length === 0) throw new UserError('has no test');
  return tests.map((test, i) => {
    const at = tests.length === 1 ? 'test:' : `test ${i + 1}:`;
    return within(at, () => {
      if (!validate(test)) throw new UserError(...wordError(firstOf(validate.errors), 'it'));
      return readTest(test as RawTest);
    });
  });
}

type Errors = NonNullable<Parameters<typeof wordError>[0]>[];

/** Of the branch for one test; a wrong name explains what is missing. */
function firstOf(errors: Errors | null | undefined): Errors[number] {
  const own = (errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf');
  return (own.find(({ keyword }) => keyword === 'additionalProperties') ??
    own[0]) as Errors[number];
}

function readTest(test: RawTest): TestCase {
  const { event, name = event, payload, contact, at, zone, all = false, refused = false } = test;
  const start = at === undefined ? undefined : readStart(at, zone).start;
  const later = (test.when ?? []).map((given): LaterEvent => {
    if (typeof given === 'string') return parseLater(given, start);
    return { ...given, at: parseTime(given.at, start) };
  });
  return {
    name,
    request: {
      ...{ event, later, isAll: all },
      ...(payload !== undefined && { payload }),
      // A test is about a contact who is subscribed, unless it says otherwise.
      contact: { unsubscribed: false, ...contact },
      ...(start !== undefined && { start }),
    },
    sends: (test.sends ?? []).map(({ at: time, ...rest }) => ({
      ...rest,
      time: readSpan(time, start),
    })),
    isRefused: refused,
  };
}

/** `+2 days`, `+2 days to +5 days`, `+2 days or later`, `after an unknown time`. */
function readSpan(text: string, start: Start | undefined): TimeRange {
  if (text.trim() === 'after an unknown time') return { min: 0, max: Number.POSITIVE_INFINITY };
  const isOpen = text.endsWith(' or later');
  const [from = '', to = from, ...more] = text.replace(/ or later$/, '').split(' to ');
  const [min, last] = [parseTime(from, start), parseTime(to, start)];
  if (min === 'never' || last === 'never' || more.length > 0 || last < min)
    throw new UserError(`"${text}" is no time of an email`);
  return { min, max: isOpen ? Number.POSITIVE_INFINITY : last };
}

function compare({ sends, isRefused }: TestCase, simulation: Simulation): readonly string[] {
  const { refused, start } = simulation;
  const problems = refused.flatMap((each) => each.problems);
  if (isRefused && refused.length === 0) return ['the payload fits its schema, and must not'];
  if (!isRefused && refused.length > 0) return [`the payload is refused: ${problems.join('; ')}`];
  const pairs = matchAll(sends, simulation);
  const matched = new Set(pairs.values());
  return [
    ...sends
      .filter((each) => !pairs.has(each))
      .map((each) => `not sent: ${describe(each, start, each.maybe === true)}`),
    ...simulation.sends
      .filter((each) => !matched.has(each))
      .map((each) => {
        const own = {
          ...each,
          step: each.step.key ?? '',
          workflow: workflowOf(simulation, each.run),
        };
        return `sent, and not expected: ${describe(own, start, !each.isCertain)}`;
      }),
  ];
}

/** The most exact expectations first, each with the first email that it fits. */
function matchAll(sends: readonly Expected[], simulation: Simulation): Map<Expected, Send> {
  const free = new Set(simulation.sends);
  const pairs = new Map<Expected, Send>();
  const exactness = (each: Expected): number => Object.keys(each).length;
  for (const expected of sends.toSorted((a, b) => exactness(b) - exactness(a))) {
    const send = [...free].find((each) => fits(expected, each, simulation));
    if (send === undefined) continue;
    free.delete(send);
    pairs.set(expected, send);
  }
  return pairs;
}

function fits(expected: Expected, send: Send, { runs }: Simulation): boolean {
  const { time, workflow, step, template, subject, maybe = false } = expected;
  const { id, name } = runs[send.run]?.workflow ?? {};
  return (
    time.min === send.time.min &&
    time.max === send.time.max &&
    (workflow === undefined || workflow === id || workflow === name) &&
    (step === undefined || step === send.step.key) &&
    (template === undefined || template === send.template) &&
    (subject === undefined || subject === send.subject) &&
    maybe !== send.isCertain
  );
}

interface Described {
  readonly time: TimeRange;
  readonly workflow?: string;
  readonly step?: string;
  readonly template?: string | undefined;
  readonly subject?: string | undefined;
}

/** `+2 days: subject "Hello", step "welcome"`. */
function describe(email: Described, start: Start | undefined, isOpen: boolean): string {
  const parts = (['subject', 'template', 'step', 'workflow'] as const).flatMap((name) =>
    email[name] === undefined ? [] : [`${name} "${email[name]}"`],
  );
  const open = isOpen ? ', in some cases' : '';
  return `${[formatWhen(email.time, start), parts.join(', ')].filter(Boolean).join(': ')}${open}`;
}
