import { pluralize } from './text.ts';

/** The emails that no contact gets, as the consequence of a finding; `undefined` when there are none. */
export function neverSent(emails: number, later = ''): string | undefined {
  if (emails === 0) return undefined;
  return `${pluralize(emails, `${later}email`)} ${emails === 1 ? 'is' : 'are'} never sent`;
}

/** The email that one contact gets more than once, as the consequence of a finding. */
export const sentTwice = (isLowerBound = false): string =>
  `1 email is sent ${isLowerBound ? 'at least ' : ''}twice`;

/** The number of emails in such a consequence. */
export function emailsIn(consequence = ''): { readonly lost: number; readonly repeated: number } {
  const [, lost = '0'] = /^(\d+) (?:later )?emails? (?:is|are) never sent/.exec(consequence) ?? [];
  const [, repeated = '0'] = /^(\d+) email is sent (?:at least )?twice/.exec(consequence) ?? [];
  return { lost: Number(lost), repeated: Number(repeated) };
}
