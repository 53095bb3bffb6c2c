import { isObject, type JsonObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import type { LaterEvent, SimulationRequest } from '../model/simulation.ts';
import { findZone, parseStart } from './calendar.ts';
import { type Parsed, parseLaterEvent, parseOffset } from './when.ts';

/** What a `*.sim.json` file asks, as schemas/sim.schema.json describes it: what is simulated, and what the contact must receive. */
export interface TestCase {
  readonly name: string;
  readonly request: SimulationRequest;
  readonly sends: readonly ExpectedSend[];
  /** The service must refuse the payload. */
  readonly refused: boolean;
}

/** An email that must be sent. What is not said of it does not matter. */
export interface ExpectedSend {
  readonly least: number;
  /** Null: no end is known. */
  readonly greatest: number | null;
  readonly workflow?: string;
  readonly step?: string;
  readonly template?: string;
  readonly subject?: string;
  /** It must hang on something that the test leaves open. */
  readonly maybe: boolean;
}

const FIELDS = ['$schema', 'name', 'event', 'payload', 'contact', 'when', 'at', 'zone', 'all', 'sends', 'refused'] as const;
const SEND_FIELDS = ['at', 'workflow', 'step', 'template', 'subject', 'maybe'] as const;

/** The tests in a file: one, or an array of them. A mistake in one makes all of the file unusable. */
export function readTestCases(value: unknown): Parsed<readonly TestCase[]> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length === 0) return { fault: 'holds no test' };
  const cases: TestCase[] = [];
  for (const [index, item] of items.entries()) {
    const read = readTestCase(item);
    if ('fault' in read) return { fault: items.length === 1 ? read.fault : `test ${index + 1}: ${read.fault}` };
    cases.push(read.value);
  }
  return { value: cases };
}

function readTestCase(item: unknown): Parsed<TestCase> {
  if (!isObject(item)) return { fault: 'is no object with "event" and "sends"' };
  const stranger = unknownField(item, FIELDS);
  if (stranger !== undefined) return { fault: stranger };
  const event = own(item, 'event');
  if (typeof event !== 'string' || event === '') return { fault: '"event" must be the name of an event' };
  for (const field of ['payload', 'contact']) {
    const given = own(item, field);
    if (given !== undefined && !isObject(given)) return { fault: `"${field}" must be an object` };
  }
  for (const field of ['$schema', 'name', 'at', 'zone']) {
    if (own(item, field) !== undefined && typeof own(item, field) !== 'string') return { fault: `"${field}" must be a text` };
  }
  for (const field of ['all', 'refused']) {
    if (own(item, field) !== undefined && typeof own(item, field) !== 'boolean') return { fault: `"${field}" must be true or false` };
  }
  const start = readStart(own(item, 'at') as string | undefined, own(item, 'zone') as string | undefined);
  if ('fault' in start) return start;
  const when = readList(item, 'when', [], (given) => readLater(given, start.value));
  if ('fault' in when) return when;
  const refused = own(item, 'refused') === true;
  const sends = readList(item, 'sends', refused ? [] : undefined, (given) => readSend(given, start.value));
  if ('fault' in sends) return sends;
  return {
    value: {
      name: (own(item, 'name') as string | undefined) ?? event,
      request: {
        event,
        payload: own(item, 'payload') as JsonObject | undefined,
        contact: own(item, 'contact') as JsonObject | undefined,
        when: when.value,
        all: own(item, 'all') === true,
        start: start.value,
      },
      sends: sends.value,
      refused,
    },
  };
}

function readStart(at: string | undefined, zone: string | undefined): Parsed<SimulationRequest['start']> {
  if (at === undefined) return zone === undefined ? { value: undefined } : { fault: '"zone" needs "at"' };
  const found = findZone(zone ?? 'UTC');
  if (found === undefined) return { fault: `there is no time zone ${quote(zone ?? '')}` };
  const parsed = parseStart(at, found);
  return parsed === undefined ? { fault: `"at" must be a date and time such as "2026-03-28T09:00", not ${quote(at)}` } : { value: parsed.start };
}

