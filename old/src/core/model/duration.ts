import { configField } from './config.ts';
import { isGiven, isObject } from './json.ts';
import { nearest } from './nearest.ts';
import type { Step } from './nodes.ts';
import { cacheParser, namesMeant, pluralize } from './text.ts';

/** A parsed length of time. `unclear` forms have their most likely meaning. */
type Duration =
  | { readonly kind: 'known'; readonly seconds: number; readonly unclear: boolean }
  | { readonly kind: 'unclear' }
  | { readonly kind: 'invalid'; readonly reason: string };

/** A length in a step's config: its field (today's or the alpha's name), raw value and meaning. */
export interface Length {
  readonly step: Step;
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

/** The longest delay and timeout that the service accepts, in seconds. */
export const LONGEST_DELAY = 30 * 86_400;

/** Units that its documents show. */
const SHOWN_UNITS: ReadonlySet<string> = new Set(['minute', 'hour', 'day', 'week']);

// "m" means minutes: the service's own recipes have "5m" for five minutes.
const SHORT_UNITS = namesMeant({
  second: 's sec secs',
  minute: 'm min mins',
  hour: 'h hr hrs',
  day: 'd',
  week: 'w wk wks',
  month: 'mo',
  year: 'y yr yrs',
});

const NO_TEXT: Duration = { kind: 'invalid', reason: 'is not a string such as "3 days"' };
const UNREADABLE: Duration = { kind: 'invalid', reason: 'is not a valid duration' };
const THOUSAND_YEARS = 31_536_000_000;
const PART = /^([+-]?\d{1,15}(?:\.\d{1,9})?) ?([a-z]{0,10})$/;

/** Parses "2 days", "90 minutes", "1 week"; case-insensitive, optional plural, sums such as "1 day 12 hours". */
export const parseDuration = cacheParser(readDuration);

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
      return amount <= 0
        ? { kind: 'invalid', reason: amount === 0 ? 'is zero' : 'is negative' }
        : { kind: 'unclear' };
    }
    const unit = unitOf(written);
    if (unit === undefined) return { kind: 'invalid', reason: `has unknown unit "${written}"` };
    if (amount < 0) return { kind: 'invalid', reason: 'is negative' };
    if (unit.short) unclear = true;
    seconds += amount * unit.seconds;
  }
  return seconds === 0
    ? { kind: 'invalid', reason: 'is zero' }
    : { kind: 'known', seconds, unclear };
}

/** "1d12h" → "1 day 12 hours"; `undefined` when invalid. */
export function spellDuration(text: string): string | undefined {
  if (parseDuration(text).kind !== 'known') return undefined;
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return splitParts(words)
    .map((part) => {
      const [, amount, written] = PART.exec(part) as RegExpExecArray;
      return pluralize(Number(amount), unitOf(written as string)?.name as string);
    })
    .join(' ');
}

/** The text, if it is a duration that the service accepts. */
export function acceptedDuration(text: string | undefined): string | undefined {
  const duration = parseDuration(text ?? '');
  return duration.kind === 'known' && duration.seconds <= LONGEST_DELAY ? text : undefined;
}

/** Whether a text has only units that the documents of the service show, written in full. */
export const hasShownUnits = (text: string): boolean =>
  (text.toLowerCase().match(/[a-z]+/g) ?? [])
    .filter((word) => word !== 'and')
    .every((word) => SHOWN_UNITS.has(word.replace(/s$/, '')));

/** `duration` and `seconds` of a delay, the timeouts of a wait_for_event. */
export function lengthsOf(step: Step): readonly Length[] {
  const { lengths } = step.spec;
  if (lengths === undefined) return [];
  const found: Length[] = [];
  const number = configField(step, lengths.seconds);
  const text = configField(step, lengths.text);
  if (isStated(step, number, text))
    found.push({ step, field: lengths.seconds, raw: number, duration: fromNumber(number) });
  if (isStated(step, text, number)) {
    const duration = typeof text === 'string' ? parseDuration(text) : NO_TEXT;
    found.push({ step, field: lengths.text, raw: text, duration });
  }
  return found;
}

/** `undefined` when missing or invalid. */
export function secondsOf(step: Step): number | undefined {
  for (const { duration } of lengthsOf(step))
    if (duration.kind === 'known') return duration.seconds;
  return undefined;
}

/**
 * Whether a wait has a timeout, or may have one under another name or in a config that cannot be read: both have findings of
 * their own. The API may send null for none.
 */
export const hasTimeout = (step: Step): boolean =>
  isGiven(configField(step, 'timeout')) ||
  isGiven(configField(step, 'timeout_seconds')) ||
  mayHaveTimeout(step);

const mayHaveTimeout = ({ config, raw, spec: { fieldNames } }: Step): boolean =>
  !isObject(raw['config']) ||
  Object.entries(config).some(([field, value]) => {
    if (fieldNames.has(field) || !isGiven(value)) return false;
    const meant = nearest(field, fieldNames) ?? timeoutMeant(field, value, fieldNames);
    return meant === 'timeout' || meant === 'timeout_seconds';
  });

