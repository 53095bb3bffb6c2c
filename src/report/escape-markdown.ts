import { escapeText } from './escape.ts';

// What can begin or end emphasis, code, a link, a table's cell, HTML or a formula. Names with `_` inside are ordinary.
const SIGN = '[\\\\`*~[\\]|<>&$]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])';
// What code hosts turn into mentions, references, emoji and links after Markdown was read: no escape reaches them.
const HOST_SIGN = '(?<!\\w)@|#(?=[\\p{L}\\p{N}_])|:(?=[\\p{L}\\p{N}_+/-])|(?<!\\w)[Gg][Hh]-(?=\\d)|[Ww]{3}(?=\\.)';
const SIGNS = new RegExp(`${SIGN}|(${HOST_SIGN})`, 'gu');

/**
 * Text of others in Markdown's prose, to be read as it stands. Entities rather than backslashes: they hold in HTML blocks
 * and tables too. A comment takes apart what code hosts would act on: it leaves nothing to see and nothing to copy.
 * At a line's start, only after something of ours.
 */
export function escapeMarkdown(text: string): string {
  return escapeText(text).replace(SIGNS, (sign, ofHost?: string) => (ofHost === undefined ? entity(sign) : (sign === '#' ? entity(sign) : sign) + APART));
}

const entity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

const APART = '<!-- -->';

/**
 * Text of others in Markdown: always as code, where no link, picture, HTML, mention or emphasis of theirs means anything.
 * The fence is longer than any run of backticks inside.
 */
export function code(text: string): string {
  const safe = escapeText(text);
  if (safe.trim() === '') return '` `';
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || safe.startsWith(' ') || safe.endsWith(' ') ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}
