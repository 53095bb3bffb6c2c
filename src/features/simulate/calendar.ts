import { once } from '../../core/model/once.ts';
import type { Start } from './request.ts';

// The last second of the year 9999.
const MAX_INSTANT = 253_402_300_799_000;
const DAY = 86_400_000;

/**
 * The date and time in the zone, some seconds of elapsed time after the start:
 * `2026-03-29T09:00:00+02:00`.
 */
export function formatInstant({ instant, zone }: Start, seconds: number): string {
  const at = instant + Math.round(seconds * 1000);
  if (!(Math.abs(at) <= MAX_INSTANT)) return 'after the year 9999';
  const { text, ahead } = wallAt(at, zone);
  if (zone === 'UTC') return `${text}Z`;
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  return `${text}${ahead < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Whether a clock change of the zone is within a day, so that a time needs its offset. */
export function isNearChange({ instant, zone }: Start, seconds: number): boolean {
  const at = instant + Math.round(seconds * 1000);
  if (zone === 'UTC' || !(Math.abs(at) <= MAX_INSTANT - DAY)) return false;
  return wallAt(at - DAY, zone).ahead !== wallAt(at + DAY, zone).ahead;
}

/** A zone by the name of the platform; `undefined` if there is none. */
export function findZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d+)?)?)? ?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads `2026-03-29T09:00`, with an offset or in the time of the zone. A time that a clock change
 * skips is moved forward by the change; of a repeated one the first counts. `undefined` for other
 * text.
 */
export function parseStart(text: string, zone: string): Start | undefined {
  // The output has the day of the week.
  const given = text.replace(/^[A-Z][a-z]{2} /, '');
  const match = given.length > 40 ? null : LOCAL.exec(given);
  // The day before the year 0 has no such text.
  if (match === null || given.startsWith('0')) return undefined;
  const [, day, time = '00:00', second = '00', offset] = match;
  const local = `${day}T${time}:${second}`;
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 19) !== local) return undefined;
  if (offset !== undefined) {
    const shift = offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`;
    const instant = Date.parse(local + shift);
    return Number.isNaN(instant) ? undefined : { instant, zone };
  }
  // The offsets some time before and after: there is at most one clock change within a day.
  const [before, after] = [wallAt(asUtc - DAY, zone).ahead, wallAt(asUtc + DAY, zone).ahead];
  const isShown = (ahead: number): boolean => wallAt(asUtc - ahead, zone).text === local;
  return { instant: asUtc - ([before, after].find(isShown) ?? before), zone };
}

const formatterOf = once(
  (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn' },
      ...({ dateStyle: 'short', timeStyle: 'medium' } as const),
    }),
);

/** The local time of a zone, and how many milliseconds it is ahead. */
function wallAt(instant: number, zone: string) {
  // The Swedish format is ISO 8601.
  const text = formatterOf(zone).format(instant).replace(' ', 'T').padStart(19, '0');
  return { text, ahead: Date.parse(`${text}Z`) - Math.floor(instant / 1000) * 1000 };
}

const pad = (number: number): string => String(number).padStart(2, '0');
