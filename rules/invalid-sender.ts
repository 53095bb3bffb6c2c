import { labelOf, quote } from '../src/model/label.ts';
import { fromOf, parseSender } from '../src/model/sender.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-sender',
  severity: 'error',
  preset: 'correctness',
  category: 'email',
  since: '0.1.0',
  summary: 'A sender that is neither `Display Name <local@domain>` nor a bare address.',
  why: 'The service cannot send from it: the run fails at this step, and the contact gets neither this email nor what follows.',
  remedy: 'Correct the address.',
  whenOff: 'Never: no email leaves without a sender that can be read.',

  workflow({ graph }, report) {
    for (const step of graph.ofType('send_email')) {
      const from = fromOf(step);
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (sender.kind !== 'invalid') continue;
      const which = from.trim() === '' ? '' : ` ${quote(from)}`;
      report({ at: [step, 'config', 'from'], message: `${labelOf(step)}: the sender${which} ${sender.reason}`, help: sender.help });
    }
  },
});
