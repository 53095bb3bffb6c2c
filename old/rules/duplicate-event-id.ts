import { groupBy, identityAmong, joinNames } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import type { EventDefinition } from '../src/core/model/nodes.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-event-id',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  summary: 'Two event definitions with the same id.',
  why: 'The service treats both as one event, so the schema of one of them is ignored.',
  remedy: 'Remove the outdated copy, or give one event a different id.',
  whenOff: 'When you check several exports of one account in one run.',
  needs: { events: 'partly' },

  workspace({ workspace }, report) {
    const identified = workspace.definitions.filter(({ id }) => id !== undefined);
    for (const [first, ...others] of groupBy(identified, ({ id }) => id).values()) {
      const nameOf = ({ name = '' }: EventDefinition): string => name;
      const identity = identityAmong(others.map(nameOf), nameOf(first));
      for (const event of others) {
        const other =
          first.name === undefined || first.name === event.name
            ? ''
            : `, already used by event ${quote(first.name)}`;
        report({
          at: [event, 'id'],
          message: `duplicate event id ${quote(first.id as string)}${other}`,
          help:
            first.name === event.name
              ? 'remove one of the definitions if it is an old copy'
              : 'give one of the events a different id',
          related: [{ at: [first, 'id'], message: 'first used here' }],
          fingerprintKey: { names: joinNames(first.id, identity(nameOf(event))) },
          explainedBy: first.name === event.name ? 'duplicate-event-name' : undefined,
        });
      }
    }
  },
});
