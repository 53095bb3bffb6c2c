import { closestSends } from '../src/core/graph/feasible-sends.ts';
import { flowOf } from '../src/core/graph/flow.ts';
import { mayFollowWithin, recentSends } from '../src/core/graph/recent-sends.ts';
import { DURATION_OPTION, formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { labelOf, nameOf } from '../src/core/model/label.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'back-to-back-emails',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'Two emails sent without a pause between them.',
  why: 'The contact receives both emails at once and is likely to ignore one of them.',
  remedy: 'Add a delay between the two emails, or combine them into one.',
  whenOff:
    'When two emails at once are intended, such as a receipt and a welcome email; suppressing that one finding is better.',
  options: {
    defaults: { min: '1 minute' },
    schema: {
      min: {
        ...DURATION_OPTION,
        description: 'The minimum time between two emails, such as "1 hour".',
      },
    },
  },

  workflow({ graph }, report, { min }) {
    const limit = secondsOfOption(min);
    if (!mayFollowWithin(graph, limit)) return;
    const flow = flowOf(graph);
    const recent = recentSends(flow, 1, false);
    const close = graph
      .where(isEmail)
      .filter((step) => (recent.before(step, 1)?.seconds ?? limit) < limit);
    if (close.length === 0) return;
    // Infeasible paths are not reported.
    const possible = closestSends(flow, limit);
    for (const step of close) {
      const last = possible === undefined ? recent.before(step, 1) : possible.get(step);
      if (last === undefined) continue;
      // Rounded up, 59.9 seconds would read as the minute that is required.
      const seconds = last.seconds < 1 ? last.seconds : Math.floor(last.seconds);
      const gap = seconds === 0 ? 'right after' : `only ${formatDuration(seconds)} after`;
      report({
        at: step,
        message: `${labelOf(step)} is sent ${gap} ${nameOf(last.send)}`,
        help: `add a delay of at least ${formatDuration(limit)} between them, or combine the two emails`,
        related: [{ at: last.send, message: 'previous email' }],
      });
    }
  },
});
