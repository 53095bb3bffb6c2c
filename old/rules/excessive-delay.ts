import { lengthsIn } from '../src/core/graph/reads.ts';
import {
  formatDuration,
  type Length,
  secondsOfOption,
  spellSeconds,
} from '../src/core/model/duration.ts';
import { snakeCase } from '../src/core/model/fields.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { labelOf, labelWithoutHint } from '../src/core/model/label.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'excessive-delay',
  severity: 'error',
  preset: 'correctness',
  category: 'time',
  summary: 'A delay or timeout above the maximum of the service.',
  why: 'The service may reject the workflow, and contacts wait far longer than intended.',
  remedy: 'Shorten the delay, or correct its unit.',
  whenOff: 'When your service accepts longer delays; raising the option "max" is better.',
  linear: true,
  options: optionsOf({
    max: durationOption('30 days', 'The maximum delay or timeout, such as "14 days".'),
  }),

  workflow({ graph }, report, { max }) {
    const limit = secondsOfOption(max);
    for (const length of lengthsIn(graph)) {
      const { step, duration, field } = length;
      if (duration.kind !== 'known') continue;
      if (duration.seconds <= limit) continue;
      const meant = meantLength(length, duration.seconds / 1000, limit);
      const what = isDelay(step) ? labelWithoutHint(step) : `timeout of ${labelOf(step)}`;
      report({
        at: [step, 'config', field],
        message: `${what} is ${formatDuration(duration.seconds)} (limit: ${formatDuration(limit)})`,
        help:
          meant === undefined
            ? `set ${formatDuration(limit)} or less`
            : `if milliseconds, write ${meant.shown}`,
        fixes: writeFix([[step, 'config', field]], meant?.value, 'unsafe'),
        fingerprintKey: { detail: snakeCase(field) },
      });
    }
  },
});

/** The length in milliseconds, where that gives a whole number of minutes within the limit. */
function meantLength(
  { raw }: Length,
  thousandth: number,
  limit: number,
): { readonly value: string | number; readonly shown: string } | undefined {
  if (thousandth > limit || thousandth % 60 !== 0) return undefined;
  if (typeof raw === 'number')
    return { value: thousandth, shown: `${thousandth} (${formatDuration(thousandth)})` };
  const isOne = /^\d+ ?s(ec(ond)?s?)?$/i.test((raw as string).trim());
  const value = spellSeconds(thousandth);
  return isOne ? { value, shown: `"${value}"` } : undefined;
}
