import { parseDuration } from '../model/duration.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import type { LaterEvent, SimulatedStart } from '../model/simulation.ts';
import { parseStart } from './calendar.ts';

/** What was read, or why it cannot be. */
export type Parsed<T> = { readonly value: T } | { readonly fault: string };

/** Seconds from a text: `+2 days`, `0`, `at once`, or, when the start is known, a date. Of `never` there are none. */
export function parseOffset(text: string, start?: SimulatedStart): Parsed<number | undefined> {
  const plain = text.trim();
  if (plain === 'never') return { value: undefined };
  if (/^\+?0$/.test(plain) || plain === 'at once') return { value: 0 };
  const duration = parseDuration(plain.replace(/^\+\s*/, ''));
  if (duration.kind === 'known') return { value: duration.seconds };
  if (/^\d{4}-/.test(plain)) {
    if (start === undefined) return { fault: `"${plain}" is a date, and it is not known when the first event happens` };
    const at = parseStart(plain, start.zone);
    const seconds = at === undefined ? Number.NaN : (at.start.instant - start.instant) / 1000;
    if (seconds >= 0) return { value: seconds };
    return { fault: at === undefined ? `"${plain}" is no date` : `"${plain}" is before the first event` };
  }
  return { fault: `"${plain}" is no time after the first event, such as "+2 days", "+90 minutes", "0" or "never"` };
}

/** A further event from a text: `review.posted@+2 days`, `order.paid@never`, `review.posted@+2 days {"stars": 5}`. */
export function parseLaterEvent(text: string, start?: SimulatedStart): Parsed<LaterEvent> {
  const brace = text.indexOf('{', text.indexOf('@') + 1);
  const head = brace === -1 ? text : text.slice(0, brace);
  const at = head.lastIndexOf('@');
  const event = head.slice(0, at).trim();
  if (at === -1 || event === '') return { fault: `"${text}" does not say which event and when, such as "order.paid@+2 days"` };
  const offset = parseOffset(head.slice(at + 1), start);
  if ('fault' in offset) return offset;
  if (brace === -1) return { value: { event, at: offset.value } };
  const payload = parsePayload(text.slice(brace));
  return 'fault' in payload ? { fault: `the payload of "${event}" ${payload.fault}` } : { value: { event, at: offset.value, payload: payload.value } };
}

/** A payload, or what is known of a contact, from JSON. */
export function parsePayload(text: string): Parsed<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    return { fault: `is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  return isObject(value) ? { value } : { fault: 'is JSON, but no object such as {"plan": "pro"}' };
}
