/** What is simulated, and how its parts are written. */
import { isTooDeep } from '../../core/document/text.ts';
import { parseDuration } from '../../core/model/duration.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { quote } from '../../core/model/text.ts';
import { UserError } from '../../node/user-error.ts';
import { findZone, parseStart } from './calendar.ts';

/** The time of an event that never comes. */
export const NEVER = Number.POSITIVE_INFINITY;

/** When the first event happens. */
export interface Start {
  /** Milliseconds since 1970. */
  readonly instant: number;
  /** Its IANA name. */
  readonly zone: string;
}

/** An event that comes after the first one. */
export interface LaterEvent {
  readonly event: string;
  /** Seconds after the first event, or `NEVER`. */
  readonly at: number;
  /** Complete: a field that it lacks is missing. */
  readonly payload?: JsonObject | undefined;
}

export interface SimulationRequest extends Omit<LaterEvent, 'at'> {
  /** Fields that it lacks are unknown. */
  readonly contact?: JsonObject | undefined;
  readonly later: readonly LaterEvent[];
  /** Workflows that are not enabled start as well. */
  readonly isAll: boolean;
  readonly start?: Start | undefined;
}

/** Seconds from `+2 days`, `at once`, `0`, or, with a start, a date; or `NEVER`. */
export function parseTime(given: string, start?: Start): number {
  const text = given.trim();
  if (text === 'never') return NEVER;
  if (/^(?:at once|\+?0+(?: ?(?:second|minute|hour|day|week)s?)?)$/.test(text)) return 0;
  const duration = parseDuration(text.replace(/^\+\s*/, ''));
  if (duration.kind === 'known') return duration.seconds;
  if (!/^(?:[A-Z][a-z]{2} )?\d{4}-/.test(text))
    throw new UserError(`${quote(text)} is not a time`, 'such as "+2 days", "at once" or "never"');
  if (start === undefined)
    throw new UserError(`${quote(text)} is a date, and the first event has none`, 'add --at');
  const date = parseStart(text, start.zone);
  if (date === undefined) throw new UserError(`${quote(text)} is not a date`);
  const seconds = (date.instant - start.instant) / 1000;
  if (seconds < 0) throw new UserError(`${quote(text)} is before the first event`);
  return seconds;
}

/** `review.posted@+2 days`, `order.paid@never`, `review.posted@+2 days {"stars": 5}`. */
export function parseLater(text: string, start?: Start): LaterEvent {
  const brace = text.indexOf('{', text.indexOf('@') + 1);
  const head = brace === -1 ? text : text.slice(0, brace);
  const end = head.lastIndexOf('@');
  const event = head.slice(0, end).trim();
  if (end === -1 || event === '')
    throw new UserError(
      `${quote(text)} does not say which event comes when`,
      'such as "order.paid@+2 days"',
    );
  const at = parseTime(head.slice(end + 1), start);
  return { event, at, payload: brace === -1 ? undefined : parseFields(text.slice(brace)) };
}

/** The fields of a payload or contact. */
export function parseFields(text: string): JsonObject {
  const value = parseJson(text);
  if (isObject(value)) return value;
  throw new UserError('is JSON, but no object', 'such as {"plan": "pro"}');
}

export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = (error as SyntaxError).message;
    throw new UserError(`is not JSON: ${reason}`, 'such as {"plan": "pro"}');
  }
  if (isTooDeep(value)) throw new UserError('is nested too deeply');
  return value;
}

export function readStart(at: string, zone = 'UTC'): Start {
  const known = findZone(zone);
  if (known === undefined)
    throw new UserError(`there is no time zone ${quote(zone)}`, 'such as Europe/Berlin');
  const parsed = parseStart(at, known);
  if (parsed !== undefined) return parsed;
  throw new UserError(`${quote(at)} is not a date and time`, 'such as 2026-03-28T09:00');
}

/** The result, or the same error with the place before it. */
export function within<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${place} ${error.message}`, error.hint);
  }
}
