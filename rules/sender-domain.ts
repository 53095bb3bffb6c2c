import { labelOf, quote } from '../src/model/label.ts';
import { nearest } from '../src/model/nearest.ts';
import { fromOf, matchesDomain, parseSender } from '../src/model/sender.ts';
import { defineRule } from '../src/rule.ts';

const SHOWN = 3;

export default defineRule({
  id: 'sender-domain',
  severity: 'warning',
  preset: 'off',
  category: 'email',
  since: '0.1.0',
  summary: 'A sender whose domain is not on the list.',
  why: 'The service refuses to send from a domain nobody has verified, and people do not trust a domain they have not seen before.',
  remedy: 'Send from a domain on the list, or add this one to "allow".',
  whenOff: 'It is off until "allow" lists your domains.',
  options: {
    defaults: { allow: [] as readonly string[] },
    schema: {
      allow: {
        description: 'The domains emails may come from, such as "acme.com"; "*.acme.com" stands for all below it. Empty: any domain is fine.',
        type: 'array',
        items: { type: 'string', pattern: '^[^@\\s/]+$' },
        uniqueItems: true,
      },
    },
  },

  requires: 'allow',

  workflow({ workflow }, report, { allow }) {
    if (allow.length === 0) return;
    for (const step of workflow.steps) {
      const from = fromOf(step);
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (sender.kind !== 'sender' || allow.some((pattern) => matchesDomain(sender.domain, pattern))) continue;
      const near = nearest(
        sender.domain,
        allow.filter((pattern) => !pattern.startsWith('*.')),
      );
      report({
        at: [step, 'config', 'from'],
        message: `${labelOf(step)} is sent from the domain ${quote(sender.domain)}, which is not one of yours`,
        help: near === undefined ? `allowed: ${listOf(allow)}` : `did you mean ${quote(near)}?`,
      });
    }
  },
});

function listOf(allow: readonly string[]): string {
  const more = allow.length - SHOWN;
  return allow.slice(0, SHOWN).map(quote).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
