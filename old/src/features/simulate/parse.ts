import { firstTooDeep } from '../../core/document/syntax.ts';
import { parseDuration } from '../../core/model/duration.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { LaterEvent, SimulatedStart } from '../../core/model/simulation.ts';
import { UserError } from '../../run/user-error.ts';
import { parseStart } from './calendar.ts';

/** The result of `read`; the message of a UserError gets the place as a prefix. */
export function prefixed<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UserError ? new UserError(place + error.message, error.hint) : error;
  }
}

const NOTHING = /^(?:at once|\+?0+(?: ?(?:second|minute|hour|day|week)s?)?)$/;

/** Seconds from a text: `+2 days`, `0`, `+0 seconds`, `at once`, or, when the start is known, a date. `undefined` for `never`. */
export function parseOffset(text: string, start?: SimulatedStart): number | undefined {
  const plain = text.trim();
  if (plain === 'never') return undefined;
  if (NOTHING.test(plain)) return 0;
  const duration = parseDuration(plain.replace(/^\+\s*/, ''));
  if (duration.kind === 'known') return duration.seconds;
  if (!/^\d{4}-/.test(plain))
    throw new UserError(
      `"${plain}" is not a time after the first event, such as "+2 days", "+90 minutes", "0" or "never"`,
    );
  if (start === undefined)
    throw new UserError(`"${plain}" is a date, and it is not known when the first event happens`);
  const at = parseStart(plain, start.zone);
  if (at === undefined) throw new UserError(`"${plain}" is not a date`);
  const seconds = (at.start.instant - start.instant) / 1000;
  if (seconds < 0) throw new UserError(`"${plain}" is before the first event`);
  return seconds;
}

/** A further event from a text: `review.posted@+2 days`, `order.paid@never`, `review.posted@+2 days {"stars": 5}`. */
export function parseLaterEvent(text: string, start?: SimulatedStart): LaterEvent {
  const brace = text.indexOf('{', text.indexOf('@') + 1);
  const head = brace === -1 ? text : text.slice(0, brace);
  const end = head.lastIndexOf('@');
  const event = head.slice(0, end).trim();
  if (end === -1 || event === '')
    throw new UserError(
      `"${text}" does not say which event and when, such as "order.paid@+2 days"`,
    );
  const at = parseOffset(head.slice(end + 1), start);
  if (brace === -1) return { event, at };
  const read = () => parsePayload(text.slice(brace));
  return { event, at, payload: prefixed(`the payload of "${event}" `, read) };
}

/** A payload, or the known fields of a contact, from JSON. */
export function parsePayload(text: string): JsonObject {
  const value = parseJson(text.replace(/^\ufeff/, ''));
  if (!isObject(value)) throw new UserError('is JSON, but no object such as {"plan": "pro"}');
  return value;
}

export function parseJson(text: string): unknown {
  // Payloads are compared and printed as JSON, which recurses.
  if (firstTooDeep(text) !== undefined) throw new UserError('is nested too deeply');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`is not JSON: ${(error as SyntaxError).message}`);
  }
}
