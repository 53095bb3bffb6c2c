import { TEXT, TEXT_OR_NULL } from '../model/step-type.ts';
import { defineResource } from './resource.ts';

export interface Domain {
  readonly id?: string;
  readonly name?: string;
  readonly status?: string | null;
  readonly capabilities?: { readonly sending?: unknown } | null;
}

export default defineResource<Domain>({
  name: 'domains',
  object: 'domain',
  noun: 'domain',
  position: 20,
  names: ['name'],
  fields: {
    id: TEXT,
    name: TEXT,
    status: TEXT_OR_NULL,
    capabilities: { type: ['object', 'null'] },
  },
});
