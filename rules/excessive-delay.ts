import { lengthsIn } from '../src/core/graph/reads.ts';
import {
  DURATION_OPTION,
  formatDuration,
  type Length,
  secondsOfOption,
} from '../src/core/model/duration.ts';
import { labelOf } from '../src/core/model/label.ts';
import { isDelay } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'excessive-delay',
  severity: 'error',
  preset: 'correctness',
  category: 'time',
  since: '0.1.0',
  summary: 'A delay or timeout above the maximum of the service.',
  why: 'The service may reject the workflow, and contacts wait far longer than intended.',
  remedy: 'Shorten the delay, or correct its unit.',
  whenOff: 'When your service accepts longer delays; raising the option "max" is better.',
  linear: true,
  options: {
    defaults: { max: '30 days' },
    schema: {
      max: {
        ...DURATION_OPTION,
        description: 'The maximum delay or timeout, such as "14 days".',
      },
    },
  },

  workflow({ graph }, report, { max }) {
    let limit: number | undefined;
    for (const length of lengthsIn(graph)) {
      const { step } = length;
      const { duration, field } = length;
      if (duration.kind !== 'known') continue;
      limit ??= secondsOfOption(max);
      if (duration.seconds <= limit) continue;
      const what = isDelay(step) ? labelOf(step) : `timeout of ${labelOf(step)}`;
      report({
        at: [step, 'config', field],
        message: `${what} is ${formatDuration(duration.seconds)} (limit: ${formatDuration(limit)})`,
        help: helpFor(length, duration.seconds / 1000, limit),
        detail: field,
      });
    }
  },
});

function helpFor({ raw }: Length, thousandth: number, limit: number): string {
  // Milliseconds are assumed only where they give a whole number of minutes within the limit.
  const plausible = typeof raw === 'number' && thousandth <= limit && thousandth % 60 === 0;
  return plausible
    ? `if milliseconds, write ${thousandth} (${formatDuration(thousandth)})`
    : `set ${formatDuration(limit)} or less`;
}
