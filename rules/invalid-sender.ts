import { groupBy } from '../src/core/model/groups.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { fromOf, parseSender } from '../src/core/model/sender.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { type At, defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-sender',
  severity: 'error',
  preset: 'correctness',
  category: 'email',
  since: '0.1.0',
  summary: 'A sender that is neither `Display Name <local@domain>` nor a bare address.',
  why: 'The service cannot send from it, so the run fails here and this and all later emails are not sent.',
  remedy: 'Correct the address.',
  whenOff: 'Never: no email is sent without a valid sender.',

  workflow({ workflow, graph }, report) {
    for (const [from, steps] of groupBy(graph.where(isEmail), fromOf)) {
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (sender.kind !== 'invalid') continue;
      const which = from.trim() === '' ? '' : ` ${quote(from)}`;
      const where = steps.length === 1 ? '' : `, in ${steps.length} emails`;
      const places = steps.map((step): At => [step, 'config', 'from']);
      report({
        ...atFirst(places as [At, ...At[]]),
        message: `the sender${which} ${sender.reason}${where}`,
        help: sender.help,
        identity: groupIdentity(workflow, places, from),
      });
    }
  },
});
