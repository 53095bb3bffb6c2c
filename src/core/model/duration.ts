import { isGiven, own } from './json.ts';
import { nearest } from './nearest.ts';
import { once, oncePerStep } from './once.ts';
import { plural } from './text.ts';
import type { Step } from './workflow.ts';

/** A length of time, read. `isShort`: a unit is abbreviated, read as its likeliest meaning. */
export type Duration =
  | { readonly kind: 'known'; readonly seconds: number; readonly isShort: boolean }
  /** A number without a unit. */
  | { readonly kind: 'bare'; readonly amount: number }
  /** Not readable, or not positive. `unit`: the unknown one, where that is the reason. */
  | { readonly kind: 'invalid'; readonly unit?: string; readonly isZero?: true };

/** A length in a config: its field, raw value and meaning. */
export interface Length {
  readonly step: Step;
  readonly field: string;
  readonly isSeconds: boolean;
  readonly raw: unknown;
  readonly duration: Duration;
}

const DAY = 86_400;
/** The longest delay and timeout that the service accepts, in seconds. */
export const LONGEST_DELAY = 30 * DAY;

/** Unit → seconds; a month is 30 days, a year 365. */
const UNITS = new Map(
  Object.entries({
    ...{ second: 1, minute: 60, hour: 3600 },
    ...{ day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY },
  }),
);

// "m" means minutes: the service's own recipes have "5m" for five minutes.
const SHORT_UNITS = new Map(
  Object.entries({
    ...{ s: 'second', sec: 'second', m: 'minute', min: 'minute', h: 'hour', hr: 'hour' },
    ...{ d: 'day', w: 'week', wk: 'week', mo: 'month', y: 'year', yr: 'year' },
  }),
);

const PART = /^([+-]?\d{1,15}(?:\.\d{1,9})?) ?([a-z]{0,20})$/;

/** "1 day, 12 hours" and "1 day and 12 hours" in parts; none where one cannot be read. */
function partsOf(text: string) {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const parts = words
    .split(/,? and |, ?| (?=[+-]?\d)|(?<=[a-z])(?=\d)/)
    .map((part) => PART.exec(part));
  if (parts.includes(null)) return [];
  return parts.map((part) => {
    const [, amount, written = ''] = part ?? [];
    const plain = written.replace(/(?<=.)s$/, '');
    const unit = UNITS.has(plain) ? plain : SHORT_UNITS.get(plain);
    return { amount: Number(amount), written, unit };
  });
}

/** Reads "2 days", "90 minutes", "1 week", "1 day 12 hours"; case and plurals do not matter. */
export const parseDuration: (text: string) => Duration = once(parse, 1000);

function parse(text: string): Duration {
  const parts = partsOf(text);
  const [first, another] = parts;
  const isBare = parts.some(({ written }) => written === '');
  if (first === undefined || (isBare && another !== undefined)) return INVALID;
  if (isBare && first.amount > 0) return { kind: 'bare', amount: first.amount };
  let [seconds, isShort] = [0, false];
  for (const { amount, written, unit } of parts) {
    if (unit === undefined && written !== '') return { kind: 'invalid', unit: written };
    if (amount < 0) return INVALID;
    seconds += amount * (UNITS.get(unit ?? '') ?? 0);
    isShort ||= written.replace(/s$/, '') !== unit;
  }
  return seconds === 0 ? ZERO : { kind: 'known', seconds, isShort };
}

const INVALID: Duration = { kind: 'invalid' };
const ZERO: Duration = { kind: 'invalid', isZero: true };

/** "1d12h" → "1 day 12 hours", "3 dasy" → "3 days". Undefined above 30 days, or if unreadable. */
export function spellDuration(text: string): string | undefined {
  const words = partsOf(text).map(({ amount, written, unit }) =>
    plural(amount, unit ?? nearest(written.replace(/s$/, ''), UNITS.keys()) ?? 'unit'),
  );
  const spelt = words.join(' ');
  const duration = parseDuration(spelt);
  return duration.kind === 'known' && duration.seconds <= LONGEST_DELAY ? spelt : undefined;
}

/** The lengths of a delay or wait, as given. Null is an unset timeout, but faulty in a delay. */
export const lengthsOf = oncePerStep((step): readonly Length[] => {
  const { length, event } = step.spec;
  if (length === undefined) return [];
  const fields = [length.seconds, length.text];
  const isOtherGiven = fields.some((field) => isGiven(own(step.config, field)));
  return fields.flatMap((field): Length | [] => {
    const raw = own(step.config, field);
    if (raw === undefined || (raw === null && (event !== undefined || isOtherGiven))) return [];
    const isSeconds = field === length.seconds;
    return { step, field, isSeconds, raw, duration: readLength(raw, isSeconds) };
  });
});

function readLength(raw: unknown, isSeconds: boolean): Duration {
  if (raw === 0) return ZERO;
  if (!isSeconds) return typeof raw === 'string' ? parseDuration(raw) : INVALID;
  const isNumber = typeof raw === 'number' && Number.isFinite(raw) && raw > 0;
  return isNumber ? { kind: 'known', seconds: raw, isShort: false } : INVALID;
}

/** How long a delay or timeout takes; undefined where there is none, or it cannot be read. */
export function secondsOf(step: Step): number | undefined {
  for (const { duration } of lengthsOf(step))
    if (duration.kind === 'known') return duration.seconds;
  return undefined;
}

/** Whether a wait has a timeout, readable or not. */
export const hasTimeout = (step: Step): boolean => lengthsOf(step).length > 0;

/** At most two units: "2 days 3 hours"; 0 is "0 seconds". */
export function formatDuration(seconds: number): string {
  const parts: string[] = [];
  let rest = Math.round(seconds);
  for (const unit of ['day', 'hour', 'minute', 'second']) {
    const size = UNITS.get(unit) as number;
    const amount = Math.floor(rest / size);
    if (amount > 0) parts.push(plural(amount, unit));
    rest -= amount * size;
  }
  return parts.length === 0 ? '0 seconds' : parts.slice(0, 2).join(' ');
}

/** A field for the unit of a number in another one. */
export const isUnit = (field: string): boolean => /^units?$/i.test(field);

/** The length of an option, whose schema admits known durations only. */
export const secondsOfOption = once((text: string): number => {
  const duration = parseDuration(text);
  return duration.kind === 'known' ? duration.seconds : Number.POSITIVE_INFINITY;
});
