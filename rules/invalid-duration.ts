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
import { asString } from '../src/core/model/json.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { describeKind, didYouMean, plural, quote } from '../src/core/model/text.ts';
import { defineRule, durationOption, optionsOf, type Report } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-duration',
  severity: 'error',
  preset: 'recommended',
  stage: 'structure',
  summary: 'A delay or timeout that is unreadable, unclear, zero or too long.',
  why: 'The service rejects the workflow, or contacts receive the next email at once or far too late.',
  remedy:
    'Write a duration in full: "3 days" as "duration" or "timeout", 259200 as "seconds"; at most 30 days.',
  options: optionsOf({
    max: durationOption('30 days', 'The longest delay or timeout, such as "14 days".'),
  }),

  workflow({ steps }, report, { max }) {
    for (const length of steps.flatMap(lengthsOf)) {
      const said = describe(length, secondsOfOption(max));
      if (said === undefined) continue;
      const { message, help, value, isSafe = false, severity } = said;
      const at = [length.step, 'config', length.field] as const;
      report({
        at,
        message,
        help,
        fixes: writeFix(at, value, isSafe ? 'safe' : 'unsafe'),
        ...(severity && { severity }),
      });
    }
  },
});

interface Advice {
  readonly help: string;
  /** The value to write, where it is known. */
  readonly value?: string | number | undefined;
  /** Only its spelling changes. */
  readonly isSafe?: boolean;
}

type Said = Advice & Pick<Report, 'message' | 'severity'>;

function describe(length: Length, limit: number): Said | undefined {
  const { step, field, raw, duration, isSeconds } = length;
  const what = `${quote(field)} of ${labelOf(step)}`;
  const text = asString(raw) ?? '';
  if (duration.kind === 'invalid')
    return { message: `${what} ${faultOf(length)}`, ...adviseLength(length) };
  if (duration.kind === 'bare')
    return {
      message: `${what} has no unit: ${quote(text)}`,
      ...adviseUnit(duration.amount),
      severity: 'warning',
    };
  const { seconds, isShort } = duration;
  if (seconds > limit)
    return {
      message: `${what} is ${formatDuration(seconds)} (limit: ${formatDuration(limit)})`,
      ...(adviseMilliseconds(length, seconds / 1000, limit) ?? {
        help: `set ${formatDuration(limit)} or less`,
      }),
    };
  if (isSeconds || !isShort) return undefined;
  const isMinute = /\d ?m(?![a-z])/i.test(text);
  const value = spellDuration(text);
  return {
    message: `${what} ${isMinute ? 'may mean minutes or months' : 'has an abbreviated unit'}: ${quote(text)}`,
    ...{ help: `write ${quote(value ?? '')}`, value, isSafe: true, severity: 'warning' },
  };
}

function faultOf({ raw, isSeconds, duration }: Length): string {
  const needed = isSeconds ? 'a number of seconds' : 'a string such as "3 days"';
  if (typeof raw === 'string' && isSeconds) return `is the string ${quote(raw)}, not ${needed}`;
  if (typeof raw === 'number' && !isSeconds) return `is the number ${raw}, not ${needed}`;
  if (typeof raw !== 'string' && typeof raw !== 'number')
    return `is ${describeKind(raw)}, not ${needed}`;
  if (duration.kind !== 'invalid' || typeof raw === 'number')
    return raw === 0 ? 'is zero' : `is negative: ${raw}`;
  if (duration.reason === 'unit') return `has the unknown unit ${quote(duration.unit ?? '')}`;
  const reason = duration.reason === 'unreadable' ? 'an invalid duration' : duration.reason;
  return duration.reason === 'blank' ? 'is blank' : `is ${reason}: ${quote(raw)}`;
}

function adviseLength(length: Length): Advice {
  const { step, raw, isSeconds } = length;
  if (typeof raw === 'string') {
    const text = isSeconds ? textInSeconds(raw) : durationMeant(raw);
    const isSafe = !/ms|milli/i.test(raw);
    if (text !== undefined)
      return typeof text === 'number'
        ? { help: `write ${text} without quotes`, value: text, isSafe }
        : { help: didYouMean(text), value: text, isSafe };
  }
  if (typeof raw === 'number' && raw > 0 && !isSeconds) return adviseNumber(length, raw);
  const example = isSeconds ? '259200 for 3 days' : '"3 days"';
  return {
    help: isDelay(step)
      ? `write a duration such as ${example}, or remove the step`
      : `write a maximum duration such as ${example}`,
  };
}

/** "259200", "3 days" or "259200000 ms" as a number of seconds. */
function textInSeconds(raw: string): number | undefined {
  const text = /^\d{1,12}$/.test(raw) ? `${raw} seconds` : (durationMeant(raw) ?? raw);
  const duration = parseDuration(text);
  return duration.kind === 'known' && duration.seconds <= LONGEST_DELAY
    ? duration.seconds
    : undefined;
}

/** A number in a field of text: with a unit beside it, in seconds, or in milliseconds. */
function adviseNumber({ step }: Length, raw: number): Advice {
  const { config } = step.raw as { config?: { unit?: unknown } };
  const unit = asString(config?.unit) ?? '';
  const withUnit = spellDuration(`${raw} ${unit}`);
  if (withUnit !== undefined && secondsOfOption(withUnit) <= LONGEST_DELAY)
    return { help: `write ${quote(withUnit)}`, value: withUnit };
  if (raw < 60)
    return {
      help: `write a number with its unit, such as "${plural(raw, raw > 30 ? 'minute' : 'day')}"`,
    };
  return adviseUnit(raw);
}

/** Larger numbers are seldom minutes, hours or days. */
const LIKELY_SECONDS = 3600;

function adviseUnit(amount: number): Advice {
  const meant =
    amount < LIKELY_SECONDS && Number.isInteger(amount) ? undefined : meantByNumber(amount);
  if (meant !== undefined) {
    const value = spellSeconds(meant.seconds);
    return { help: `if ${meant.unit}, write ${quote(value)}`, value };
  }
  if (amount >= LIKELY_SECONDS) return { help: 'write a duration with its unit, such as "3 days"' };
  const lengths = ['minute', 'hour', 'day']
    .map((unit) => plural(amount, unit))
    .filter((text) => secondsOfOption(text) <= LONGEST_DELAY);
  return { help: `write ${lengths.map(quote).join(' or ')}` };
}

/** The length in milliseconds, where that gives a whole number of minutes within the limit. */
function adviseMilliseconds(
  { raw }: Length,
  thousandth: number,
  limit: number,
): Advice | undefined {
  if (thousandth > limit || thousandth % 60 !== 0) return undefined;
  const text = spellSeconds(thousandth);
  if (typeof raw === 'number')
    return { help: `if milliseconds, write ${thousandth} (${text})`, value: thousandth };
  const isOne = /^\d+ ?s(?:ec(?:ond)?s?)?$/i.test(String(raw).trim());
  return isOne ? { help: `if milliseconds, write ${quote(text)}`, value: text } : undefined;
}
