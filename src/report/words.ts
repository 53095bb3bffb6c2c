import type { Failure, Finding, Location, Summary } from '../model/finding.ts';

/** "1 step", "3 steps". */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** "2 errors, 1 warning"; empty when there are none. */
export function countFindings({ errors, warnings, infos }: Pick<Summary, 'errors' | 'warnings' | 'infos'>): string {
  const kinds: [number, string][] = [
    [errors, 'error'],
    [warnings, 'warning'],
    [infos, 'info'],
  ];
  return kinds
    .filter(([n]) => n > 0)
    .map(([n, noun]) => count(n, noun))
    .join(', ');
}

/** "38 ms", "1.2 s", "2 min 5 s". */
export function formatElapsed(milliseconds: number): string {
  const rounded = Math.max(0, Math.round(milliseconds));
  if (rounded < 1000) return `${rounded} ms`;
  const tenths = Math.round(rounded / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(rounded / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `workflows/welcome.json:31:20`; the pointer where there is no text. */
export function placeOf({ source, pointer, region }: Location): string {
  const name = source === '-' ? 'stdin' : source;
  if (region !== undefined) return `${name}:${region.startLine}:${region.startColumn}`;
  return pointer === '' ? name : `${name}#${pointer}`;
}

/** `Welcome series (enabled)`. */
export function nameOf({ id, name, status }: NonNullable<Finding['workflow']>): string {
  return `${name ?? id ?? 'unnamed workflow'}${status === undefined ? '' : ` (${status})`}`;
}

/** What is wrong and what to do, in one sentence or two. */
export function messageOf({ message, help }: Pick<Finding, 'message' | 'help'>): string {
  if (help === undefined) return message;
  return `${message}${/[.?!]$/.test(message) ? '' : '.'} Help: ${help}`;
}

/** At most `max` characters, the last one an ellipsis when some are missing; no character is cut in half. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max - 1;
  return `${text.slice(0, (text.charCodeAt(end - 1) & 0xfc00) === 0xd800 ? end - 1 : end)}…`;
}

/** Longer names and paths are no person's: a file system allows 4,096 characters, a document any number. */
const LONGEST = 240;

/** A name or a path of which both ends count: the middle of one that is too long is left out, and no character is cut in half. */
export function abridge(text: string, most = LONGEST): string {
  if (text.length <= most) return text;
  const half = (most - 1) >> 1;
  return `${shorten(text, most - half)}${text.slice(-half).replace(/^[\udc00-\udfff]/, '')}`;
}

/** A sentence with the names in it abridged. */
export function abridgeWords(text: string): string {
  return text.length <= LONGEST ? text : text.replace(/\S+/g, (word) => abridge(word));
}

/** What could not be read, and why. */
export function sayFailure({ source, message }: Pick<Failure, 'source' | 'message'>): string {
  return `${abridge(source)}: ${abridgeWords(message)}`;
}

/** Breaks prose at spaces so that a line is at most `width` characters, if its words are. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}
