import { choice, expected, type OptionError, shown } from '../../core/config/wording.ts';
import type { Validator } from '../../core/document/validator.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import { unescapeSegment } from '../../core/model/place.ts';
import type { LaterEvent, SimulationRequest, Within } from '../../core/model/simulation.ts';
import { findZone, type Parsed, parseLaterEvent, parseOffset, parseStart } from './calendar.ts';
import { contact as isContact, test as isTest } from './test-case.generated.ts';

/** What a `*.sim.json` file asks, as schemas/sim.schema.json describes it: what is simulated, and what the contact must receive. */
export interface TestCase {
  readonly name: string;
  readonly request: SimulationRequest;
  readonly sends: readonly ExpectedSend[];
  /** The service must refuse the payload. */
  readonly refused: boolean;
}

/** An email that must be sent. Fields that are not given do not matter. */
export interface ExpectedSend extends Within {
  readonly workflow?: string;
  readonly step?: string;
  readonly template?: string;
  readonly subject?: string;
  /** It must hang on something that the test leaves open. */
  readonly maybe: boolean;
}

/** A test as the schema describes it. */
interface RawTest extends Omit<SimulationRequest, 'when' | 'start'> {
  readonly name?: string;
  readonly at?: string;
  readonly zone?: string;
  readonly when?: readonly (string | { event: string; at: string; payload?: JsonObject })[];
  readonly sends?: readonly (Omit<Partial<ExpectedSend>, 'least' | 'greatest'> & { at: string })[];
  readonly refused?: boolean;
}

/** The tests in a file: one, or an array of them. A mistake in one makes all of the file unusable. */
export function readTestCases(value: unknown): Parsed<readonly TestCase[]> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) return { fault: 'contains no test' };
  const placeOf = (index: number): string => (items.length === 1 ? '' : `test ${index + 1}: `);
  return readAll(items, readTestCase, placeOf);
}

function readTestCase(item: unknown): Parsed<TestCase> {
  const fault = schemaFault(isTest, item);
  if (fault !== undefined) return { fault };
  const { event, name = event, at, zone, refused = false, all = false, ...raw } = item as RawTest;
  const start = readStart(at, zone);
  if ('fault' in start) return start;
  const when = readAll(
    raw.when ?? [],
    (given) => readLater(given, start.value),
    (index) => `"when", item ${index + 1}: `,
  );
  if ('fault' in when) return when;
  const sends = readAll(
    raw.sends ?? [],
    ({ at, maybe = false, ...rest }): Parsed<ExpectedSend> => {
      const span = readSpan(at, start.value);
      return 'fault' in span ? span : { value: { ...rest, ...span.value, maybe } };
    },
    (index) => `"sends", item ${index + 1}: `,
  );
  if ('fault' in sends) return sends;
  const { payload, contact } = raw;
  const request = { event, payload, contact, when: when.value, all, start: start.value };
  return { value: { name, request, sends: sends.value, refused } };
}

/** The fault of the given contact fields. */
export const contactFault = (contact: JsonObject): string | undefined =>
  schemaFault(isContact, contact);

/** The first error by a schema in words. */
function schemaFault(validate: Validator, value: unknown): string | undefined {
  if (validate(value)) return undefined;
  const [error] = validate.errors as unknown as readonly [OptionError, ...OptionError[]];
  const { keyword, instancePath, params, schema, data } = error;
  const words = instancePath.split('/').slice(1);
  const names = words.map((word) =>
    /^\d+$/.test(word) ? `item ${Number(word) + 1}` : quote(unescapeSegment(word)),
  );
  const place = names.join(', ') || 'it';
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const fields = Object.keys(
      (error as { parentSchema?: JsonObject }).parentSchema?.['properties'] ?? {},
    );
    return `${names.length === 0 ? '' : `${place}: `}unknown field ${quote(key)}${choice(key, fields)}`;
  }
  if (keyword === 'required') return `${place} has no "${params['missingProperty']}"`;
  if (keyword === 'dependencies') return `"${params['property']}" needs "${params['deps']}"`;
  return keyword === 'type'
    ? `${place} must be ${expected(schema)}, not ${shown(data)}`
    : `${place} is blank`;
}

function readStart(
  at: string | undefined,
  zone: string | undefined,
): Parsed<SimulationRequest['start']> {
  if (at === undefined) return { value: undefined };
  const found = findZone(zone ?? 'UTC');
  if (found === undefined) return { fault: `there is no time zone ${quote(zone ?? '')}` };
  const parsed = parseStart(at, found);
  return parsed === undefined
    ? { fault: `"at" must be a date and time such as "2026-03-28T09:00", not ${quote(at)}` }
    : { value: parsed.start };
}

function readLater(
  given: NonNullable<RawTest['when']>[number],
  start: SimulationRequest['start'],
): Parsed<LaterEvent> {
  if (typeof given === 'string') return parseLaterEvent(given, start);
  const offset = parseOffset(given.at, start);
  return 'fault' in offset ? offset : { value: { ...given, at: offset.value } };
}

/** `+2 days`, `+2 days to +5 days`, `+2 days or later`, `after an unknown time`. */
function readSpan(text: string, start: SimulationRequest['start']): Parsed<Within> {
  if (text.trim() === 'after an unknown time') return { value: { least: 0, greatest: null } };
  const later = /^(.{1,60}) or later$/.exec(text.trim())?.[1];
  const [from = '', to, ...more] = (later ?? text).split(' to ');
  const [min, max] = [parseOffset(from, start), parseOffset(to ?? from, start)];
  if ('fault' in min) return min;
  if ('fault' in max) return max;
  const [first, last] = [min.value, max.value];
  if (first === undefined || last === undefined || more.length > 0 || last < first)
    return { fault: `has no time in ${quote(text)}` };
  return { value: { least: first, greatest: later === undefined ? last : null } };
}

function readAll<Given, T>(
  items: readonly Given[],
  read: (item: Given) => Parsed<T>,
  placeOf: (index: number) => string,
): Parsed<readonly T[]> {
  const values: T[] = [];
  for (const [index, item] of items.entries()) {
    const parsed = read(item);
    if ('fault' in parsed) return { fault: placeOf(index) + parsed.fault };
    values.push(parsed.value);
  }
  return { value: values };
}
