import { stringsOf } from '../src/core/model/config.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { parseSender } from '../src/core/model/sender.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-sender',
  severity: 'error',
  stage: 'structure',
  isOfConfigs: true,
  summary: 'A sender or reply address that is not `Name <local@domain>` or a bare address.',
  why: 'The service cannot send from it, so this and all later emails are not sent.',
  remedy: 'Correct the address.',

  workflow({ emails }, report) {
    for (const step of emails)
      for (const { name, use, value, path } of stringsOf(step)) {
        if (use !== 'address') continue;
        const sender = parseSender(value);
        // The rule placeholder-value reports it.
        if (sender.kind !== 'invalid' || findPlaceholder(value, 'address') === value.trim())
          continue;
        const named = value.trim() === '' ? '' : ` ${quote(value)}`;
        report({
          at: [step, ...path],
          message: `the ${name}${named} ${sender.reason}`,
          help: sender.help,
          fixes: writeFix([step, ...path], sender.meant),
        });
      }
  },
});
