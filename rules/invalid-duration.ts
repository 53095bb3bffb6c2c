import {
  formatDuration,
  isUnit,
  type Length,
  LONGEST_DELAY,
  lengthsOf,
  secondsOfOption,
  spellDuration,
} from '../src/core/model/duration.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { describeValue, labelOf, quote } from '../src/core/model/text.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-duration',
  severity: 'error',
  stage: 'structure',
  isOfConfigs: true,
  summary: 'A delay or timeout that is unreadable, unclear, zero or too long.',
  why: 'The service rejects the workflow, or contacts receive the next email at a wrong time.',
  remedy: 'Write a duration in full, such as "3 days", or a number of "seconds"; at most 30 days.',
  options: optionsOf({
    max: durationOption('30 days', 'The longest delay or timeout, such as "14 days".'),
  }),

  workflow({ steps }, report, { max }) {
    const limit = secondsOfOption(max);
    for (const step of steps)
      for (const length of lengthsOf(step)) {
        const { field, raw, duration, isSeconds } = length;
        const most = isSeconds ? `${limit} (${max})` : max;
        const isKnown = duration.kind === 'known';
        const isTooLong = isKnown && duration.seconds > limit;
        if (isKnown && !isTooLong && !duration.isShort) continue;
        const at = [step, 'config', field] as const;
        const value = isTooLong ? inMilliseconds(length, limit) : valueMeant(length);
        const fault = isTooLong
          ? `is ${formatDuration(duration.seconds)} (limit: ${max})`
          : describe(length);
        const isSure = !isTooLong && typeof raw === 'string';
        report({
          at,
          message: `${quote(field)} of ${labelOf(step)} ${fault}`,
          help: adviseValue(length, value, isTooLong ? most : undefined),
          fixes: writeFix(at, value, isSure ? 'safe' : 'unsafe'),
          ...(!isTooLong && duration.kind !== 'invalid' && { severity: 'warning' }),
        });
      }
  },
});

function describe({ raw, duration }: Length): string {
  const written = quote(String(raw));
  if (duration.kind === 'bare') return `has no unit: ${written}`;
  if (duration.kind === 'known') return `has an abbreviated unit: ${written}`;
  if (duration.isZero) return 'is zero';
  return duration.unit === undefined
    ? `is not a valid duration: ${describeValue(raw)}`
    : `has the unknown unit ${quote(duration.unit)}`;
}

/** The value that is meant, where only one is likely. */
function valueMeant({ raw, isSeconds }: Length): string | number | undefined {
  if (typeof raw !== 'string') return undefined;
  if (isSeconds) return /^[1-9]\d{0,6}$/.test(raw) ? Number(raw) : undefined;
  return spellDuration(raw);
}

/** The length in milliseconds, where that gives whole hours within the limit. */
function inMilliseconds({ raw, duration }: Length, limit: number): string | number | undefined {
  const seconds = duration.kind === 'known' ? duration.seconds / 1000 : 0;
  const isInSeconds = typeof raw === 'number' || /^\d+ ?s(?:econds?)?$/i.test(String(raw).trim());
  if (!isInSeconds || seconds > limit || seconds % 3600 !== 0) return undefined;
  return typeof raw === 'number' ? seconds : formatDuration(seconds);
}

function adviseValue(length: Length, value: unknown, max: string | undefined): string {
  if (value !== undefined)
    return `${max === undefined ? '' : 'if milliseconds, '}write ${JSON.stringify(value)}`;
  if (max !== undefined) return `set ${max} or less`;
  return (
    adviseUnit(length) ??
    adviseField(length) ??
    `write a duration such as ${length.isSeconds ? '259200, for 3 days' : '"3 days"'}`
  );
}

/** Of a number with its unit in a field of its own. */
function adviseField({ step, raw }: Length): string | undefined {
  const unit = step.names.unknown.find(([, name = '']) => isUnit(name))?.[1];
  return typeof raw === 'number' && unit ? step.spec.adviseField?.(unit, step) : undefined;
}

/** Of a number without a unit, where it gives whole hours. */
function adviseUnit({ raw, isSeconds }: Length): string | undefined {
  const amount = isSeconds ? Number.NaN : Number(raw);
  const units = [
    ['seconds', amount],
    ['milliseconds', amount / 1000],
  ] as const;
  for (const [unit, seconds] of units)
    if (seconds > 0 && seconds <= LONGEST_DELAY && seconds % 3600 === 0)
      return `if these are ${unit}, write "${formatDuration(seconds)}"`;
  return undefined;
}
