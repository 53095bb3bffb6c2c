import { groupBy, groupIdentity } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { fromOf, parseSender } from '../src/core/model/sender.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { inSeveral } from '../src/core/model/text.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'bare-sender',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  summary: 'A sender address without a display name.',
  why: 'The inbox shows an email address where recipients expect a familiar name.',
  remedy: 'Add a display name before the address.',
  whenOff: 'When recipients know you by the address itself.',
  linear: true,

  workflow({ workflow, graph }, report) {
    for (const [from, steps] of groupBy(graph.where(isEmail), fromOf)) {
      const sender = from === undefined ? undefined : parseSender(from);
      if (sender?.kind !== 'sender' || sender.name !== '') continue;
      const places = steps.map((step): Target => [step, 'config', 'from']);
      report({
        ...atFirst(places),
        message: `sender ${quote(sender.address)} has no display name${inSeveral(steps.length, 'emails')}`,
        help: `write ${quote(`Your Company <${sender.address}>`)}`,
        fingerprintKey: { names: groupIdentity(workflow, sender.address) },
      });
    }
  },
});
