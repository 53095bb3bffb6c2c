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
    const groups = new Map<string, EventDefinition>();
    const reported = new Set<string>();
    for (const event of workspace.definitions) {
      const { name } = event;
      if (name === undefined) continue;
      const folded = fold(name);
      if (folded === '') continue;
      const first = groups.get(folded);
      if (first === undefined) groups.set(folded, event);
      // The same name once more is for duplicate-event-name to say.
      else if (first.name !== name && !reported.has(name)) {
        reported.add(name);
        report({
          at: [event, 'name'],
          message: `event ${quote(name)} is spelled almost like event ${quote(first.name as string)}`,
          help: 'keep one of them, or give this one a name that cannot be taken for the other',
          related: [{ at: [first, 'name'], message: 'the other is defined here' }],
          identity: [name, first.name].sort().join('\n'),
        });
      }
    }
  },
});
