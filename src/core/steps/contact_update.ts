import { nearest } from '../model/nearest.ts';
import { defineStepType, OBJECT_OR_NULL, valueSchema } from '../model/step-type.ts';
import { quote } from '../model/text.ts';

/** Names with any plain values and references. */
const PROPERTIES = {
  ...OBJECT_OR_NULL,
  additionalProperties: valueSchema('string', 'number', 'boolean'),
};
const FIELDS = ['first_name', 'last_name', 'unsubscribed', 'properties'];

export default defineStepType({
  name: 'contact_update',
  position: 60,
  otherNames: ['updatecontact'],
  fields: {
    first_name: { schema: valueSchema('string') },
    last_name: { schema: valueSchema('string') },
    unsubscribed: { schema: valueSchema('boolean') },
    properties: { schema: PROPERTIES },
  },
  adviseField: (field) =>
    nearest(field, FIELDS) === undefined
      ? `write custom properties as "properties": {${quote(field)}: …}`
      : undefined,
  writes: FIELDS,
  acts: true,
  caption: 'Update contact',
});
