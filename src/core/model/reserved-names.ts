/** Names of template variables that the service sets itself. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'UNSUBSCRIBE_URL',
  'contact',
  'this',
]);

/** Set in the body of a template; refused as the name of a variable. */
export const UNSUBSCRIBE_LINK = 'RESEND_UNSUBSCRIBE_URL';

export const isReserved = (name: string): boolean =>
  RESERVED_NAMES.has(name) || name === UNSUBSCRIBE_LINK;
