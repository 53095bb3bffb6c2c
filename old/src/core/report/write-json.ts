import { escapeJson } from './escape.ts';

/** Writes indented JSON in chunks of lines. The findings of a run are limited, so a report fits in memory. */
export function* writeJson(value: object): Iterable<string> {
  const json = `${JSON.stringify(value, null, 2)}\n`;
  // Escaping is slow, and most chunks need none.
  for (const [lines] of json.matchAll(/(?:[^\n]*\n){1,500}/g)) yield escapeJson(lines);
}
