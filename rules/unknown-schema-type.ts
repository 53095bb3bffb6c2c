import { quote } from '../src/model/label.ts';
import { nearest } from '../src/model/nearest.ts';
import { defineRule } from '../src/rule.ts';

const TYPES: readonly string[] = ['string', 'number', 'boolean', 'date'];

// What other languages and schemas call them.
const MEANT = new Map([
  ['text', 'string'],
  ['str', 'string'],
  ['varchar', 'string'],
  ['email', 'string'],
  ['url', 'string'],
  ['uuid', 'string'],
  ['enum', 'string'],
  ['int', 'number'],
  ['integer', 'number'],
  ['float', 'number'],
  ['double', 'number'],
  ['decimal', 'number'],
  ['bigint', 'number'],
  ['numeric', 'number'],
  ['bool', 'boolean'],
  ['datetime', 'date'],
  ['date-time', 'date'],
  ['timestamp', 'date'],
  ['time', 'date'],
]);

export default defineRule({
  id: 'unknown-schema-type',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  since: '0.1.0',
  summary: 'A property of an event schema with a type the service does not know.',
  why: 'A payload cannot be checked against it: events are refused, or let through with anything in this property.',
  remedy: 'Use string, number, boolean or date; add a new type of the service to the option "known".',
  whenOff: 'When the service has gained schema types that this version does not know.',
  options: {
    defaults: { known: [] as readonly string[] },
    schema: { known: { description: 'Further schema types that are right.', type: 'array', items: { type: 'string' }, uniqueItems: true } },
  },

  event({ event }, report, { known }) {
    if (event.schema === null) return;
    for (const [property, type] of event.schema) {
      // What is no text is a matter of invalid-shape.
      if (type === undefined || TYPES.includes(type) || known.includes(type)) continue;
      const whose = event.name === undefined ? '' : ` of event ${quote(event.name)}`;
      const meant = MEANT.get(type.toLowerCase()) ?? nearest(type, [...TYPES, ...known]);
      report({
        at: [event, 'schema', property],
        message:
          type.trim() === ''
            ? `the type of property ${quote(property)}${whose} is blank`
            : `property ${quote(property)}${whose} has the unknown type ${quote(type)}`,
        help: meant === undefined ? `the types are ${[...TYPES, ...known].join(', ')}` : `did you mean "${meant}"?`,
        detail: property,
      });
    }
  },
});
