import { flowOf, hasSends } from '../src/graph/flow.ts';
import { possibleOverruns } from '../src/graph/possible-sends.ts';
import { firstOver } from '../src/graph/recent-sends.ts';
import { DURATION_OPTION, formatDuration, secondsOfOption } from '../src/model/duration.ts';
import { nameOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'too-many-emails',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  since: '0.1.0',
  summary: 'More emails to one contact than fit into the time.',
  why: 'Contacts who are mailed again and again within hours unsubscribe, or press the spam button.',
  remedy: 'Spread the emails over more time, or leave some out.',
  whenOff: 'When the workflow is a conversation that the contact paces: rather raise "max" for it.',
  options: {
    defaults: { max: 5, within: '1 day' },
    schema: {
      max: { type: 'integer', minimum: 1, maximum: 100, description: 'The most emails that are fine within the time.' },
      within: { ...DURATION_OPTION, description: 'The time in which the emails are counted, such as "1 day".' },
    },
  },

  workflow({ workflow, graph }, report, { max, within }) {
    if (!hasSends(workflow.steps, max + 1)) return;
    const limit = secondsOfOption(within);
    const flow = flowOf(graph);
    const overruns = firstOver(flow, max, limit);
    if (overruns.length === 0) return;
    // Of paths that conditions leave to nobody nothing is said.
    for (const { step, seconds, send } of possibleOverruns(flow, max, limit) ?? overruns) {
      const time = seconds === 0 ? 'at once' : `within ${formatDuration(seconds)}`;
      report({
        at: step,
        message: `a contact gets ${max + 1} emails ${time}, from ${nameOf(send)} to ${nameOf(step)}`,
        help: `the limit is ${max} within ${formatDuration(limit)}: put longer delays between them, or leave one out`,
        related: [{ at: send, message: `the first of the ${max + 1}` }],
      });
    }
  },
});
