import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import { defineResource } from './resource.ts';

export interface Topic {
  readonly id?: string;
  readonly name?: string | null;
  readonly default_subscription?: string | null;
}

export default defineResource<Topic>({
  name: 'topics',
  object: 'topic',
  noun: 'topic',
  position: 40,
  names: ['id'],
  fields: { id: TEXT, name: TEXT_OR_NULL, default_subscription: TEXT_OR_NULL },
});
