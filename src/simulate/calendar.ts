import type { SimulatedStart } from '../model/simulation.ts';

/** How far a clock in a zone is ahead of UTC, and what it shows, read from the calendar of the platform. */
interface Wall {
  readonly text: string;
  /** Milliseconds. */
  readonly ahead: number;
}

// ISO 8601 for what the calendar can name: beyond it, a date means nothing to anybody.
const MAX_INSTANT = 253_402_300_799_000;

/** The date and time in the zone, some seconds of elapsed time after the start: `2026-03-29T09:00:00+02:00`. */
export function formatInstant({ instant, zone }: SimulatedStart, seconds: number): string {
  const at = instant + Math.round(seconds * 1000);
  if (!(Math.abs(at) <= MAX_INSTANT)) return 'after the year 9999';
  const { text, ahead } = wallAt(at, zone);
  if (zone === 'UTC') return `${text}Z`;
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  return `${text}${ahead < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** A zone by the name the platform knows it by; `undefined` when it knows none of this name. */
export function findZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/** What became of a text: an instant, with a remark where a clock there never shows that time or shows it twice. */
export interface ParsedStart {
  readonly start: SimulatedStart;
  readonly remark?: string;
}

/**
 * Reads `2026-03-29T09:00`, with or without an offset; without one it is the time of the zone. A time that the clocks there
 * leave out is moved on by as much as they are; of one that they show twice the first counts. `undefined` for anything else.
 */
export function parseStart(text: string, zone: string): ParsedStart | undefined {
  const match = text.length > 40 ? null : LOCAL.exec(text);
  if (match === null) return undefined;
  const [, day, time = '00:00', second = '00', offset] = match;
  const local = `${day}T${time}:${second}`;
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 19) !== local) return undefined;
  if (offset !== undefined) {
    const instant = Date.parse(`${local}${offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`}`);
    return Number.isNaN(instant) ? undefined : { start: { instant, zone } };
  }
  // The offsets in force some time before and after: clocks are not changed twice within a day.
  const day_ = 86_400_000;
  const [before, after] = [wallAt(asUtc - day_, zone).ahead, wallAt(asUtc + day_, zone).ahead];
  const fits = [before, after].map((ahead) => asUtc - ahead).filter((instant) => wallAt(instant, zone).text === local);
  const [first, second_] = [...new Set(fits)].sort((a, b) => a - b);
  if (first === undefined) {
    const start = { instant: asUtc - before, zone };
    return { start, remark: `clocks in ${zone} leave out ${local}: taken as ${formatInstant(start, 0)}` };
  }
  const start = { instant: first, zone };
  return second_ === undefined ? { start } : { start, remark: `clocks in ${zone} show ${local} twice: taken as ${formatInstant(start, 0)}` };
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

function wallAt(instant: number, zone: string): Wall {
  let format = FORMATS.get(zone);
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
    FORMATS.set(zone, format);
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) as string;
  const text = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
  return { text, ahead: Date.parse(`${text}Z`) - Math.floor(instant / 1000) * 1000 };
}

const pad = (number: number): string => String(number).padStart(2, '0');
