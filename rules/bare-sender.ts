import { labelOf, quote } from '../src/core/model/label.ts';
import { fromOf, parseSender } from '../src/core/model/sender.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'bare-sender',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  since: '0.1.0',
  summary: 'A sender address without a display name.',
  why: 'The inbox shows an email address where recipients look for a name that they know.',
  remedy: 'Add a display name before the address.',
  whenOff: 'When recipients know you by the address itself.',

  workflow({ workflow }, report) {
    for (const step of workflow.steps) {
      const from = fromOf(step);
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (sender.kind !== 'sender' || sender.name !== '') continue;
      report({
        at: [step, 'config', 'from'],
        message: `sender ${quote(sender.address)} of ${labelOf(step)} has no display name`,
        help: `write ${quote(`Your Company <${sender.address}>`)}`,
      });
    }
  },
});
