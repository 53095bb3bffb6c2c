import { joinNames, scopeOf } from '../src/model/identity.ts';
import { labelOf, nameOf, quote } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { asciiDomain, fromOf, parseSender } from '../src/model/sender.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'mixed-senders',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  since: '0.1.0',
  summary: 'Emails of one workflow that come from different domains.',
  why: 'A contact who knows one sender may take the other for a forgery, and the reputation earned with one domain does not help the other.',
  remedy: 'Send all emails of a workflow from one domain.',
  whenOff: 'When a workflow speaks for two brands on purpose.',

  workflow({ workflow }, report) {
    let first: { readonly step: Step; readonly domain: string; readonly ascii: string } | undefined;
    let other: { readonly step: Step; readonly domain: string } | undefined;
    const domains = new Set<string>();
    for (const step of workflow.steps) {
      const from = fromOf(step);
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (sender.kind !== 'sender') continue;
      const { domain } = sender;
      const ascii = asciiDomain(domain);
      first ??= { step, domain, ascii };
      domains.add(ascii);
      if (ascii !== first.ascii) other ??= { step, domain };
    }
    if (first === undefined || other === undefined) return;
    report({
      at: [other.step, 'config', 'from'],
      message: `${labelOf(other.step)} is sent from ${quote(other.domain)}, but ${nameOf(first.step)} before it from ${quote(first.domain)}`,
      related: [{ at: [first.step, 'config', 'from'], message: `sent from ${quote(first.domain)}` }],
      identity: joinNames(scopeOf(workflow), ...[...domains].sort()),
    });
  },
});
