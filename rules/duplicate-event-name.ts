import { isSameSchema } from '../src/core/model/definitions.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/label.ts';
import type { EventDefinition } from '../src/core/model/nodes.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-event-name',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'Two event definitions with the same name.',
  why: 'It is undefined which of the two schemas applies, so emails may be sent with missing values.',
  remedy: 'Merge the two definitions, or rename one.',
  whenOff: 'When you check several exports of one account in one run.',
  needs: { events: 'any' },

  workspace({ workspace }, report) {
    const seen = new Map<string, EventDefinition>();
    for (const event of workspace.definitions) {
      const { name } = event;
      if (name === undefined) continue;
      const first = seen.get(name);
      if (first === undefined) seen.set(name, event);
      else {
        report({
          at: [event, 'name'],
          message: `duplicate definition of event ${quote(name)}${isSameSchema(first, event) ? '' : ', with a different schema'}`,
          help: 'keep one definition, or rename the other event',
          // An item of a list that says nothing new.
          fixes:
            isSameSchema(first, event) && /\/\d+$/.test(event.pointer)
              ? removeFix([event], 'remove the later definition')
              : undefined,
          related: [{ at: [first, 'name'], message: 'first defined here' }],
        });
      }
    }
  },
});
