/**
 * What the name of an event says, by its last words, whatever its prefix and separators:
 * `shop.product_viewed`, `acme:cart-left`.
 */

/** The words of a name, in lower case: `acme.cartAbandoned` → `acme`, `cart`, `abandoned`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

type Phrases = readonly (readonly string[])[];

/** Phrases such as `logged in` or `cart *`; `*` is any one word. */
export const phrases = (...texts: readonly string[]): Phrases =>
  texts.map((text) => text.split(' '));

/** Whether the last words of a name are those of a phrase. */
export function endsWith(name: string, wanted: Phrases): boolean {
  const words = wordsOf(name);
  return wanted.some((phrase) => {
    const start = words.length - phrase.length;
    return start >= 0 && phrase.every((word, i) => word === '*' || word === words[start + i]);
  });
}

/** Whether it is an event of the service about an email, which occurs after the email is sent. */
export const isAboutEmail = (event: string): boolean => event.startsWith('resend:email.');
