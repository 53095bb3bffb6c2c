import { flowOf } from '../src/graph/flow.ts';
import { closestSends } from '../src/graph/possible-sends.ts';
import { mayFollowWithin, recentSends } from '../src/graph/recent-sends.ts';
import { DURATION_OPTION, formatDuration, secondsOfOption } from '../src/model/duration.ts';
import { labelOf, nameOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'back-to-back-emails',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'An email sent right after another.',
  why: 'The contact gets both at once, reads one at best, and takes the sender for a machine gone wrong.',
  remedy: 'Put a delay between the two, or say it all in one email.',
  whenOff: 'When two emails at once are meant, such as a receipt and a welcome: rather suppress that one.',
  options: {
    defaults: { min: '1 minute' },
    schema: { min: { ...DURATION_OPTION, description: 'The shortest time between two emails that is fine, such as "1 hour".' } },
  },

  workflow({ graph }, report, { min }) {
    const limit = secondsOfOption(min);
    if (!mayFollowWithin(graph, limit)) return;
    const flow = flowOf(graph);
    const recent = recentSends(flow, 1, false);
    const close = graph.ofType('send_email').filter((step) => (recent.before(step, 1)?.seconds ?? limit) < limit);
    if (close.length === 0) return;
    // Of paths that conditions leave to nobody nothing is said.
    const possible = closestSends(flow, limit);
    for (const step of close) {
      const last = possible === undefined ? recent.before(step, 1) : possible.get(step);
      if (last === undefined) continue;
      // Rounded up, 59.9 seconds would read like the minute that is asked for.
      const seconds = last.seconds < 1 ? last.seconds : Math.floor(last.seconds);
      const gap = seconds === 0 ? 'right after' : `only ${formatDuration(seconds)} after`;
      report({
        at: step,
        message: `${labelOf(step)} goes out ${gap} ${nameOf(last.send)}`,
        help: `put a delay between them, ${formatDuration(limit)} at least, or make one email of the two`,
        related: [{ at: last.send, message: 'the email before it' }],
      });
    }
  },
});
