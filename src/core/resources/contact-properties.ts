import { TEXT } from '../model/step-type.ts';
import { defineResource } from './resource.ts';

export interface ContactProperty {
  readonly id?: string;
  readonly key?: string;
  readonly type?: string;
  readonly fallback_value?: unknown;
}

export default defineResource<ContactProperty>({
  name: 'contact_properties',
  object: 'contact_property',
  noun: 'contact property',
  plural: 'contact properties',
  position: 50,
  names: ['key'],
  fields: { id: TEXT, key: TEXT, type: TEXT, fallback_value: {} },
});
