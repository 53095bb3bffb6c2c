import { parseDuration } from '../../core/model/duration.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { LaterEvent, SimulatedStart } from '../../core/model/simulation.ts';

/** How far a clock in a zone is ahead of UTC, and what it shows, read from the calendar of the platform. */
interface Wall {
  readonly text: string;
  /** Milliseconds. */
  readonly ahead: number;
}

// The last second of the year 9999.
const MAX_INSTANT = 253_402_300_799_000;
const DAY = 86_400_000;

/** The date and time in the zone, some seconds of elapsed time after the start: `2026-03-29T09:00:00+02:00`. */
export function formatInstant({ instant, zone }: SimulatedStart, seconds: number): string {
  const at = instant + Math.round(seconds * 1000);
  if (!(Math.abs(at) <= MAX_INSTANT)) return 'after the year 9999';
  const { text, ahead } = wallAt(at, zone);
  if (zone === 'UTC') return `${text}Z`;
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  return `${text}${ahead < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Whether the clocks of the zone are changed within a day: then a time needs its offset. */
export function isNearChange({ instant, zone }: SimulatedStart, seconds: number): boolean {
  const at = instant + Math.round(seconds * 1000);
  if (zone === 'UTC' || !(Math.abs(at) <= MAX_INSTANT - DAY)) return false;
  return wallAt(at - DAY, zone).ahead !== wallAt(at + DAY, zone).ahead;
}

/** A zone by the name the platform knows it by; `undefined` when it knows none of this name. */
export function findZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const LOCAL =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** An instant, with a remark where the clocks of the zone skip that time or show it twice. */
interface ParsedStart {
  readonly start: SimulatedStart;
  readonly remark?: string;
}

/**
 * Reads `2026-03-29T09:00`, with or without an offset; without one it is the time of the zone. A time that the clocks skip is
 * moved on by as much as they are; of one that they show twice the first counts. `undefined` for anything else.
 */
export function parseStart(text: string, zone: string): ParsedStart | undefined {
  const match = text.length > 40 ? null : LOCAL.exec(text);
  if (match === null) return undefined;
  const [, day, time = '00:00', second = '00', offset] = match;
  const local = `${day}T${time}:${second}`;
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 19) !== local) return undefined;
  if (offset !== undefined) {
    const instant = Date.parse(
      `${local}${offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`}`,
    );
    return Number.isNaN(instant) ? undefined : { start: { instant, zone } };
  }
  // The offsets in force some time before and after: clocks are not changed twice within a day.
  const [before, after] = [wallAt(asUtc - DAY, zone).ahead, wallAt(asUtc + DAY, zone).ahead];
  const fits = [before, after]
    .map((ahead) => asUtc - ahead)
    .filter((instant) => wallAt(instant, zone).text === local);
  const [first, again] = [...new Set(fits)].sort((a, b) => a - b);
  const start = { instant: first ?? asUtc - before, zone };
  const taken = `taken as ${formatInstant(start, 0)}`;
  if (first === undefined)
    return { start, remark: `clocks in ${zone} leave out ${local}: ${taken}` };
  if (again === undefined) return { start };
  return { start, remark: `clocks in ${zone} show ${local} twice: ${taken}` };
}

const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

function wallAt(instant: number, zone: string): Wall {
  let format = FORMATTERS.get(zone);
  if (format === undefined) {
    const two = '2-digit';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
    FORMATTERS.set(zone, format);
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) as string;
  const text = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
  return { text, ahead: Date.parse(`${text}Z`) - Math.floor(instant / 1000) * 1000 };
}

const pad = (number: number): string => String(number).padStart(2, '0');

/** What was read, or why it cannot be. */
export type Parsed<T> = { readonly value: T } | { readonly fault: string };

const NOTHING = /^(?:at once|\+?0+(?: ?(?:second|minute|hour|day|week)s?)?)$/;

/** Seconds from a text: `+2 days`, `0`, `+0 seconds`, `at once`, or, when the start is known, a date. Of `never` there are none. */
export function parseOffset(text: string, start?: SimulatedStart): Parsed<number | undefined> {
  const plain = text.trim();
  if (plain === 'never') return { value: undefined };
  if (NOTHING.test(plain)) return { value: 0 };
  const duration = parseDuration(plain.replace(/^\+\s*/, ''));
  if (duration.kind === 'known') return { value: duration.seconds };
  if (/^\d{4}-/.test(plain)) {
    if (start === undefined)
      return { fault: `"${plain}" is a date, and it is not known when the first event happens` };
    const at = parseStart(plain, start.zone);
    const seconds = at === undefined ? Number.NaN : (at.start.instant - start.instant) / 1000;
    if (seconds >= 0) return { value: seconds };
    return {
      fault: at === undefined ? `"${plain}" is not a date` : `"${plain}" is before the first event`,
    };
  }
  return {
    fault: `"${plain}" is not a time after the first event, such as "+2 days", "+90 minutes", "0" or "never"`,
  };
}

/** A further event from a text: `review.posted@+2 days`, `order.paid@never`, `review.posted@+2 days {"stars": 5}`. */
export function parseLaterEvent(text: string, start?: SimulatedStart): Parsed<LaterEvent> {
  const brace = text.indexOf('{', text.indexOf('@') + 1);
  const head = brace === -1 ? text : text.slice(0, brace);
  const at = head.lastIndexOf('@');
  const event = head.slice(0, at).trim();
  if (at === -1 || event === '')
    return { fault: `"${text}" does not say which event and when, such as "order.paid@+2 days"` };
  const offset = parseOffset(head.slice(at + 1), start);
  if ('fault' in offset) return offset;
  if (brace === -1) return { value: { event, at: offset.value } };
  const payload = parsePayload(text.slice(brace));
  return 'fault' in payload
    ? { fault: `the payload of "${event}" ${payload.fault}` }
    : { value: { event, at: offset.value, payload: payload.value } };
}

/** A payload, or the known fields of a contact, from JSON. */
export function parsePayload(text: string): Parsed<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return { fault: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  return isObject(value) ? { value } : { fault: 'is JSON, but no object such as {"plan": "pro"}' };
}
