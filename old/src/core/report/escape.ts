/**
 * Makes untrusted text safe to print; the only file that does. Names, paths and excerpts must not move a cursor, hide text,
 * or be a command of the program that reads the log of a build.
 */

// `##[cmd]`, `##vso[cmd]` and `##teamcity[cmd]` are commands anywhere in a line.
const COMMAND = '#(?=#\\w*\\[)';
// Emoji and some scripts need joiners: after a visible character that is not ASCII, `\ufe0f` before `\u200d`, and in keycaps.
const JOINERS = '\\u200c\\u200d\\ufe0e\\ufe0f';
const STRAY_JOINER = `(?<![^\\0-\\x7f${JOINERS}])(?!\\ufe0f\\u20e3|(?<=\\ufe0f)\\u200d)[${JOINERS}]`;
// Invisible characters make different names look equal, and hide text from readers: direction marks, fillers,
// tags, variation selectors. Line separators act on a terminal like control characters.
const INVISIBLE = `[\\u2028\\u2029\\u2800\\ufff9-\\ufffb]|(?![${JOINERS}])\\p{Default_Ignorable_Code_Point}|${STRAY_JOINER}`;

const COMMANDS = new RegExp(COMMAND, 'g');
const UNPRINTABLE = new RegExp(`[\\p{Cc}\\p{Cs}]|${INVISIBLE}|${COMMAND}`, 'gu');
// JSON.stringify leaves these. Line breaks are only between values.
const UNPRINTABLE_JSON = new RegExp(`[\\u007f-\\u009f]|${INVISIBLE}`, 'gu');
const PLAIN_JSON = /^[\n -~…]*$/;
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

/** Text for one line: control characters become visible (`\u001b`), commands become text. */
export function escapeText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNPRINTABLE, visible);
}

/** A line of escaped parts: no command at its start or across the parts. */
export function escapeLine(line: string): string {
  const safe = line.includes('##') ? line.replace(COMMANDS, unicodeForm) : line;
  return safe.replace(LINE_COMMAND, '$1\\u003a').trimEnd();
}

/** Output of `JSON.stringify` with the same value, without characters or commands that a terminal or log interprets. */
export function escapeJson(json: string): string {
  const safe = json.includes('##') ? json.replace(COMMANDS, unicodeForm) : json;
  return PLAIN_JSON.test(safe) ? safe : safe.replace(UNPRINTABLE_JSON, unicodeForm);
}

function visible(character: string): string {
  return SHORT_FORMS.get(character) ?? unicodeForm(character);
}

/** As JSON writes it: a character beyond the first 65,536 has two units. */
function unicodeForm(character: string): string {
  let form = '';
  for (let i = 0; i < character.length; i++)
    form += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return form;
}
