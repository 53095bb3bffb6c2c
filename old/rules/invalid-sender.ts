import { configTextsIn } from '../src/core/graph/reads.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { groupBy, groupIdentity, joinNames } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { atFirst } from '../src/core/model/place.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { parseSender, type Sender } from '../src/core/model/sender.ts';
import { inSeveral } from '../src/core/model/text.ts';
import type { ConfigText } from '../src/core/model/variables.ts';
import { defineRule, type Target } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-sender',
  severity: 'error',
  preset: 'correctness',
  category: 'email',
  summary:
    'A sender or reply address that is neither `Display Name <local@domain>` nor a bare address.',
  why: 'The service cannot send from it, so the run fails here and this and all later emails are not sent.',
  remedy: 'Correct the address.',
  whenOff: 'Never, because no email is sent without a valid sender.',
  linear: true,

  workflow({ workflow, graph }, report) {
    const texts = configTextsIn(graph).filter(isInvalid);
    if (texts.length === 0) return;
    for (const uses of groupBy(texts, ({ field, value }) =>
      joinNames(field.name, value),
    ).values()) {
      const [{ field, value }] = uses;
      const { name } = field;
      const sender = parseSender(value) as Extract<Sender, { kind: 'invalid' }>;
      const which = value.trim() === '' ? '' : ` ${quote(value)}`;
      const places = uses.map(({ step, path }): Target => [step, ...path]);
      report({
        ...atFirst(places),
        message: `the ${name}${which} ${sender.reason}${inSeveral(uses.length, 'emails')}`,
        help: sender.help,
        fixes: writeFix(places, sender.meant),
        fingerprintKey: {
          names: groupIdentity(workflow, value),
          detail: name === 'sender' ? undefined : name,
        },
      });
    }
  },
});

// placeholder-value reports a placeholder.
const isInvalid = ({ field, value }: ConfigText): boolean =>
  field.use === 'address' &&
  parseSender(value).kind === 'invalid' &&
  findPlaceholder(value, 'address') !== value.trim();
