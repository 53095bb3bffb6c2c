import { labelOf } from '../src/core/model/config.ts';
import {
  durationMeant,
  formatDuration,
  type Length,
  LONGEST_DELAY,
  lengthsOf,
  meantByNumber,
  parseDuration,
  secondsOfOption,
  spellDuration,
  spellSeconds,
} from '../src/core/model/duration.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { valueAt } from '../src/core/model/json.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { describeValue, quote } from '../src/core/model/text.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-duration',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A delay or timeout that is unreadable, unclear, zero or too long.',
  why: 'The service rejects the workflow, or contacts receive the next email at a wrong time.',
  remedy: 'Write a duration in full, such as "3 days", or a number of "seconds"; at most 30 days.',
  options: optionsOf({
    max: durationOption('30 days', 'The longest delay or timeout, such as "14 days".'),
  }),

  workflow({ steps }, report, { max }) {
    const limit = secondsOfOption(max);
    for (const length of steps.flatMap(lengthsOf)) {
      const { step, field, raw, duration } = length;
      const isTooLong = duration.kind === 'known' && duration.seconds > limit;
      // Seconds are never short.
      const isRight = duration.kind === 'known' && !isTooLong && !duration.isShort;
      if (isRight) continue;
      const at = [step, 'config', field] as const;
      const isUnclear = duration.kind === 'bare' || (duration.kind === 'known' && !isTooLong);
      const value = isTooLong ? inMilliseconds(length, limit) : valueMeant(length);
      const isGuess = isTooLong || duration.kind === 'bare' || typeof raw !== 'string';
      const said = describe(length, isTooLong ? limit : undefined);
      report({
        at,
        message: `${quote(field)} of ${labelOf(step)} ${said}`,
        help: adviseValue(length, value, limit),
        fixes: writeFix(at, value, isGuess || /\d ?m(?:s|illi)/i.test(raw) ? 'unsafe' : 'safe'),
        ...(isUnclear && { severity: 'warning' }),
      });
    }
  },
});

function describe({ raw, duration, isSeconds }: Length, limit: number | undefined): string {
  if (duration.kind === 'bare') return `has no unit: ${quote(String(raw))}`;
  if (duration.kind === 'known') {
    if (limit !== undefined)
      return `is ${formatDuration(duration.seconds)} (limit: ${formatDuration(limit)})`;
    const isMinute = /\d ?m(?![a-z])/i.test(String(raw));
    const doubt = isMinute ? 'may mean minutes or months' : 'has an abbreviated unit';
    return `${doubt}: ${quote(String(raw))}`;
  }
  const { reason, unit = '' } = duration;
  const needed = isSeconds ? 'a number of seconds' : 'a string such as "3 days"';
  if (reason === 'type') return `is ${describeValue(raw)}, not ${needed}`;
  if (reason === 'unit') return `has the unknown unit ${quote(unit)}`;
  if (reason === 'unreadable') return `is an invalid duration: ${quote(String(raw))}`;
  return reason === 'negative' ? `is negative: ${raw}` : `is ${reason}`;
}

/** The value that is meant, where only one is likely. */
function valueMeant({ step, raw, isSeconds, duration }: Length): string | number | undefined {
  if (typeof raw === 'number') {
    const unit = valueAt(step.raw, ['config', 'unit']);
    const text = typeof unit === 'string' ? spellDuration(`${raw} ${unit}`) : undefined;
    return isSeconds ? undefined : (accepted(text) ?? textOf(raw));
  }
  if (typeof raw !== 'string') return undefined;
  if (duration.kind === 'bare') return textOf(duration.amount);
  if (duration.kind === 'known') return spellDuration(raw);
  const text = /^\d{1,12}$/.test(raw) ? `${raw} seconds` : (durationMeant(raw) ?? raw);
  const meant = parseDuration(text);
  if (meant.kind !== 'known' || meant.seconds > LONGEST_DELAY) return undefined;
  return isSeconds ? meant.seconds : text;
}

const accepted = (text: string | undefined): string | undefined =>
  text !== undefined && secondsOfOption(text) <= LONGEST_DELAY ? text : undefined;

/** A number without a unit as text. Smaller ones may be minutes, hours or days as well. */
function textOf(amount: number): string | undefined {
  const meant = amount < 3600 ? undefined : meantByNumber(amount);
  return meant && spellSeconds(meant.seconds);
}

/** The length in milliseconds, where that gives a whole number of minutes within the limit. */
function inMilliseconds({ raw, duration }: Length, limit: number): string | number | undefined {
  const seconds = duration.kind === 'known' ? duration.seconds / 1000 : 0;
  if (seconds > limit || seconds % 60 !== 0) return undefined;
  if (typeof raw === 'number') return seconds;
  return /^\d+ ?s(?:ec(?:ond)?s?)?$/i.test(String(raw).trim()) ? spellSeconds(seconds) : undefined;
}

function adviseValue(length: Length, value: string | number | undefined, limit: number): string {
  const { step, raw, isSeconds, duration } = length;
  const isTooLong = duration.kind === 'known' && duration.seconds > limit;
  if (value === undefined) {
    if (isTooLong) return `set ${formatDuration(limit)} or less`;
    const example = isSeconds ? '259200 for 3 days' : '"3 days"';
    return isDelay(step)
      ? `write a duration such as ${example}, or remove the step`
      : `write a maximum duration such as ${example}`;
  }
  const written = typeof value === 'number' ? `${value} (${spellSeconds(value)})` : quote(value);
  if (isTooLong) return `if milliseconds, write ${written}`;
  const amount = typeof raw === 'number' ? raw : duration.kind === 'bare' ? duration.amount : 0;
  const isCount = amount > 0 && !valueAt(step.raw, ['config', 'unit']);
  return isCount ? `if ${meantByNumber(amount)?.unit}, write ${written}` : `write ${written}`;
}
