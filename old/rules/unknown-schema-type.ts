import { SCHEMA_TYPES, schemaTypeMeant } from '../src/core/model/definitions.ts';
import { writeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/label.ts';
import { defineRule, namesOption, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'unknown-schema-type',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  summary: 'A property of an event schema with an unknown type.',
  why: 'The service cannot check payloads against an unknown type, so it rejects events or accepts any value.',
  remedy:
    'Write string, number, boolean or date; if the type is new in the service, add it to the option "known".',
  whenOff: 'When the service has new schema types that this version does not include.',
  options: optionsOf({ known: namesOption([], 'Further valid schema types.', { type: 'string' }) }),

  event({ event }, report, { known }) {
    if (event.schema === null) return;
    for (const [property, type] of event.schema) {
      // invalid-shape reports a type that is not a string.
      if (type === undefined || SCHEMA_TYPES.includes(type) || known.includes(type)) continue;
      const whose = event.name === undefined ? '' : ` of event ${quote(event.name)}`;
      const meant = schemaTypeMeant(type, known);
      report({
        at: [event, 'schema', property],
        message:
          type.trim() === ''
            ? `the type of property ${quote(property)}${whose} is blank`
            : `property ${quote(property)}${whose} has the unknown type ${quote(type)}`,
        help:
          meant === undefined
            ? `write one of ${[...SCHEMA_TYPES, ...known].join(', ')}`
            : `write "${meant}"`,
        fixes: writeFix([[event, 'schema', property]], meant),
        fingerprintKey: { detail: property },
      });
    }
  },
});
