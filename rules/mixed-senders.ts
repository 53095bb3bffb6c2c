import { joinNames, scopeOf } from '../src/core/model/groups.ts';
import { labelOf, nameOf, quote } from '../src/core/model/label.ts';
import { asciiDomain, fromOf, parseSender } from '../src/core/model/sender.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'mixed-senders',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  summary: 'Emails of one workflow with different sender domains.',
  why: 'Recipients may distrust an unfamiliar sender, and each domain builds its reputation separately.',
  remedy: 'Send all emails of a workflow from one domain.',
  whenOff: 'When a workflow sends for two brands on purpose.',

  workflow({ workflow }, report) {
    const sent = workflow.steps.flatMap((step) => {
      const from = fromOf(step);
      const sender = from === undefined ? undefined : parseSender(from);
      if (sender?.kind !== 'sender') return [];
      return { step, domain: sender.domain, ascii: asciiDomain(sender.domain) };
    });
    const [first] = sent;
    const strays = sent.filter(({ ascii }) => ascii !== first?.ascii);
    const [other] = strays;
    if (first === undefined || other === undefined) return;
    const domains = new Set(sent.map(({ ascii }) => ascii));
    report({
      at: [other.step, 'config', 'from'],
      message: `${labelOf(other.step)} is sent from ${quote(other.domain)}, but ${nameOf(first.step)} from ${quote(first.domain)}`,
      help:
        strays.length === 1
          ? `send both from one domain, such as ${quote(first.domain)}`
          : 'send all emails from one domain',
      related: [
        { at: [first.step, 'config', 'from'], message: `sent from ${quote(first.domain)}` },
      ],
      fingerprintKey: { names: joinNames(scopeOf(workflow), ...[...domains].sort()) },
    });
  },
});
