import { eventNameOf } from './config.ts';
import { formatDuration, secondsOf } from './duration.ts';
import type { Step } from './nodes.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;
const LONGEST = 80;

/** Text from a workflow in quotes, cut where a message would become unreadable. */
export function quote(text: string): string {
  return `"${cut(text)}"`;
}

/** The same without quotes. */
export function cut(text: string): string {
  // Not through the middle of a surrogate pair.
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * A step as a message names it: `delay "wait_2_days"`. A UUID tells a person nothing, so what the step does is added to it:
 * `send_email "b2c3…" ("Welcome!")`.
 */
export function labelOf(step: Step): string {
  const type = step.type === undefined ? 'step' : cut(step.type);
  if (step.key === undefined) return `${type} #${step.index + 1}`;
  const hint = hintOf(step);
  return hint === undefined ? `${type} ${quote(step.key)}` : `${type} ${quote(step.key)} (${hint})`;
}

/** A step in a list of steps, as short as can be: its key, or what it does where the key is a UUID. */
export function nameOf(step: Step): string {
  if (step.key === undefined) return `#${step.index + 1}`;
  return hintOf(step) ?? quote(step.key);
}

/** The same of an email of which only these are still known. */
export function nameOfMail(index: number, key: string | undefined, subject: string): string {
  if (key === undefined) return `#${index + 1}`;
  return quote(isUuid(key) && subject.trim() !== '' ? subject : key);
}

/** What the step does, where its key is a UUID and tells a person nothing. */
function hintOf(step: Step): string | undefined {
  return step.key !== undefined && isUuid(step.key) ? contentOf(step) : undefined;
}

/** Whether a key is as long as a UUID. */
export const maybeUuid = (key: string): boolean => key.length === UUID_LENGTH;

const isUuid = (key: string): boolean => maybeUuid(key) && UUID.test(key);

function contentOf(step: Step): string | undefined {
  const subject = step.type === 'send_email' ? step.config['subject'] : undefined;
  if (typeof subject === 'string' && subject.trim() !== '') return quote(subject);
  const event = eventNameOf(step);
  if (event !== undefined) return quote(event);
  const seconds = step.type === 'delay' ? secondsOf(step) : undefined;
  return seconds === undefined ? undefined : `delay of ${formatDuration(seconds)}`;
}
