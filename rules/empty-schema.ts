import { writeFix } from '../src/core/model/fix.ts';
import { isObject } from '../src/core/model/json.ts';
import { quote } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'empty-schema',
  severity: 'info',
  preset: 'strict',
  category: 'events',
  summary: 'An event schema without properties.',
  why: 'Variables cannot be checked against an empty schema, so contacts may receive emails with missing values.',
  remedy: 'List the properties of the payload, or set the schema to null.',
  whenOff: 'When your tools write {} for an event without a payload.',

  event({ event }, report) {
    const { schema } = event.raw;
    if (!isObject(schema) || Object.keys(schema).length > 0) return;
    const name = event.name === undefined ? 'this event' : `event ${quote(event.name)}`;
    report({
      at: [event, 'schema'],
      message: `schema of ${name} has no properties`,
      help: 'list the properties of the payload, or set the schema to null',
      fixes: writeFix([[event, 'schema']], null, 'unsafe'),
    });
  },
});
