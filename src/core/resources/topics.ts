import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import { defineResource, type Named } from './resource.ts';

export default defineResource<Named>({
  name: 'topics',
  object: 'topic',
  noun: 'topic',
  position: 40,
  names: ['id'],
  fields: { id: TEXT, name: TEXT_OR_NULL },
});
