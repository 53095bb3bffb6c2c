import { lengthsIn } from '../src/core/graph/reads.ts';
import {
  formatDuration,
  type Length,
  LONGEST_DELAY,
  parseDuration,
  spellDuration,
  UNITS,
} from '../src/core/model/duration.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { describeKind } from '../src/core/model/json.ts';
import { labelOf, quote } from '../src/core/model/label.ts';
import { nearest } from '../src/core/model/nearest.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { pluralize } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-delay',
  severity: 'error',
  preset: 'correctness',
  category: 'time',
  since: '0.1.0',
  summary: 'A delay or timeout with an invalid duration.',
  why: 'The service rejects the workflow, or contacts do not wait and receive all emails at once.',
  remedy: 'Write a valid duration: "3 days" as "duration" or "timeout", 259200 as "seconds".',
  whenOff: 'Never: the length of such a step is undefined.',
  linear: true,

  workflow({ graph }, report) {
    for (const length of lengthsIn(graph)) {
      const { step } = length;
      if (length.duration.kind !== 'invalid') continue;
      report({
        at: [step, 'config', length.field],
        message: `"${length.field}" of ${labelOf(step)} ${describe(length, length.duration.reason)}`,
        help: helpFor(length, step),
        fixes: writeFix([[step, 'config', length.field]], meantLength(length)),
        detail: length.field,
      });
    }
  },
});

const isNumeric = (field: string): boolean => field === 'seconds' || field === 'timeout_seconds';

function describe({ field, raw }: Length, reason: string): string {
  if (typeof raw === 'string')
    return isNumeric(field)
      ? `is the string ${quote(raw)}, not a number of seconds`
      : `${reason}: ${quote(raw)}`;
  if (typeof raw !== 'number')
    return `is ${describeKind(raw)}, not ${isNumeric(field) ? 'a number of seconds' : 'a string such as "3 days"'}`;
  return isNumeric(field)
    ? `${reason}${Number.isFinite(raw) && raw !== 0 ? `: ${raw}` : ''}`
    : `is the number ${raw}, not a string such as "3 days"`;
}

function helpFor({ field, raw }: Length, step: Step): string {
  const right = isNumeric(field) ? suggestSeconds(raw) : suggestText(raw, step.config['unit']);
  if (right !== undefined) return right;
  const example = isNumeric(field) ? '259200 for 3 days' : '"3 days"';
  return isDelay(step)
    ? `write a duration such as ${example}, or remove the step`
    : `write a maximum duration such as ${example}`;
}

/** The intended duration, when only one is possible. */
function meantLength({ field, raw }: Length): string | number | undefined {
  if (typeof raw !== 'string') return undefined;
  return isNumeric(field) ? secondsIn(raw) : nearText(raw);
}

function secondsIn(raw: string): number | undefined {
  if (/^\d{1,12}$/.test(raw)) return Number(raw) > 0 ? Number(raw) : undefined;
  const duration = parseDuration(raw);
  return duration.kind === 'known' && !duration.unclear ? duration.seconds : undefined;
}

/** The valid duration nearest to a text, if a step may have it. */
function nearText(raw: string): string | undefined {
  const near = raw.length > 40 ? undefined : nearestDuration(raw.trim().toLowerCase());
  const duration = parseDuration(near ?? '');
  return duration.kind === 'known' && duration.seconds <= LONGEST_DELAY ? near : undefined;
}

function suggestSeconds(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined;
  if (/^\d{1,12}$/.test(raw) && Number(raw) > 0) return `write ${Number(raw)} without the quotes`;
  const duration = parseDuration(raw);
  return duration.kind === 'known' ? `write ${duration.seconds}` : undefined;
}

function suggestText(raw: unknown, unit: unknown): string | undefined {
  if (typeof raw === 'number') {
    if (!Number.isFinite(raw) || raw <= 0) return undefined;
    const withUnit = typeof unit === 'string' ? spellDuration(`${raw} ${unit}`) : undefined;
    if (withUnit !== undefined) return `write "${withUnit}"`;
    if (raw < 60)
      return `write a number with its unit, such as "${pluralize(raw, raw > 30 ? 'minute' : 'day')}"`;
    if (raw <= LONGEST_DELAY) return `if these are seconds, write "${spell(raw)}"`;
    // Such a number of seconds is too long.
    return raw % 1000 === 0 && raw / 1000 <= LONGEST_DELAY
      ? `if these are milliseconds, write "${spell(raw / 1000)}"`
      : undefined;
  }
  if (typeof raw !== 'string') return undefined;
  const near = nearText(raw);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

/** Seconds as text with exactly the same length. */
function spell(seconds: number): string {
  const text = formatDuration(seconds);
  const read = parseDuration(text);
  return read.kind === 'known' && read.seconds === seconds ? text : pluralize(seconds, 'second');
}

const AMOUNTS = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const ISO = /^p(?:(\d{1,4})w)?(?:(\d{1,4})d)?(?:t(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?)?$/;
const ISO_UNITS = ['week', 'day', 'hour', 'minute', 'second'];
const MILLISECONDS = /^(\d{4,13}) ?(?:ms|msecs?|millis|milliseconds?)$/;

/** The valid duration nearest to a text: "3 dasy", "one day", "P3D". */
function nearestDuration(text: string): string | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) {
    const parts = ISO_UNITS.map((unit, i) => pluralize(Number(iso[i + 1] ?? 0), unit)).filter(
      (part) => !part.startsWith('0 '),
    );
    return parts.length === 0 ? undefined : parts.join(' ');
  }
  const [, milliseconds] = MILLISECONDS.exec(text) ?? [];
  if (milliseconds !== undefined)
    return Number(milliseconds) % 1000 === 0 ? spell(Number(milliseconds) / 1000) : undefined;
  const [, written = '', word = ''] = /^(\d{1,6}|[a-z]{1,6}) ?([a-z]{2,10})$/.exec(text) ?? [];
  const spelled = written === 'a' || written === 'an' ? 1 : AMOUNTS.indexOf(written);
  const amount = spelled > 0 ? spelled : Number(written);
  const name = word.replace(/s$/, '');
  const unit = UNITS.has(name) ? name : nearest(name, UNITS.keys());
  return unit === undefined || !(amount > 0) ? undefined : pluralize(amount, unit);
}
