import { isIPv4 } from 'node:net';
import { SourceError } from '../../load/source-error.ts';

/** An API key, and where it was found. Only the latter may be printed. */
export interface ApiKey {
  readonly value: string;
  readonly location: string;
}

export interface AuthHeader {
  readonly name: string;
  /** The value, with `{key}` where the key goes. */
  readonly template: string;
}

export const BEARER: AuthHeader = { name: 'authorization', template: 'Bearer {key}' };
export const KEY_SOURCES = 'EDGEWISE_API_KEY or RESEND_API_KEY';

const VARIABLES = ['EDGEWISE_API_KEY', 'RESEND_API_KEY'] as const;

/** The key from the environment, if any. Throws a SourceError that never holds the key. */
export function findKey(env: Readonly<Record<string, string | undefined>>): ApiKey | undefined {
  for (const name of VARIABLES) {
    const value = env[name];
    if (value !== undefined && value !== '') return checkKey(value, name);
  }
  return undefined;
}

export function checkKey(value: string, location: string): ApiKey {
  if (value === '') throw new SourceError(`the API key from ${location} is empty`);
  // Other characters are invalid in a header, and the error would quote the key.
  if (!/^[!-~]+$/.test(value)) {
    throw new SourceError(
      `the API key from ${location} holds a line break, a space or another character that no key has; it was not used`,
    );
  }
  return { value, location };
}

/** `NAME: SCHEME {key}`. The given text is never quoted: it may contain the key. */
export function parseAuthHeader(given: string): AuthHeader {
  const [, name, template] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~]*)$/.exec(given) ?? [];
  if (name === undefined || template === undefined)
    throw new SourceError(
      "--auth-header must look like 'NAME: SCHEME {key}', such as 'X-Api-Key: {key}'",
    );
  if (!template.includes('{key}'))
    throw new SourceError(
      '--auth-header must say {key} where the key goes; the key itself does not belong on the command line',
    );
  return { name: name.toLowerCase(), template };
}

export const DEFAULT_BASE_URL = 'https://api.resend.com';

/**
 * A base URL without a slash at its end. Plain http is for loopback only, since it exposes the key.
 * @param scrub removes the key from what a message quotes.
 */
export function parseBaseUrl(given: string, scrub = (text: string): string => text): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new SourceError(`the base URL must be an https address, such as ${DEFAULT_BASE_URL}`);
  }
  // Not quoted: a password must not reach a log.
  if (url.username !== '' || url.password !== '')
    throw new SourceError('the base URL must not hold a user name or password');
  if (url.search !== '' || url.hash !== '')
    throw new SourceError('the base URL must not have a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new SourceError(
      `the base URL must be https: over http the key would reach ${scrub(url.host)} readable by everybody on the way`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether a URL leads to this machine. Numbers in other spellings (`127.1`) have become the usual one by parsing. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
