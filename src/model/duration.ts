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

/** Unit → seconds; a month is 30 days, a year 365. */
export const UNITS: ReadonlyMap<string, number> = new Map([
  ['second', 1],
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_592_000],
  ['year', 31_536_000],
]);

// "m" is read as minutes: the service's own recipes write "5m" for five minutes.
const SHORT_UNITS = new Map([
  ['s', 'second'],
  ['sec', 'second'],
  ['secs', 'second'],
  ['m', 'minute'],
  ['min', 'minute'],
  ['mins', 'minute'],
  ['h', 'hour'],
  ['hr', 'hour'],
  ['hrs', 'hour'],
  ['d', 'day'],
  ['w', 'week'],
  ['wk', 'week'],
  ['wks', 'week'],
  ['mo', 'month'],
  ['y', 'year'],
  ['yr', 'year'],
  ['yrs', 'year'],
]);

const NONE: readonly Length[] = [];
const NO_TEXT: Duration = { kind: 'invalid', reason: 'is no text such as "3 days"' };
const UNREADABLE: Duration = { kind: 'invalid', reason: 'is no length of time' };
// A few texts stand in most workflows, and several rules ask for each.
const READ = new Map<string, Duration>();
const MAX_READ = 500;
const LONGEST = 31_536_000_000;
const PART = /^([+-]?\d{1,15}(?:\.\d{1,9})?) ?([a-z]{0,10})$/;

/** Reads a duration text: "2 days", "90 minutes", "1 week"; case-insensitive, optional plural, sums such as "1 day 12 hours". */
export function parseDuration(text: string): Duration {
  if (text.length > 200) return UNREADABLE;
  let duration = READ.get(text);
  if (duration === undefined) {
    duration = readDuration(text);
    if (READ.size >= MAX_READ) READ.clear();
    READ.set(text, duration);
  }
  return duration;
}

function readDuration(text: string): Duration {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (words === '') return { kind: 'invalid', reason: 'is blank' };
  let seconds = 0;
  let unclear = false;
  for (const part of splitParts(words)) {
    const match = PART.exec(part);
    if (match === null) return UNREADABLE;
    const amount = Number(match[1]);
    const written = match[2] as string;
    if (written === '') {
      if (part !== words) return UNREADABLE;
      return amount <= 0 ? { kind: 'invalid', reason: amount === 0 ? 'is zero' : 'is negative' } : { kind: 'unclear' };
    }
    const unit = unitOf(written);
    if (unit === undefined) return { kind: 'invalid', reason: `has the unit "${written}", which is none` };
    if (amount < 0) return { kind: 'invalid', reason: 'is negative' };
    if (unit.short) unclear = true;
    seconds += amount * unit.seconds;
  }
  return seconds === 0 ? { kind: 'invalid', reason: 'is zero' } : { kind: 'known', seconds, unclear };
}

/** The amounts and units of a duration text in full words: "1d12h" → "1 day 12 hours"; `undefined` when it cannot be read. */
export function spellDuration(text: string): string | undefined {
  if (parseDuration(text).kind !== 'known') return undefined;
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return splitParts(words)
    .map((part) => {
      const [, amount, written] = PART.exec(part) as RegExpExecArray;
      return count(Number(amount), unitOf(written as string)?.name as string);
    })
    .join(' ');
}

/** The lengths a step waits: of a delay its `duration` or `seconds`, of a wait_for_event its `timeout`. Usually one, or none. */
export function lengthsOf(step: Step): readonly Length[] {
  if (step.type === 'delay') return lengths(step, 'seconds', step.config['seconds'], 'duration', step.config['duration']);
  if (step.type === 'wait_for_event') return lengths(step, 'timeout_seconds', configField(step, 'timeout_seconds'), 'timeout', step.config['timeout']);
  return NONE;
}

/** Seconds a delay takes or a wait lasts at most; `undefined` when it is not given or cannot be read. */
export function secondsOf(step: Step): number | undefined {
  for (const { duration } of lengthsOf(step)) if (duration.kind === 'known') return duration.seconds;
  return undefined;
}

/** Whether a wait_for_event gives up after some time. The API may send null for a timeout that was never set. */
export function hasTimeout(step: Step): boolean {
  return (step.config['timeout'] ?? configField(step, 'timeout_seconds') ?? null) !== null;
}

/** JSON Schema of an option that holds a length of time, and its value in seconds. */
export const DURATION_OPTION = { type: 'string', pattern: '^[1-9][0-9]{0,5} (second|minute|hour|day|week|month|year)s?$' } as const;

export function secondsOfOption(text: string): number {
  const duration = parseDuration(text);
  return duration.kind === 'known' ? duration.seconds : Number.POSITIVE_INFINITY;
}

/** "1 day", "2 days". */
export function count(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** A length as people say it, two units at most: "2 days 3 hours", "90 minutes" is "1 hour 30 minutes", 0 is "0 seconds". */
export function formatDuration(seconds: number): string {
  if (seconds > 0 && seconds < 0.5) return 'less than a second';
  if (seconds >= LONGEST) return 'over 1000 years';
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const unit of ['day', 'hour', 'minute', 'second']) {
    const size = UNITS.get(unit) as number;
    const amount = Math.floor(rest / size);
    if (amount === 0) continue;
    rest -= amount * size;
    parts.push(count(amount, unit));
  }
  return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ');
}

function lengths(step: Step, numeric: string, number: unknown, textual: string, text: unknown): readonly Length[] {
  const inNumber = isGiven(step, number, text) ? { field: numeric, raw: number, duration: fromNumber(number) } : undefined;
  if (!isGiven(step, text, number)) return inNumber === undefined ? NONE : [inNumber];
  const inText = { field: textual, raw: text, duration: typeof text === 'string' ? parseDuration(text) : NO_TEXT };
  return inNumber === undefined ? [inText] : [inNumber, inText];
}

// Of a wait, null is a timeout that was never set; of a delay it is a length that is missing, unless the other field has it.
const isGiven = ({ type }: Step, value: unknown, other: unknown): boolean =>
  value !== undefined && (value !== null || (type !== 'wait_for_event' && (other === undefined || other === null)));

function fromNumber(value: unknown): Duration {
  if (typeof value !== 'number') return { kind: 'invalid', reason: 'is no number of seconds' };
  if (!Number.isFinite(value)) return { kind: 'invalid', reason: 'is too large a number' };
  if (value <= 0) return { kind: 'invalid', reason: value === 0 ? 'is zero' : 'is negative' };
  return { kind: 'known', seconds: value, unclear: false };
}

function unitOf(written: string): { readonly name: string; readonly seconds: number; readonly short: boolean } | undefined {
  const plain = UNITS.has(written) ? written : written.replace(/s$/, '');
  const name = UNITS.has(plain) ? plain : SHORT_UNITS.get(written);
  return name === undefined ? undefined : { name, seconds: UNITS.get(name) as number, short: name !== plain };
}

/** "1 day, 12 hours" and "1 day and 12 hours" into "1 day", "12 hours"; "1d12h" into "1d", "12h". */
function splitParts(words: string): readonly string[] {
  return words.split(/,? and |, ?| (?=[+-]?\d)|(?<=[a-z])(?=\d)/);
}
