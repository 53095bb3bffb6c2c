/** The package of the service, its host, or a variable of the environment of its name. */
export const MENTION =
  /['"`](?:npm:|https:\/\/[\w./]+\/)?resend(?:@[^'"`]*)?['"`]|api\.resend\.com|\bRESEND_[A-Z]/;

/** Whether a file may call the service: cheap, and without the parser. */
export const mentions = (text: string): boolean => MENTION.test(text);

/** Of a file that is read: also by a client of another file. */
export const mayCall = (text: string): boolean =>
  mentions(text) || CALL.test(text) || CONTACT_EVENT.test(text);

/** A method of the service, or one that it may be thought to have. */
const CALL =
  /\b(?:events?|automations)\s*\??\.\s*(?:send|create|update|emit|trigger|publish|track)/;
const CONTACT_EVENT = /\bcontacts\s*\??\.\s*\w*Event/;
