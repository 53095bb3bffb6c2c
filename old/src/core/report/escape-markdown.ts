import { escapeText } from './escape.ts';

// Markers of emphasis, code, links, tables, HTML and formulas. `_` within a name is not a marker.
const SIGN = '[\\\\`*~[\\]|<>&$]|(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])';
// Code hosts turn these into mentions, references, emoji and links after Markdown; escapes do not help.
const HOST_SIGN =
  '(?<!\\w)@|#(?=[\\p{L}\\p{N}_])|:(?=[\\p{L}\\p{N}_+/-])|(?<!\\w)[Gg][Hh]-(?=\\d)|[Ww]{3}(?=\\.)';
const SIGNS = new RegExp(`${SIGN}|(${HOST_SIGN})`, 'gu');

/**
 * Escapes text for prose. Entities also work in HTML blocks and tables, unlike backslashes; an invisible comment
 * stops code hosts. Not for the start of a line.
 */
export function escapeMarkdown(text: string): string {
  return escapeText(text).replace(SIGNS, (sign, ofHost?: string) =>
    ofHost === undefined ? entity(sign) : (sign === '#' ? entity(sign) : sign) + APART,
  );
}

const entity = (sign: string): string => `&#${sign.charCodeAt(0)};`;

const APART = '<!-- -->';

/** As code, with a fence longer than any run of backticks in it. */
export function code(text: string): string {
  const safe = escapeText(text);
  if (safe.trim() === '') return '` `';
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || safe.startsWith(' ') || safe.endsWith(' ') ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}
