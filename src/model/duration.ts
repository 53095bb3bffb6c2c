import { configField } from './config.ts';
import type { Step } from './nodes.ts';

/** What a length of time in a config means. `unclear` forms are read the way their author most likely meant them. */
export type Duration =
  | { readonly kind: 'known'; readonly seconds: number; readonly unclear: boolean }
  | { readonly kind: 'unclear' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** A length in a step's config: the field it stands in (today's or the alpha's name), the raw value, and its meaning. */
export interface Length {
  readonly field: string;
  readonly raw: unknown;
  readonly duration: Duration;
}

const UNITS = new Map<string, number>([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_592_000],
  ['year', 31_536_000],
]);

// "m" is read as minutes: the service's own recipes write "5m" for five minutes.
const SHORT_UNITS = new Map<string, number>([
  ['s', 1],
  ['sec', 1],
  ['secs', 1],
  ['m', 60],
  ['min', 60],
  ['mins', 60],
  ['h', 3600],
  ['hr', 3600],
  ['hrs', 3600],
  ['d', 86_400],
  ['w', 604_800],
  ['wk', 604_800],
  ['wks', 604_800],
  ['mo', 2_592_000],
  ['y', 31_536_000],
  ['yr', 31_536_000],
  ['yrs', 31_536_000],
]);

const PART = /^([+-]?\d{1,15}(?:\.\d{1,9})?) ?([a-z]{0,10})$/;

/** Reads a duration text: "2 days", "90 minutes", "1 week"; case-insensitive, optional plural, sums such as "1 day 12 hours". */
export function parseDuration(text: string): Duration {
  if (text.length > 200) return { kind: 'invalid', reason: 'is no length of time' };
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (words === '') return { kind: 'invalid', reason: 'is blank' };
  let seconds = 0;
  let unclear = false;
  for (const part of splitParts(words)) {
    const match = PART.exec(part);
    if (match === null) return { kind: 'invalid', reason: 'is no length of time' };
    const amount = Number(match[1]);
    const unit = match[2] as string;
    if (unit === '') {
      if (part !== words) return { kind: 'invalid', reason: 'is no length of time' };
      return amount <= 0 ? { kind: 'invalid', reason: amount === 0 ? 'is zero' : 'is negative' } : { kind: 'unclear' };
    }
    const long = UNITS.get(unit) ?? UNITS.get(unit.replace(/s$/, ''));
    const size = long ?? SHORT_UNITS.get(unit);
    if (size === undefined) return { kind: 'invalid', reason: `has the unit "${unit}", which is none` };
    if (amount < 0) return { kind: 'invalid', reason: 'is negative' };
    if (long === undefined) unclear = true;
    seconds += amount * size;
  }
  return seconds === 0 ? { kind: 'invalid', reason: 'is zero' } : { kind: 'known', seconds, unclear };
}

/** The lengths a step waits: of a delay its `duration` or `seconds`, of a wait_for_event its `timeout`. Usually one, or none. */
export function lengthsOf(step: Step): readonly Length[] {
  if (step.type === 'delay') return lengths(step, 'seconds', 'duration');
  if (step.type === 'wait_for_event') return lengths(step, 'timeout_seconds', 'timeout');
  return [];
}

/** Seconds a delay takes or a wait lasts at most; `undefined` when it is not given or cannot be read. */
export function secondsOf(step: Step): number | undefined {
  for (const { duration } of lengthsOf(step)) if (duration.kind === 'known') return duration.seconds;
  return undefined;
}

/** A length as people say it, two units at most: "2 days 3 hours", "90 minutes" is "1 hour 30 minutes", 0 is "0 seconds". */
export function formatDuration(seconds: number): string {
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const [unit, size] of [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const) {
    const amount = Math.floor(rest / size);
    if (amount === 0) continue;
    rest -= amount * size;
    parts.push(`${amount} ${unit}${amount === 1 ? '' : 's'}`);
  }
  return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ');
}

function lengths(step: Step, numeric: string, textual: string): readonly Length[] {
  const result: Length[] = [];
  const number = configField(step, numeric);
  // The API may send null for a timeout that was never set.
  const given = (value: unknown) => value !== undefined && !(value === null && step.type === 'wait_for_event');
  if (given(number)) result.push({ field: numeric, raw: number, duration: fromNumber(number) });
  const text = configField(step, textual);
  if (given(text)) {
    const duration: Duration = typeof text === 'string' ? parseDuration(text) : { kind: 'invalid', reason: 'is no text such as "3 days"' };
    result.push({ field: textual, raw: text, duration });
  }
  return result;
}

function fromNumber(value: unknown): Duration {
  if (typeof value !== 'number') return { kind: 'invalid', reason: 'is no number of seconds' };
  if (!Number.isFinite(value)) return { kind: 'invalid', reason: 'is too large a number' };
  if (value <= 0) return { kind: 'invalid', reason: value === 0 ? 'is zero' : 'is negative' };
  return { kind: 'known', seconds: value, unclear: false };
}

/** "1 day, 12 hours" and "1 day and 12 hours" into "1 day", "12 hours"; "1d12h" into "1d", "12h". */
function splitParts(words: string): readonly string[] {
  return words.split(/ and |, ?| (?=[+-]?\d)|(?<=[a-z])(?=\d)/);
}
