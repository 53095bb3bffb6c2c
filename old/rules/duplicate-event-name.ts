import { isSameSchema } from '../src/core/model/definitions.ts';
import { removeFix } from '../src/core/model/fix.ts';
import { groupBy } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
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
    const named = workspace.definitions.filter(({ name }) => name !== undefined);
    for (const [name = '', [first, ...others]] of groupBy(named, (event) => event.name))
      for (const event of others) {
        const isSame = isSameSchema(first, event);
        report({
          at: [event, 'name'],
          message: `duplicate definition of event ${quote(name)}${isSame ? '' : ', with a different schema'}`,
          help: 'keep one definition, or rename the other event',
          // An item of a list that says nothing new.
          fixes:
            isSame && /\/\d+$/.test(event.pointer)
              ? removeFix([event], 'remove the later definition')
              : undefined,
          related: [{ at: [first, 'name'], message: 'first defined here' }],
        });
      }
  },
});
