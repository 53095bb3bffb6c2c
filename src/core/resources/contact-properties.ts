import type { Reference } from '../model/references.ts';
import { TEXT } from '../model/step-type.ts';
import type { Workspace } from '../workspace.ts';
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

/** The definition of the contact property that a reference reads, by its exact key. */
export function contactPropertyOf(
  { scope, name }: Reference,
  workspace: Workspace,
): ContactProperty | undefined {
  const [, key] = /^properties\.(.*)$/s.exec(scope === 'contact' ? name : '') ?? [];
  if (key === undefined) return undefined;
  const found = workspace.ask<ContactProperty>('contact_properties', 'some')?.find(key);
  return found?.isBound ? undefined : found?.item.value;
}
