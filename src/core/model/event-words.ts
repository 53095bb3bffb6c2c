/**
 * What the name of an event says, by its last words, whatever its prefix and separators:
 * `shop.product_viewed`, `acme:cart-left`.
 */

import { once } from './once.ts';

/** The words of a name, in lower case: `acme.cartAbandoned` → `acme`, `cart`, `abandoned`. */
export const wordsOf = once(
  (name: string): readonly string[] =>
    name
      .slice(0, 200)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== ''),
  1000,
);

/**
 * Whether the last words of a name are those of a pattern such as `logged in` or `cart *`; `*` is
 * any one word.
 */
export function endsWith(name: string, patterns: readonly string[]): boolean {
  const words = wordsOf(name);
  return patterns.some((pattern) => {
    const wanted = partsOf(pattern);
    const start = words.length - wanted.length;
    return start >= 0 && wanted.every((word, i) => word === '*' || word === words[start + i]);
  });
}

const partsOf = once((pattern: string): readonly string[] => pattern.split(' '));

/** Whether it is an event of the service about an email, which occurs after the email is sent. */
export const isAboutEmail = (event: string): boolean => event.startsWith('resend:email.');
