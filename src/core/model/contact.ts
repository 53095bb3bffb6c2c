import { fold } from './nearest.ts';

const WRITABLE = ['email', 'first_name', 'last_name', 'unsubscribed'] as const;
export const CONTACT_FIELDS = [...WRITABLE, 'properties'] as const;

const DOCUMENTED: ReadonlySet<string> = new Set([
  ...CONTACT_FIELDS,
  ...['id', 'object', 'created_at', 'updated_at', 'segments', 'topics'],
]);

/** Whether the service documents a field of a contact, by its name without `contact.`. */
export const isContactField = (name: string): boolean => DOCUMENTED.has(name);

const MEANT: ReadonlyMap<string, string> = new Map([
  ...WRITABLE.map((field) => [fold(field), `contact.${field}`] as const),
  ['fname', 'contact.first_name'],
  ['lname', 'contact.last_name'],
]);

/** The field of a contact in another spelling: `firstName` → `contact.first_name`. */
export const contactFieldMeant = (name: string): string | undefined => MEANT.get(fold(name));
