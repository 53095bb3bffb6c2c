import { isObject, type JsonObject, own } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import { nearest } from '../../core/model/nearest.ts';
import type { LaterEvent, SimulationRequest, Within } from '../../core/model/simulation.ts';
import { findZone, type Parsed, parseLaterEvent, parseOffset, parseStart } from './calendar.ts';

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

const FIELDS = '$schema name event payload contact when at zone all sends refused'.split(' ');
const SEND_FIELDS = ['at', 'workflow', 'step', 'template', 'subject', 'maybe'] as const;

/** The tests in a file: one, or an array of them. A mistake in one makes all of the file unusable. */
export function readTestCases(value: unknown): Parsed<readonly TestCase[]> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) return { fault: 'holds no test' };
  const placeOf = (index: number): string => (items.length === 1 ? '' : `test ${index + 1}: `);
  return readAll(items, readTestCase, placeOf);
}

function readTestCase(item: unknown): Parsed<TestCase> {
  if (!isObject(item)) return { fault: 'is no object with "event" and "sends"' };
  const fault = fieldFault(item);
  if (fault !== undefined) return { fault };
  const [event, name, at, zone] = ['event', 'name', 'at', 'zone'].map(
    (field) => own(item, field) as string | undefined,
  ) as [string, string?, string?, string?];
  const start = readStart(at, zone);
  if ('fault' in start) return start;
  const when = readList(item, 'when', [], (given) => readLater(given, start.value));
  if ('fault' in when) return when;
  const refused = own(item, 'refused') === true;
  const sends = readList(item, 'sends', refused ? [] : undefined, (given) =>
    readSend(given, start.value),
  );
  if ('fault' in sends) return sends;
  const [payload, contact] = ['payload', 'contact'].map(
    (field) => own(item, field) as JsonObject | undefined,
  );
  const all = own(item, 'all') === true;
  const request = { event, payload, contact, when: when.value, all, start: start.value };
  return { value: { name: name ?? event, request, sends: sends.value, refused } };
}

function fieldFault(item: JsonObject): string | undefined {
  const unrecognized = unknownField(item, FIELDS);
  if (unrecognized !== undefined) return unrecognized;
  const event = own(item, 'event');
  if (typeof event !== 'string' || event === '') return '"event" must be the name of an event';
  const wrong = (fields: readonly string[], fits: (value: unknown) => boolean) =>
    fields.find((field) => own(item, field) !== undefined && !fits(own(item, field)));
  const fault = (field: string | undefined, kind: string): string | undefined =>
    field && `"${field}" must be ${kind}`;
  return (
    fault(wrong(['payload', 'contact'], isObject), 'an object') ??
    fault(wrong(['$schema', 'name', 'at', 'zone'], isText), 'a text') ??
    fault(
      wrong(['all', 'refused'], (value) => typeof value === 'boolean'),
      'true or false',
    )
  );
}

const isText = (value: unknown): boolean => typeof value === 'string';

function readStart(
  at: string | undefined,
  zone: string | undefined,
): Parsed<SimulationRequest['start']> {
  if (at === undefined)
    return zone === undefined ? { value: undefined } : { fault: '"zone" needs "at"' };
  const found = findZone(zone ?? 'UTC');
  if (found === undefined) return { fault: `there is no time zone ${quote(zone ?? '')}` };
  const parsed = parseStart(at, found);
  return parsed === undefined
    ? { fault: `"at" must be a date and time such as "2026-03-28T09:00", not ${quote(at)}` }
    : { value: parsed.start };
}

function readLater(given: unknown, start: SimulationRequest['start']): Parsed<LaterEvent> {
  if (typeof given === 'string') return parseLaterEvent(given, start);
  if (!isObject(given))
    return { fault: 'must be a text such as "order.paid@+2 days", or an object' };
  const unrecognized = unknownField(given, ['event', 'at', 'payload']);
  if (unrecognized !== undefined) return { fault: unrecognized };
  const [event, at, payload] = [own(given, 'event'), own(given, 'at'), own(given, 'payload')];
  if (typeof event !== 'string' || typeof at !== 'string')
    return { fault: 'wants an "event" and an "at", such as "+2 days"' };
  if (payload !== undefined && !isObject(payload))
    return { fault: 'has a "payload" that is no object' };
  const offset = parseOffset(at, start);
  return 'fault' in offset
    ? offset
    : { value: { event, at: offset.value, ...(payload !== undefined && { payload }) } };
}

function readSend(given: unknown, start: SimulationRequest['start']): Parsed<ExpectedSend> {
  if (!isObject(given))
    return { fault: 'must be an object such as {"at": "+2 days", "step": "welcome"}' };
  const unrecognized = unknownField(given, SEND_FIELDS);
  if (unrecognized !== undefined) return { fault: unrecognized };
  const at = own(given, 'at');
  if (typeof at !== 'string')
    return { fault: 'wants an "at", such as "+2 days", or "+2 days to +5 days"' };
  const span = readSpan(at, start);
  if ('fault' in span) return span;
  const texts: [string, string][] = [];
  for (const field of ['workflow', 'step', 'template', 'subject']) {
    const text = own(given, field);
    if (text !== undefined && typeof text !== 'string')
      return { fault: `has a "${field}" that is no text` };
    if (text !== undefined) texts.push([field, text]);
  }
  const maybe = Object.hasOwn(given, 'maybe') ? own(given, 'maybe') : false;
  if (typeof maybe !== 'boolean') return { fault: 'has a "maybe" that is neither true nor false' };
  return { value: { ...span.value, ...Object.fromEntries(texts), maybe } };
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

/** @param missing replaces an array that is left out. */
function readList<T>(
  test: JsonObject,
  field: string,
  missing: readonly T[] | undefined,
  read: (item: unknown) => Parsed<T>,
): Parsed<readonly T[]> {
  const given = own(test, field);
  if (given === undefined && missing !== undefined) return { value: missing };
  if (!Array.isArray(given)) return { fault: `"${field}" must be an array` };
  return readAll(given, read, (index) => `"${field}", item ${index + 1}: `);
}

function readAll<T>(
  items: readonly unknown[],
  read: (item: unknown) => Parsed<T>,
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

function unknownField(object: JsonObject, known: readonly string[]): string | undefined {
  const unrecognized = Object.keys(object).find((key) => !known.includes(key));
  if (unrecognized === undefined) return undefined;
  const near = nearest(unrecognized, known);
  const hint = near === undefined ? `; there are ${known.join(', ')}` : `: did you mean "${near}"?`;
  return `there is no field ${quote(unrecognized)}${hint}`;
}
