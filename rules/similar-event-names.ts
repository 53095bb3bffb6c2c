import { identityAmong } from '../src/model/identity.ts';
import { quote } from '../src/model/label.ts';
import { fold } from '../src/model/nearest.ts';
import type { EventDefinition } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'similar-event-names',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  since: '0.1.0',
  summary: 'Two events whose names differ only in case or separators.',
  why: 'Sooner or later the application sends one and the workflow listens to the other: it never starts, and nothing reports it.',
  remedy: 'Keep one of the two, and use it everywhere.',
  whenOff: 'When both spellings are in use and you cannot change the senders.',
  gaps: ['events'],

  workspace({ workspace }, report) {
    // By what is alike: the first definition of each name.
    const groups = new Map<string, Map<string, EventDefinition>>();
    for (const event of workspace.definitions) {
      const { name } = event;
      if (name === undefined) continue;
      const folded = fold(name);
      if (folded === '') continue;
      const group = groups.get(folded);
      if (group === undefined) groups.set(folded, new Map([[name, event]]));
      // The same name once more is for duplicate-event-name to say.
      else if (!group.has(name)) group.set(name, event);
    }
    for (const group of groups.values()) {
      if (group.size === 1) continue;
      const [[firstName, first], ...others] = [...group] as [[string, EventDefinition], ...[string, EventDefinition][]];
      const identity = identityAmong(group.keys(), firstName);
      for (const [name, event] of others) {
        report({
          at: [event, 'name'],
          message: `event ${quote(name)} is spelled almost like event ${quote(firstName)}`,
          help: 'keep one of them, or give this one a name that cannot be taken for the other',
          related: [{ at: [first, 'name'], message: 'the other is defined here' }],
          identity: identity(name),
        });
      }
    }
  },
});
