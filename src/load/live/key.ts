import { readWhole } from '../read.ts';
import { Refusal, reasonOf } from '../refusal.ts';

/** An API key, and where it was found: only the latter may be printed. */
export interface ApiKey {
  readonly value: string;
  readonly origin: string;
}

/** How the key travels. */
export interface AuthHeader {
  readonly name: string;
  /** The value, with `{key}` where the key goes. */
  readonly template: string;
}

export const BEARER: AuthHeader = { name: 'authorization', template: 'Bearer {key}' };
export const KEY_SOURCES = 'EDGEWISE_API_KEY, RESEND_API_KEY or --api-key-file';

const VARIABLES = ['EDGEWISE_API_KEY', 'RESEND_API_KEY'] as const;
// Shorter ones are found in ordinary words, which would be blotted out with them.
const MIN_SCRUBBED = 8;

/** The key from the environment, else from a file, else none. Throws a Refusal that never holds the key. */
export function findKey(
  env: Readonly<Record<string, string | undefined>>,
  file: { readonly path: string; readonly given: string } | undefined,
): ApiKey | undefined {
  for (const name of VARIABLES) {
    const value = env[name];
    if (value !== undefined && value !== '') return checkKey(value, name);
  }
  if (file === undefined) return undefined;
  const origin = `the file ${file.given}`;
  let text: string;
  try {
    text = readWhole(file.path).toString('utf8');
  } catch (error) {
    throw new Refusal(`the API key cannot be taken from ${origin}: ${reasonOf(error)}`);
  }
  // Editors end a file with a line break that is no part of the key.
  return checkKey(text.replace(/^\ufeff/, '').replace(/\r?\n$/, ''), origin);
}

export function checkKey(value: string, origin: string): ApiKey {
  if (value === '') throw new Refusal(`the API key from ${origin} is empty`);
  // Anything else does not fit into a header, and the error of whoever tries would quote the key.
  if (!/^[!-~]+$/.test(value)) {
    throw new Refusal(`the API key from ${origin} holds a line break, a space or another character that no key has; it was not used`);
  }
  return { value, origin };
}

/** `NAME: SCHEME {key}`. What was given is never quoted: it may hold the key itself. */
export function parseAuthHeader(given: string): AuthHeader {
  const [, name, template] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~]*)$/.exec(given) ?? [];
  if (name === undefined || template === undefined) throw new Refusal("--auth-header must look like 'NAME: SCHEME {key}', such as 'X-Api-Key: {key}'");
  if (!template.includes('{key}')) throw new Refusal('--auth-header must say {key} where the key goes; the key itself does not belong on the command line');
  return { name: name.toLowerCase(), template };
}

/** Blots the key out of a text, also in the forms it takes in a URL and in base64. */
export function createScrub(key: ApiKey | undefined): (text: string) => string {
  if (key === undefined || key.value.length < MIN_SCRUBBED) return (text) => text;
  const forms = [...new Set([key.value, encodeURIComponent(key.value), Buffer.from(key.value).toString('base64')])];
  return (text) => {
    let clean = text;
    for (const form of forms) if (clean.includes(form)) clean = clean.replaceAll(form, '[API key]');
    return clean;
  };
}
