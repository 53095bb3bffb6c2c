/** How messages name and word what they are about. */
import { configText, eventNameOf } from './config.ts';
import { isObject } from './json.ts';
import type { Step, Workflow } from './workflow.ts';

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

/** The same, or another help where no name is near. */
export const adviseName = (meant: string | undefined, otherwise: string): string =>
  meant === undefined ? otherwise : didYouMean(meant);

/** The remedy of a rule as a help: a phrase. */
export const asHelp = (remedy: string): string =>
  remedy.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');

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

/** `delay "wait_2_days"`; a key that is a UUID is followed by what the step does. */
export function labelOf(step: Step): string {
  const type = step.type === undefined ? 'step' : truncate(step.type, 81);
  if (step.key === undefined) return `${type} #${step.index + 1}`;
  const hint = isUuid(step.key) ? hintOf(step) : undefined;
  return `${type} ${quote(step.key)}${hint === undefined ? '' : ` (${quote(hint)})`}`;
}

/** `"wait_2_days"`; what it does where the key is a UUID. */
export function nameOf(step: Step): string {
  if (step.key === undefined) return `#${step.index + 1}`;
  return quote((isUuid(step.key) ? hintOf(step) : undefined) ?? step.key);
}

export function labelOfWorkflow({ name, id }: Pick<Workflow, 'name' | 'id'>): string {
  const called = name ?? id;
  return called === undefined ? 'an unnamed workflow' : `workflow ${quote(called)}`;
}

export const isUuid = (key: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key);

const hintOf = (step: Step): string | undefined =>
  configText(step, 'subject') ??
  eventNameOf(step) ??
  configText(step, 'duration') ??
  configText(step, 'template', 'id');

/** `2 later emails are never sent`; nothing where there are none. */
export const neverSent = (emails: number): string | undefined =>
  emails === 0 ? undefined : `${plural(emails, 'email')} ${emails === 1 ? 'is' : 'are'} never sent`;
