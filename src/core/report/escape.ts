/**
 * Makes untrusted text safe to print; no other file does. Names, paths and excerpts must not move a cursor, hide text,
 * or be a command of the program that reads the log of a build.
 */

// `##[cmd]`, `##vso[cmd]` and `##teamcity[cmd]` are commands anywhere in a line.
const COMMAND = '#(?=#\\w*\\[)';
// Separators and bidirectional controls act on a terminal like control characters. By number, since the flag `u`
// is three times slower.
const CONTROLS = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
// Invisible characters make different names look alike. Joiners stay: emoji and some scripts need them.
const INVISIBLE = '\\u00ad\\u200b\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';

const COMMANDS = new RegExp(COMMAND, 'g');
const UNPRINTABLE = new RegExp(`[\\p{Cc}\\p{Cs}${CONTROLS}${INVISIBLE}]|${COMMAND}`, 'gu');
// JSON.stringify leaves these. Line breaks are only between values.
const UNPRINTABLE_JSON = new RegExp(`[\\u007f-\\u009f${CONTROLS}]`, 'g');
// Most text is plain, and this test is twice as fast.
const PLAIN = /^[ -"$-~…]*$/;
// `::cmd::` is a command at the start of a line, after white space too.
const LINE_COMMAND = /^(\s*):(?=:)/;

const SHORT_FORMS = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\b', '\\b'],
  ['\f', '\\f'],
]);

/**
 * Text for one line: control characters become visible (`
 * `, `\u001b`), commands become text.
 */
export function escapeText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNPRINTABLE, visible);
}

/** Also moves offsets of the text. */
export function escapeMarked(
  text: string,
  marks: readonly number[],
): { readonly text: string; readonly marks: readonly number[] } {
  if (PLAIN.test(text)) return { text, marks };
  const moved = [...marks];
  const escaped = text.replace(UNPRINTABLE, (found: string, at: number) => {
    const safe = visible(found);
    for (const [i, mark] of marks.entries())
      if (at < mark) moved[i] = (moved[i] as number) + safe.length - found.length;
    return safe;
  });
  return { text: escaped, marks: moved };
}

/** A line of escaped parts: no command at its start or across the parts. */
export function escapeLine(line: string): string {
  const safe = line.includes('##') ? line.replace(COMMANDS, unicodeForm) : line;
  return safe.replace(LINE_COMMAND, '$1\\u003a').trimEnd();
}

/** Output of `JSON.stringify`, with the same value and without anything a terminal or log acts on. */
export function escapeJson(json: string): string {
  const safe = json.includes('##') ? json.replace(COMMANDS, unicodeForm) : json;
  return safe.replace(UNPRINTABLE_JSON, unicodeForm);
}

function visible(unit: string): string {
  return SHORT_FORMS.get(unit) ?? unicodeForm(unit);
}

function unicodeForm(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
