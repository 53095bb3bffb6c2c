import { feasibleOverruns } from '../src/core/graph/feasible-sends.ts';
import { flowOf } from '../src/core/graph/flow.ts';
import { findOverruns } from '../src/core/graph/recent-sends.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { nameOf } from '../src/core/model/label.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { countOption, defineRule, durationOption, optionsOf } from '../src/core/rule.ts';

const MINUTE = 60;

export default defineRule({
  id: 'too-many-emails',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  summary: 'Too many emails to one contact within one workflow.',
  why: 'Contacts who receive many emails in a short time unsubscribe or report them as spam.',
  remedy: 'Add longer delays between the emails, or remove some of them.',
  whenOff: 'When the contact controls the pace of the emails; raising the option "max" is better.',
  options: optionsOf({
    max: countOption(5, [1, 100], 'The maximum number of emails within this time.'),
    within: durationOption(
      '1 day',
      'The time window in which emails are counted, such as "1 day".',
    ),
  }),

  workflow({ graph }, report, { max, within }) {
    if (graph.where(isEmail).length <= max) return;
    const limit = secondsOfOption(within);
    const flow = flowOf(graph);
    const overruns = findOverruns(flow, max, limit);
    if (overruns.length === 0) return;
    // Infeasible paths are not reported.
    for (const { step, seconds, send } of feasibleOverruns(flow, max, limit) ?? overruns) {
      const time = seconds === 0 ? 'at once' : `within ${formatDuration(seconds)}`;
      report({
        at: step,
        message: `contacts receive ${max + 1} emails ${time}, from ${nameOf(send)} to ${nameOf(step)} (limit: ${max})`,
        help: `send at most ${max} within ${formatDuration(limit)}: add delays or remove an email`,
        // The emails follow each other at once.
        explainedBy: seconds < MINUTE ? 'back-to-back-emails' : undefined,
        related: [{ at: send, message: `first of the ${max + 1} emails` }],
      });
    }
  },
});
