import { identityAmong } from '../src/core/model/groups.ts';
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
    // Folded name → the first definition of each name.
    const groups = new Map<string, Map<string, EventDefinition>>();
    for (const event of workspace.definitions) {
      const { name } = event;
      if (name === undefined) continue;
      const folded = fold(name);
      if (folded === '') continue;
      const group = groups.get(folded);
      if (group === undefined) groups.set(folded, new Map([[name, event]]));
      // duplicate-event-name reports equal names.
      else if (!group.has(name)) group.set(name, event);
    }
    for (const group of groups.values()) {
      if (group.size === 1) continue;
      const [[firstName, first], ...others] = [...group] as [
        [string, EventDefinition],
        ...[string, EventDefinition][],
      ];
      const identity = identityAmong(group.keys(), firstName);
      for (const [name, event] of others) {
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
