/** What is needed to read an account. A key, and what may hold one, is never quoted. */
import { isIPv4 } from 'node:net';
import { UserError } from '../../node/user-error.ts';
import { createScrub, type Scrub } from './scrub.ts';

export interface Access {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Removes the key from a text. */
  readonly scrub: Scrub;
  /** Which key is used, for messages: `the API key from RESEND_API_KEY was tried`. */
  readonly tried: string;
}

export interface AccessOptions {
  readonly baseUrl?: string;
  /** `NAME: SCHEME {key}` */
  readonly authHeader?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLES = ['EDGEWISE_API_KEY', 'RESEND_API_KEY'];
const DEFAULT_URL = 'https://api.resend.com';

/** Throws a UserError where a request would be impossible, or would disclose the key. */
export function readAccess({ baseUrl, authHeader }: AccessOptions, env: Environment): Access {
  const variable = VARIABLES.find((name) => env[name]);
  const key = env[variable ?? ''];
  // Other characters are invalid in a header, and the error would quote the key.
  if (key !== undefined && !/^[!-~]+$/.test(key))
    throw new UserError(
      `the API key from ${variable} has a line break, a space or another invalid character`,
      'set it without quotes and without a line break at its end',
    );
  const scrub = createScrub(key);
  const url = parseUrl(baseUrl ?? (env['EDGEWISE_BASE_URL'] || DEFAULT_URL), scrub);
  if (key === undefined && !isLoopback(url))
    throw new UserError('the account needs an API key', `set ${VARIABLES.join(' or ')}`);
  return {
    baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
    headers: headersOf(authHeader ?? 'authorization: Bearer {key}', key),
    scrub,
    tried:
      key === undefined
        ? `no API key was given; set ${VARIABLES.join(' or ')}`
        : `the API key from ${variable} was tried`,
  };
}

/** Plain http is for loopback only, since it exposes the key. */
function parseUrl(given: string, scrub: Scrub): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UserError('the base URL is not an https address', `such as ${DEFAULT_URL}`);
  if (url.username + url.password + url.search + url.hash !== '')
    throw new UserError('the base URL has more than a host and a path', `such as ${DEFAULT_URL}`);
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new UserError(
      `over http, anybody on the way to ${scrub(url.host)} can read the API key`,
      'write the base URL with https',
    );
  return url;
}

/** This machine. Parsing has given other spellings of the numbers (`127.1`) the usual one. */
const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '[::1]'].includes(hostname) || (isIPv4(hostname) && hostname.startsWith('127.'));

function headersOf(form: string, key: string | undefined): Readonly<Record<string, string>> {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~]*)$/.exec(form) ?? [];
  if (name === undefined || !value?.includes('{key}'))
    throw new UserError(
      "--auth-header needs the form 'NAME: SCHEME {key}'",
      "such as 'X-Api-Key: {key}'; the key itself stays in the environment",
    );
  // A function, since a key may have `$&`.
  return key === undefined ? {} : { [name.toLowerCase()]: value.replaceAll('{key}', () => key) };
}
