import { joinNames, scopeOf } from '../src/core/model/groups.ts';
import { labelOf, nameOf, quote } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
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
    let first: { readonly step: Step; readonly domain: string; readonly ascii: string } | undefined;
    let other: { readonly step: Step; readonly domain: string } | undefined;
    const domains = new Set<string>();
    let strays = 0;
    for (const step of workflow.steps) {
      const from = fromOf(step);
      if (from === undefined) continue;
      const sender = parseSender(from);
      if (sender.kind !== 'sender') continue;
      const { domain } = sender;
      const ascii = asciiDomain(domain);
      first ??= { step, domain, ascii };
      domains.add(ascii);
      if (ascii === first.ascii) continue;
      strays++;
      other ??= { step, domain };
    }
    if (first === undefined || other === undefined) return;
    report({
      at: [other.step, 'config', 'from'],
      message: `${labelOf(other.step)} is sent from ${quote(other.domain)}, but ${nameOf(first.step)} from ${quote(first.domain)}`,
      help:
        strays === 1
          ? `send both from one domain, such as ${quote(first.domain)}`
          : 'send all emails from one domain',
      related: [
        { at: [first.step, 'config', 'from'], message: `sent from ${quote(first.domain)}` },
      ],
      fingerprintKey: { names: joinNames(scopeOf(workflow), ...[...domains].sort()) },
    });
  },
});
