import { once } from './once.ts';

/**
 * The words of a name in lower case, whatever its prefix and separators: `acme.cartAbandoned` →
 * `acme cart abandoned`.
 */
export const wordsOf = once(
  (name: string): string =>
    name
      .slice(0, 200)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  1000,
);

/** Whether it is an event of the service about an email, which occurs after the email is sent. */
export const isAboutEmail = (event: string): boolean => event.startsWith('resend:email.');
