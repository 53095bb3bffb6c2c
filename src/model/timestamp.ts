// The alpha's form, ISO 8601 in UTC, and the database's, as the service prints it today.
const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;
const DATABASE = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?\+00$/;

/** Microseconds since 1970 of a timestamp in one of the service's forms; `undefined` for any other text or no such day. */
export function parseTimestamp(text: string): number | undefined {
  if (text.length > 40) return undefined;
  const match = ISO.exec(text) ?? DATABASE.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(month, year) || hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = Number((match[7] ?? '').padEnd(6, '0').slice(0, 6));
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`) * 1000 + fraction;
}

/** Whether a text is written like a timestamp, though perhaps of a day that never was. */
export const isTimestampForm = (text: string): boolean => text.length <= 40 && (ISO.test(text) || DATABASE.test(text));

/** Whether a timestamp is written in ISO 8601, as only the alpha does. */
export const isIsoTimestamp = (value: unknown): boolean => typeof value === 'string' && value.length <= 40 && ISO.test(value);

function daysIn(month: number, year: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
