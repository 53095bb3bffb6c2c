/**
 * The one place that makes text of a workflow safe to print. Names, paths and excerpts come from whoever wrote the
 * document: none of it may move a cursor, hide text, or be taken for a command by the program that reads a build's log.
 */

// `##[cmd]`, `##vso[cmd]` and `##teamcity[cmd]` are commands wherever they stand.
const COMMAND = '#(?=#\\w*\\[)';
// Line and paragraph separators (Zl, Zp) and the bidirectional controls are as good as control characters to a terminal. By
// number, and without the flag `u`, which takes three times as long.
const CONTROLS = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
// Invisible characters make two names look alike that are not. Joiners stay: emoji and some scripts need them.
const INVISIBLE = '\\u00ad\\u200b\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';

const COMMANDS = new RegExp(COMMAND, 'g');
const UNPRINTABLE = new RegExp(`[\\p{Cc}\\p{Cs}${CONTROLS}${INVISIBLE}]|${COMMAND}`, 'gu');
// What JSON.stringify leaves as it is; line breaks are left too, since it only writes them between values.
const UNPRINTABLE_JSON = new RegExp(`[\\u007f-\\u009f${CONTROLS}]`, 'g');
// Nearly all text is plain, and this is twice as quick to tell.
const PLAIN = /^[ -"$-~…]*$/;
// `::cmd::` is a command at the start of a line, white space not counted.
const LINE_COMMAND = /^(\s*):(?=:)/;

const SHORT_FORMS = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\b', '\\b'],
  ['\f', '\\f'],
]);

/** Text for one line of a terminal or a log: what cannot be seen becomes visible (`\n`, `\u001b`), commands become text. */
export function escapeText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNPRINTABLE, visible);
}

/** Same, and tells where offsets of the given text are in the escaped one. */
export function escapeMarked(text: string, marks: readonly number[]): { readonly text: string; readonly marks: readonly number[] } {
  if (PLAIN.test(text)) return { text, marks };
  const moved = [...marks];
  const escaped = text.replace(UNPRINTABLE, (found: string, at: number) => {
    const safe = visible(found);
    for (const [i, mark] of marks.entries()) if (at < mark) moved[i] = (moved[i] as number) + safe.length - found.length;
    return safe;
  });
  return { text: escaped, marks: moved };
}

/** A line put together from escaped parts: its start, and the seams between the parts, are no commands either. */
export function escapeLine(line: string): string {
  const safe = line.includes('##') ? line.replace(COMMANDS, unicodeForm) : line;
  return safe.replace(LINE_COMMAND, '$1\\u003a').trimEnd();
}

/** JSON text as `JSON.stringify` made it, of the same value, with nothing in it that a terminal or a log acts on. */
export function escapeJson(json: string): string {
  if (isPlainJson(json)) return json;
  const safe = json.includes('##') ? json.replace(COMMANDS, unicodeForm) : json;
  return safe.replace(UNPRINTABLE_JSON, unicodeForm);
}

const encoder = /* @__PURE__ */ new TextEncoder();
const encoded = /* @__PURE__ */ new Uint8Array(64 * 1024);

/** Whether it is ASCII, and no two `#` stand together. To encode text takes a tenth of the time of looking at each character. */
function isPlainJson(json: string): boolean {
  if (json.includes('##') || json.includes('\u007f')) return false;
  for (let at = 0; at < json.length; at += encoded.length) {
    const piece = json.slice(at, at + encoded.length);
    const { read, written } = encoder.encodeInto(piece, encoded);
    if (read !== piece.length || written !== read) return false;
  }
  return true;
}

function visible(unit: string): string {
  return SHORT_FORMS.get(unit) ?? unicodeForm(unit);
}

function unicodeForm(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
