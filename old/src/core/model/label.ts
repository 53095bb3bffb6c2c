import { eventNameOf } from './config.ts';
import type { Step, WorkflowRef } from './nodes.ts';
import { pluralize, truncate } from './text.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;
/** The longest name in a message, with its ellipsis. */
const LONGEST = 81;

/** Text in quotes, shortened. */
export function quote(text: string): string {
  return `"${truncate(text, LONGEST)}"`;
}

/** `"a", "b", "c" …` */
export const firstNames = (names: readonly string[], max = 3): string =>
  names.slice(0, max).map(quote).join(', ') + (names.length > max ? ' …' : '');

/** The help that names the nearest valid name, if there is one. */
export const suggestName = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : `did you mean ${quote(name)}?`;

/** `delay "wait_2_days"`. A UUID gets a hint: `send_email "b2c3…" ("Welcome!")`. */
export const labelOf = (step: Step): string => labelOfNames(step, hintOf(step));

/** The same without the hint, where the message gives it. */
export const labelWithoutHint = (step: Step): string => labelOfNames(step, undefined);

function labelOfNames(
  { index, key, type }: Pick<Step, 'index' | 'key' | 'type'>,
  hint: string | undefined,
): string {
  const what = type === undefined ? 'step' : truncate(type, LONGEST);
  if (key === undefined) return `${what} #${index + 1}`;
  return hint === undefined ? `${what} ${quote(key)}` : `${what} ${quote(key)} (${hint})`;
}

/** The short name of a step: its key, or a hint when the key is a UUID. */
export function nameOf(step: Step): string {
  if (step.key === undefined) return `#${step.index + 1}`;
  return hintOf(step) ?? quote(step.key);
}

/** Eight digits are enough to identify a UUID. */
export const shortKey = (key: string): string =>
  isUuid(key) ? `${key.slice(0, 8)}…` : key.slice(0, 400);

export function nameOfMail({
  index,
  key,
  subject,
}: Pick<Step, 'index' | 'key'> & { readonly subject: string }): string {
  if (key === undefined) return `#${index + 1}`;
  return quote(isUuid(key) && subject.trim() !== '' ? subject : key);
}

export function labelOfWorkflow({ name, id }: WorkflowRef): string {
  const called = name ?? id;
  return called === undefined ? 'an unnamed workflow' : `workflow ${quote(called)}`;
}

/** What the step does, when its key is a UUID. */
function hintOf(step: Step): string | undefined {
  if (step.key === undefined || !isUuid(step.key)) return undefined;
  const event = eventNameOf(step);
  return step.spec.hint?.(step) ?? (event === undefined ? undefined : quote(event));
}

export const maybeUuid = (key: string): boolean => key.length === UUID_LENGTH;

export const isUuid = (key: string): boolean => maybeUuid(key) && UUID.test(key);

/** The emails that no contact gets, as the consequence of a finding; `undefined` when there are none. */
export function neverSent(emails: number, later = ''): string | undefined {
  if (emails === 0) return undefined;
  return `${pluralize(emails, `${later}email`)} ${emails === 1 ? 'is' : 'are'} never sent`;
}

/** The email that one contact gets more than once, as the consequence of a finding. */
export const sentTwice = (isLowerBound = false): string =>
  `1 email is sent ${isLowerBound ? 'at least ' : ''}twice`;

/** The number of emails in such a consequence. */
export function emailsIn(consequence = ''): { readonly lost: number; readonly repeated: number } {
  const [, lost = '0'] = /^(\d+) (?:later )?emails? (?:is|are) never sent/.exec(consequence) ?? [];
  const [, repeated = '0'] = /^(\d+) email is sent (?:at least )?twice/.exec(consequence) ?? [];
  return { lost: Number(lost), repeated: Number(repeated) };
}
