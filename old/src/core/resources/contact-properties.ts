import { isGiven } from '../model/json.ts';
import { compact, defineResource, textOrNull } from '../model/resource.ts';
import { TEXT } from '../model/step-type.ts';

interface ContactProperty {
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
  fields: { id: TEXT, key: TEXT, type: TEXT },
  keep: (raw) =>
    compact<ContactProperty>({
      id: textOrNull(raw['id']) ?? undefined,
      key: textOrNull(raw['key']) ?? undefined,
      type: textOrNull(raw['type']) ?? undefined,
      fallback_value: isScalar(raw['fallback_value']) ? raw['fallback_value'] : undefined,
    }),
  isUsedBy: (steps, references) =>
    steps.some((step) => isGiven(step.config['properties'])) ||
    references().some(({ kind, name }) => kind === 'contact' && name.startsWith('properties.')),
  usedBy: ({ properties }) => properties.map(({ name }) => name),
});

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';
