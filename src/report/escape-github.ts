import { escapeText } from './escape.ts';
import { shorten } from './words.ts';

/** What the runner takes of one annotation. */
const MAX_LENGTH = 4096;

/** A workflow command in one line, so that the runner reads nothing into the values but text. Values that are `undefined` are left out. */
export function workflowCommand(name: string, properties: Readonly<Record<string, string | number | undefined>>, message: string): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  const head = `::${name}${given.length === 0 ? '' : ' '}${given.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(',')}::`;
  return head + fitting(message, MAX_LENGTH - head.length);
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

// The text is made visible first, so that no line break is left to come back as one.
function escapeData(text: string): string {
  return escapeText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** As much of the text as fits when escaped, which makes it six times as long at most. */
function fitting(text: string, room: number): string {
  let length = Math.max(1, room);
  for (;;) {
    const escaped = escapeData(shorten(text, length));
    const over = escaped.length - room;
    if (over <= 0 || length === 1) return escaped;
    length = Math.max(1, length - Math.ceil(over / 6));
  }
}
