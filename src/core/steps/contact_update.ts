import { defineStepType, VALUES, valueSchema } from '../model/step-type.ts';

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
  writes: FIELDS,
  acts: true,
  caption: 'Update contact',
});
