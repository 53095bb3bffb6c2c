import { lengthsIn } from '../src/graph/reads.ts';
import { DURATION_OPTION, formatDuration, type Length, secondsOfOption } from '../src/model/duration.ts';
import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'excessive-delay',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'A delay or timeout longer than the service takes, or than anybody means.',
  why: 'The service may refuse it; if it does not, the contact waits for months for an email nobody remembers.',
  remedy: 'Shorten it, or correct its unit.',
  whenOff: 'When your service takes longer delays: rather raise "max".',
  options: {
    defaults: { max: '30 days' },
    schema: { max: { ...DURATION_OPTION, description: 'The longest delay or timeout that is fine, such as "14 days".' } },
  },

  workflow({ graph }, report, { max }) {
    let limit: number | undefined;
    for (const { step, length } of lengthsIn(graph)) {
      const { duration, field } = length;
      if (duration.kind !== 'known') continue;
      limit ??= secondsOfOption(max);
      if (duration.seconds <= limit) continue;
      const what = step.type === 'delay' ? `${labelOf(step)} takes` : `the timeout of ${labelOf(step)} is`;
      report({
        at: [step, 'config', field],
        message: `${what} ${formatDuration(duration.seconds)}, more than ${formatDuration(limit)}`,
        help: helpFor(length, duration.seconds / 1000, limit),
        detail: field,
      });
    }
  },
});

function helpFor({ raw }: Length, thousandth: number, limit: number): string {
  // Nobody waits for 43 minutes 12 seconds: that is 30 days and a little, in seconds.
  const plausible = typeof raw === 'number' && thousandth >= 60 && thousandth <= limit && thousandth % 60 === 0;
  return plausible ? `milliseconds? for ${formatDuration(thousandth)} write ${thousandth}` : `write ${formatDuration(limit)} or less`;
}