function readLater(given: unknown, start: SimulationRequest['start']): Parsed<LaterEvent> {
  if (typeof given === 'string') return parseLaterEvent(given, start);
  if (!isObject(given)) return { fault: 'must be a text such as "order.paid@+2 days", or an object' };
  const stranger = unknownField(given, ['event', 'at', 'payload']);
  if (stranger !== undefined) return { fault: stranger };
  const [event, at, payload] = [own(given, 'event'), own(given, 'at'), own(given, 'payload')];
  if (typeof event !== 'string' || typeof at !== 'string') return { fault: 'wants an "event" and an "at", such as "+2 days"' };
  if (payload !== undefined && !isObject(payload)) return { fault: 'has a "payload" that is no object' };
  const offset = parseOffset(at, start);
  return 'fault' in offset ? offset : { value: { event, at: offset.value, ...(payload !== undefined && { payload }) } };
}

function readSend(given: unknown, start: SimulationRequest['start']): Parsed<ExpectedSend> {
  if (!isObject(given)) return { fault: 'must be an object such as {"at": "+2 days", "step": "welcome"}' };
  const stranger = unknownField(given, SEND_FIELDS);
  if (stranger !== undefined) return { fault: stranger };
  const at = own(given, 'at');
  if (typeof at !== 'string') return { fault: 'wants an "at", such as "+2 days", or "+2 days to +5 days"' };
  const span = readSpan(at, start);
  if ('fault' in span) return span;
  const texts: [string, string][] = [];
  for (const field of ['workflow', 'step', 'template', 'subject']) {
    const text = own(given, field);
    if (text !== undefined && typeof text !== 'string') return { fault: `has a "${field}" that is no text` };
    if (text !== undefined) texts.push([field, text]);
  }
  const maybe = Object.hasOwn(given, 'maybe') ? own(given, 'maybe') : false;
  if (typeof maybe !== 'boolean') return { fault: 'has a "maybe" that is neither true nor false' };
  return { value: { ...span.value, ...Object.fromEntries(texts), maybe } };
}

/** `+2 days`, `+2 days to +5 days`, `+2 days or later`, `after an unknown time`. */
function readSpan(text: string, start: SimulationRequest['start']): Parsed<{ readonly least: number; readonly greatest: number | null }> {
  if (text.trim() === 'after an unknown time') return { value: { least: 0, greatest: null } };
  const later = /^(.{1,60}) or later$/.exec(text.trim())?.[1];
  const [from = '', to, ...more] = (later ?? text).split(' to ');
  const [least, greatest] = [from, to ?? from].map((part) => parseOffset(part, start)) as [Parsed<number | undefined>, Parsed<number | undefined>];
  if ('fault' in least) return least;
  if ('fault' in greatest) return greatest;
  if (least.value === undefined || greatest.value === undefined || more.length > 0 || greatest.value < least.value)
    return { fault: `has no time in ${quote(text)}` };
  return { value: { least: least.value, greatest: later === undefined ? greatest.value : null } };
}

/** @param missing what stands in for the array where it is left out. */
function readList<T>(test: JsonObject, field: string, missing: readonly T[] | undefined, read: (item: unknown) => Parsed<T>): Parsed<readonly T[]> {
  const given = own(test, field);
  if (given === undefined && missing !== undefined) return { value: missing };
  if (!Array.isArray(given)) return { fault: `"${field}" must be an array` };
  const items: T[] = [];
  for (const [index, item] of given.entries()) {
    const parsed = read(item);
    if ('fault' in parsed) return { fault: `"${field}", item ${index + 1}: ${parsed.fault}` };
    items.push(parsed.value);
  }
  return { value: items };
}

function unknownField(object: JsonObject, known: readonly string[]): string | undefined {
  const stranger = Object.keys(object).find((key) => !known.includes(key));
  if (stranger === undefined) return undefined;
  const near = nearest(stranger, known);
  return `there is no field ${quote(stranger)}${near === undefined ? `; there are ${known.join(', ')}` : `: did you mean "${near}"?`}`;
}
