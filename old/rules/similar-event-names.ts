import { groupBy, identityAmong } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { fold } from '../src/core/model/nearest.ts';
import type { EventDefinition } from '../src/core/model/nodes.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'similar-event-names',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  summary: 'Two events whose names differ only in case or separators.',
  why: 'Applications may send one event while the workflow listens to the other, so its emails are never sent.',
  remedy: 'Use one of the two names everywhere.',
  whenOff: 'When both names are in use and the senders cannot be changed.',
  needs: { events: 'partly' },

  workspace({ workspace }, report) {
    const groups = groupBy(workspace.definitions, ({ name = '' }) => fold(name));
    groups.delete('');
    for (const alike of groups.values()) {
      // duplicate-event-name reports equal names.
      const byName = groupBy(alike, ({ name }) => name as string);
      const [first, ...others] = Array.from(byName.values(), ([event]) => event) as [
        EventDefinition,
        ...EventDefinition[],
      ];
      const firstName = first.name as string;
      const identity = identityAmong(byName.keys(), firstName);
      for (const event of others) {
        const name = event.name as string;
        report({
          at: [event, 'name'],
          message: `events ${quote(name)} and ${quote(firstName)} differ only in case or separators`,
          help: 'use one of the two names everywhere, or rename this event',
          related: [{ at: [first, 'name'], message: 'definition of the other event' }],
          fingerprintKey: { names: identity(name) },
        });
      }
    }
  },
});
