import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import { defineResource } from './resource.ts';

export interface Segment {
  readonly id?: string;
  readonly name?: string | null;
}

export default defineResource<Segment>({
  name: 'segments',
  object: 'segment',
  noun: 'segment',
  position: 30,
  names: ['id'],
  fields: { id: TEXT, name: TEXT_OR_NULL },
});
