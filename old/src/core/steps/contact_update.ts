import { isObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import type { Step } from '../model/nodes.ts';
import { defineStepType, OBJECT_OR_NULL } from '../model/step-type.ts';
import { contactValuesOf } from '../model/variables.ts';

const FIELDS = ['first_name', 'last_name', 'unsubscribed', 'properties'];

export default defineStepType({
  name: 'contact_update',
  position: 60,
  otherNames: ['updatecontact'],
  fields: {
    first_name: {},
    last_name: {},
    unsubscribed: {},
    properties: { schema: OBJECT_OR_NULL },
  },
  adviseField: (field) =>
    nearest(field, FIELDS) === undefined
      ? `write custom properties as "properties": {${quote(field)}: …}`
      : undefined,
  effects: { writes: FIELDS },
  caption: 'Update contact',
  kind: 'contact',
  icon: 'M3 17l.8-3.6L13.6 3.6l2.8 2.8L6.6 16.2zM11.8 5.4l2.8 2.8',
  summarize: (step) => [`sets ${fieldsSetBy(step).join(', ') || 'nothing'}`],
  describe(step) {
    const keys = contactValuesOf(step).map(({ key }) => key);
    return `changes the contact: ${keys.join(', ')}`;
  },
});

function fieldsSetBy({ config }: Step): readonly string[] {
  const properties = own(config, 'properties');
  const fields = Object.keys(config).filter((name) => name !== 'properties');
  return [...fields, ...(isObject(properties) ? Object.keys(properties) : [])];
}
