export const CONTACT_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'unsubscribed',
  'properties',
] as const;

const DOCUMENTED: ReadonlySet<string> = new Set([
  ...CONTACT_FIELDS,
  'id',
  'object',
  'created_at',
  'updated_at',
  'segments',
  'topics',
]);

/** Whether the service documents a field of a contact, by its name without `contact.`. */
export const isContactField = (name: string): boolean => DOCUMENTED.has(name);

/** The field of a contact in another spelling: `firstName` → `contact.first_name`. */
export const contactFieldMeant = (name: string): string | undefined =>
  CONTACT_NAMES.get(name.toLowerCase().replaceAll('_', ''));

const CONTACT_NAMES: ReadonlyMap<string, string> = new Map([
  ['email', 'contact.email'],
  ['firstname', 'contact.first_name'],
  ['fname', 'contact.first_name'],
  ['lastname', 'contact.last_name'],
  ['lname', 'contact.last_name'],
  ['unsubscribed', 'contact.unsubscribed'],
]);
