import { isIPv4 } from 'node:net';
import { Refusal } from '../refusal.ts';

export const DEFAULT_BASE_URL = 'https://api.resend.com';

/** A base URL without a slash at its end. Plain http is for this machine only: the key would travel in the open. */
export function parseBaseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Refusal(`the base URL must be an https address, such as ${DEFAULT_BASE_URL}`);
  }
  // Not quoted: whoever writes a password into a URL does not want to read it in a log.
  if (url.username !== '' || url.password !== '') throw new Refusal('the base URL must not hold a user name or password');
  if (url.search !== '' || url.hash !== '') throw new Refusal('the base URL must not have a query or a fragment');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new Refusal(`the base URL must be https: over http the key would reach ${url.host} readable by everybody on the way`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether a URL leads to this machine. Numbers in other spellings (`127.1`) have become the usual one by parsing. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
}
