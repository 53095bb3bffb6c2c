import { eventNameOf } from '../src/model/config.ts';
import { hasTimeout } from '../src/model/duration.ts';
import { isGiven } from '../src/model/json.ts';
import { labelOf, quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'endless-wait',
  severity: 'warning',
  preset: 'recommended',
  category: 'graph',
  since: '0.1.0',
  summary: 'A wait without a timeout.',
  why: 'A contact for whom the event never comes stays in the workflow for ever, and gets nothing that follows.',
  remedy: 'Give the wait a timeout, and decide what happens then.',
  whenOff: 'When waiting for ever is what you want, because nothing is due without the event.',

  workflow({ graph }, report) {
    for (const step of graph.ofType('wait_for_event')) {
      if (hasTimeout(step)) continue;
      const event = eventNameOf(step);
      report({
        at: step,
        message: `${labelOf(step)} has no timeout: it waits for ${event === undefined ? 'its event' : quote(event)} for ever`,
        help: isGiven(step.raw['key']) ? 'add "timeout": "3 days", or as long as suits' : 'add "timeout_seconds": 259200 (3 days), or as long as suits',
      });
    }
  },
});
