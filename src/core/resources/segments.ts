import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import { defineResource, type Named } from './resource.ts';

export default defineResource<Named>({
  name: 'segments',
  object: 'segment',
  noun: 'segment',
  position: 30,
  names: ['id'],
  fields: { id: TEXT, name: TEXT_OR_NULL },
});
