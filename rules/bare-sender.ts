import { labelOf, quote } from '../src/model/label.ts';
import { fromOf, parseSender } from '../src/model/sender.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'bare-sender',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  since: '0.1.0',
  summary: 'A sender without a display name.',
  why: 'The inbox shows an address, or the part before its "@", where people look for a name they know.',
  remedy: 'Put a name before the address.',
  whenOff: 'When the address alone is the name people know you by.',

  workflow({ workflow }, report) {
    for (const step of workflow.steps) {
      const from = fromOf(step);
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (sender.kind !== 'sender' || sender.name !== '') continue;
      report({
        at: [step, 'config', 'from'],
        message: `${labelOf(step)} is sent from ${quote(sender.address)}, without a name`,
        help: `write it like ${quote(`Your Company <${sender.address}>`)}`,
      });
    }
  },
});
