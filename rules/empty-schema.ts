import { isObject } from '../src/model/json.ts';
import { quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'empty-schema',
  severity: 'info',
  preset: 'strict',
  category: 'events',
  since: '0.1.0',
  summary: 'An event schema without a single property.',
  why: 'It promises a shape and describes none: a template that uses the payload cannot be checked against it.',
  remedy: 'Describe the properties of the payload, or set the schema to null.',
  whenOff: 'When your tools write {} for an event without a payload.',

  event({ event }, report) {
    const { schema } = event.raw;
    if (!isObject(schema) || Object.keys(schema).length > 0) return;
    const name = event.name === undefined ? 'this event' : `event ${quote(event.name)}`;
    report({
      at: [event, 'schema'],
      message: `the schema of ${name} is empty: it says nothing, and yet is not null`,
      help: 'write null, or name the properties',
    });
  },
});
