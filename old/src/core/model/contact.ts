import { isObject } from './json.ts';
import type { Step } from './nodes.ts';

/** The fields of a contact that conditions may read. */
export const CONTACT_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'unsubscribed',
  'properties',
] as const;

// With the other fields that the service documents.
const DOCUMENTED: ReadonlySet<string> = new Set([
  ...CONTACT_FIELDS,
  'id',
  'object',
  'created_at',
  'updated_at',
  'segments',
  'topics',
]);

/** Whether a contact is documented to have the field. */
export const isContactField = (name: string): boolean => DOCUMENTED.has(name);

const FIELDS: ReadonlySet<string> = new Set([
  'contact.email',
  'contact.first_name',
  'contact.last_name',
  'contact.unsubscribed',
]);
const PROPERTIES = 'contact.properties.';

/**
 * Whether a step may change a field of the contact, such as `contact.properties.plan`: `false` when it writes other fields
 * only. Names are compared without case and underscores. An update without fields, or with
 * undocumented fields, may change anything. An undocumented field of a contact, such as the time of the last change, may always change.
 */
export function mayWrite(step: Step, field: string): boolean {
  if (!changesByUpdate(field)) return true;
  const { properties } = step.config;
  // Null may remove all of them.
  if (
    properties === null
      ? field.startsWith(PROPERTIES)
      : properties !== undefined && !isObject(properties)
  )
    return true;
  const own = Object.keys(step.config).map(fold);
  const written = step.spec.effects.writes.map(fold);
  if (own.length === 0 || !own.every((name) => written.includes(name))) return true;
  const names = [...own, ...Object.keys(properties ?? {}).map(fold)];
  const asked = fold(
    field.slice(field.startsWith(PROPERTIES) ? PROPERTIES.length : 'contact.'.length),
  );
  // "address.city" changes with "address".
  return names.some(
    (name) => asked === name || asked.startsWith(`${name}.`) || name.startsWith(`${asked}.`),
  );
}

/** Whether only an update changes the field, unless time passes. Emails and segments may change undocumented fields. */
export const changesByUpdate = (field: string): boolean =>
  FIELDS.has(field) || field.startsWith(PROPERTIES);

const fold = (name: string): string => name.toLowerCase().replaceAll('_', '');
