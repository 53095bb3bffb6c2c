import { propertyReadsOf } from '../src/core/graph/audit-facts.ts';
import { quote } from '../src/core/model/label.ts';
import { pluralize } from '../src/core/model/text.ts';
import eventSamples from '../src/core/resources/event-samples.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-payload-key',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  summary: 'A property that a workflow reads and sent payloads lack.',
  why: 'Contacts of these events receive an email with an empty value, or their run fails.',
  remedy: 'Send the property with every event.',
  whenOff: 'When payloads lack properties on purpose, and templates have fallbacks for them.',
  needs: { event_samples: 'partly' },

  workflow({ workflow, graph, workspace }, report) {
    const { find, items } = workspace.resources(eventSamples);
    if (items.length === 0) return;
    for (const { step, event, property } of propertyReadsOf(graph)) {
      const { accepted = 0, keys = [] } = find(event)?.value ?? {};
      const isRead = (key: string): boolean => key === property || property.startsWith(`${key}.`);
      const sent = Math.max(0, ...keys.map(({ key, count: n }) => (isRead(key) ? n : 0)));
      if (sent >= accepted) continue;
      report({
        at: step,
        message: `${accepted - sent} of ${pluralize(accepted, 'sampled payload')} of ${quote(event)} lack ${quote(property)}`,
        help: `send ${quote(property)} with every ${quote(event)}`,
        fingerprintKey: { detail: property },
        maxSeverity: workflow.status === 'disabled' ? 'info' : undefined,
      });
    }
  },
});
