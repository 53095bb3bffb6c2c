import { writeFix } from '../src/core/model/fix.ts';
import { labelOf, quote, suggestName } from '../src/core/model/label.ts';
import { nearest } from '../src/core/model/nearest.ts';
import { fromOf, matchesDomain, parseSender } from '../src/core/model/sender.ts';
import { defineRule, namesOption, optionsOf } from '../src/core/rule.ts';

const SHOWN = 3;

export default defineRule({
  id: 'sender-domain',
  severity: 'warning',
  preset: 'off',
  category: 'email',
  summary: 'A sender domain that is not allowed.',
  why: 'The service rejects emails from unverified domains, and recipients distrust unfamiliar ones.',
  remedy: 'Send from an allowed domain, or add the domain to the option "allow".',
  whenOff: 'It is off until the option "allow" lists your domains.',
  linear: true,
  options: optionsOf({
    allow: namesOption(
      [],
      'The allowed sender domains, such as "acme.com"; "*.acme.com" means all subdomains. Empty: any domain is allowed.',
      { type: 'string', pattern: '^[^@\\s/]+$' },
    ),
  }),

  requires: 'allow',

  workflow({ workflow }, report, { allow }) {
    if (allow.length === 0) return;
    for (const step of workflow.steps) {
      const from = fromOf(step);
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (
        sender.kind !== 'sender' ||
        allow.some((pattern) => matchesDomain(sender.domain, pattern))
      )
        continue;
      const near = nearest(
        sender.domain,
        allow.filter((pattern) => !pattern.startsWith('*.')),
      );
      report({
        at: [step, 'config', 'from'],
        message: `sender domain ${quote(sender.domain)} of ${labelOf(step)} is not an allowed domain`,
        help: suggestName(near) ?? `use one of ${listOf(allow)}`,
        fixes:
          near === undefined || from.split(sender.domain).length !== 2
            ? undefined
            : writeFix(
                [[step, 'config', 'from']],
                from.replace(sender.domain, () => near),
                'unsafe',
              ),
      });
    }
  },
});

function listOf(allow: readonly string[]): string {
  const more = allow.length - SHOWN;
  return allow.slice(0, SHOWN).map(quote).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
