import { nearest } from '../model/nearest.ts';
import { defineStepType, VALUES, valueSchema } from '../model/step-type.ts';
import { quote } from '../model/text.ts';

const FIELDS = ['first_name', 'last_name', 'unsubscribed', 'properties'];

export default defineStepType({
  name: 'contact_update',
  position: 60,
  otherNames: ['updatecontact'],
  fields: {
    first_name: { schema: valueSchema('string') },
    last_name: { schema: valueSchema('string') },
    unsubscribed: { schema: valueSchema('boolean') },
    properties: { schema: VALUES },
  },
  adviseField: (field) =>
    nearest(field, FIELDS) === undefined
      ? `write custom properties as "properties": {${quote(field)}: …}`
      : undefined,
  writes: FIELDS,
  acts: true,
  caption: 'Update contact',
});
