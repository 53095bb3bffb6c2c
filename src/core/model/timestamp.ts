// The alpha prints ISO 8601 in UTC, today's service the format of its database.
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;
const DATABASE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.(\d{1,6}))?\+00$/;

/** Microseconds since 1970; `undefined` for other texts and invalid days. */
export function parseTimestamp(text: string): number | undefined {
  const match = ISO.exec(text) ?? DATABASE.exec(text);
  if (match === null) return undefined;
  const written = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  const time = Date.parse(`${written}Z`);
  // Date.parse accepts February 30.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(written)) return undefined;
  const fraction = Number((match[1] ?? '').padEnd(6, '0').slice(0, 6));
  return time * 1000 + fraction;
}
