import { isObject } from './json.ts';

const LONGEST_NAME = 81;

/** A name in double quotes, shortened. */
export const quote = (name: string): string => `"${truncate(name, LONGEST_NAME)}"`;

/** "1 day", "2 days". A noun with an irregular plural is given with it. */
export const plural = (amount: number, noun: string, nouns = `${noun}s`): string =>
  `${amount} ${amount === 1 ? noun : nouns}`;

/** `"a", "b", "c" …`: the first names, in quotes. */
export const listNames = (names: readonly string[], max = 3): string =>
  names.slice(0, max).map(quote).join(', ') + (names.length > max ? ' …' : '');

/** The help that names the nearest valid name. */
export const didYouMean = (name: string): string => `did you mean ${quote(name)}?`;

/** The remedy of a rule as a help: a phrase. */
export const asHelp = (remedy: string): string =>
  remedy.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');

/** The same, or another help where no name is near. */
export const adviseName = (meant: string | undefined, otherwise: string): string =>
  meant === undefined ? otherwise : didYouMean(meant);

/** At most `max` UTF-16 units, with an ellipsis where it is cut; no character is cut in half. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The type of a JSON value in a message: `null`, `an array`, `a number`, `missing`. */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return isObject(value) ? 'an object' : `a ${typeof value}`;
}

/** A JSON value in a message: `the string "5"`, `the number 5`, `true`, `an array`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `the string ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? String(value) : describeKind(value);
}