/** A wait has a timeout where a delay has a duration. */
export function timeoutMeant(
  field: string,
  value: unknown,
  known: ReadonlySet<string>,
): string | undefined {
  if (field !== 'duration' && field !== 'seconds') return undefined;
  const isLength = typeof value === 'string' && parseDuration(value).kind !== 'invalid';
  const name = typeof value === 'number' ? 'timeout_seconds' : 'timeout';
  return (isLength || typeof value === 'number') && known.has(name) ? name : undefined;
}

/** The field to add to a wait without a timeout, in the dialect of the step. */
export function adviseTimeout(step: Step): string {
  const [field, value] = timeoutField(step);
  return `add "${field}": ${JSON.stringify(value)}${typeof value === 'number' ? ' (3 days)' : ''}`;
}

/** Such a field, and its value. */
export const timeoutField = ({ raw }: Step): readonly [field: string, value: string | number] =>
  isGiven(raw['key']) ? ['timeout', '3 days'] : ['timeout_seconds', 259_200];

/** As text; as written if it is invalid. */
export function lengthInWords(step: Step): string | undefined {
  const seconds = secondsOf(step);
  if (seconds !== undefined) return formatDuration(seconds);
  const raw = lengthsOf(step)[0]?.raw;
  if (raw === undefined) return undefined;
  return typeof raw === 'object' ? 'an invalid duration' : `“${raw}”`;
}

/** What a number without a unit most likely counts; `undefined` when it is too long in either unit. */
export function meantByNumber(
  value: number,
): { readonly seconds: number; readonly unit: 'milliseconds' | 'seconds' } | undefined {
  const isRound = value % 60_000 === 0;
  if (isRound && value / 1000 <= LONGEST_DELAY && (value > LONGEST_DELAY || value % 86_400 !== 0))
    return { seconds: value / 1000, unit: 'milliseconds' };
  return value > LONGEST_DELAY ? undefined : { seconds: value, unit: 'seconds' };
}

const MILLISECONDS = /^(\d{1,15}) ?(?:ms|msecs?|millis|milliseconds?)$/;

/** The seconds of "259200000 ms". */
export function fromMilliseconds(text: string): number | undefined {
  const amount = MILLISECONDS.exec(text.trim().toLowerCase())?.[1];
  const seconds = Number(amount) / 1000;
  return seconds > 0 && seconds <= LONGEST_DELAY ? seconds : undefined;
}

/** Seconds as text with exactly the same length: "3 days", "90061 seconds". */
export function spellSeconds(seconds: number): string {
  const text = formatDuration(seconds);
  const read = parseDuration(text);
  return read.kind === 'known' && read.seconds === seconds ? text : pluralize(seconds, 'second');
}

export function secondsOfOption(text: string): number {
  const duration = parseDuration(text);
  return duration.kind === 'known' ? duration.seconds : Number.POSITIVE_INFINITY;
}

/** At most two units: "2 days 3 hours"; 0 is "0 seconds". */
export function formatDuration(seconds: number): string {
  if (seconds > 0 && seconds < 0.5) return 'less than a second';
  if (seconds >= THOUSAND_YEARS) return 'over 1000 years';
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const unit of ['day', 'hour', 'minute', 'second']) {
    const size = UNITS.get(unit) as number;
    const amount = Math.floor(rest / size);
    if (amount === 0) continue;
    rest -= amount * size;
    parts.push(pluralize(amount, unit));
  }
  return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ');
}

// Null is an unset timeout of a wait, but a missing length of a delay, unless the other field has it.
const isStated = ({ spec }: Step, value: unknown, other: unknown): boolean =>
  value !== undefined &&
  (value !== null || (spec.time !== 'timeout' && (other === undefined || other === null)));

function fromNumber(value: unknown): Duration {
  if (typeof value !== 'number') return { kind: 'invalid', reason: 'is not a number of seconds' };
  if (!Number.isFinite(value)) return { kind: 'invalid', reason: 'is too large' };
  if (value <= 0) return { kind: 'invalid', reason: value === 0 ? 'is zero' : 'is negative' };
  return { kind: 'known', seconds: value, unclear: false };
}

function unitOf(
  written: string,
): { readonly name: string; readonly seconds: number; readonly short: boolean } | undefined {
  const plain = written.replace(/s$/, '');
  const name = UNITS.has(plain) ? plain : SHORT_UNITS.get(written);
  return name === undefined
    ? undefined
    : { name, seconds: UNITS.get(name) as number, short: name !== plain };
}

/** "1 day, 12 hours" and "1 day and 12 hours" into "1 day", "12 hours"; "1d12h" into "1d", "12h". */
function splitParts(words: string): readonly string[] {
  return words.split(/,? and |, ?| (?=[+-]?\d)|(?<=[a-z])(?=\d)/);
}
