import { identityAmong, joinNames } from '../src/model/identity.ts';
import { quote } from '../src/model/label.ts';
import type { EventDefinition } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'duplicate-event-id',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  summary: 'Two event definitions with the same id.',
  why: 'Both claim to be the same event: whoever reads them takes one, and the schema of the other counts for nothing.',
  remedy: 'Delete the stale copy, or give the newer event its own id.',
  whenOff: 'When you lint several exports of one account in one run.',
  gaps: ['events'],

  workspace({ workspace }, report) {
    const seen = new Map<string, EventDefinition>();
    const twins = new Map<EventDefinition, EventDefinition[]>();
    for (const event of workspace.definitions) {
      if (event.id === undefined) continue;
      const first = seen.get(event.id);
      const others = first === undefined ? undefined : twins.get(first);
      if (first === undefined) seen.set(event.id, event);
      else if (others === undefined) twins.set(first, [event]);
      else others.push(event);
    }
    for (const [first, others] of twins) {
      const nameOf = ({ name = '' }: EventDefinition): string => name;
      const identity = identityAmong(others.map(nameOf), nameOf(first));
      for (const event of others) {
        const whose = first.name === undefined || first.name === event.name ? 'an earlier definition' : `event ${quote(first.name)}`;
        report({
          at: [event, 'id'],
          message: `${event.name === undefined ? 'this event' : `event ${quote(event.name)}`} has the id ${quote(first.id as string)}, which ${whose} has too`,
          help: first.name === event.name ? 'is one of them an old copy? leave it out' : 'give one of them an id of its own',
          related: [{ at: [first, 'id'], message: 'first used here' }],
          identity: joinNames(first.id, identity(nameOf(event))),
        });
      }
    }
  },
});
