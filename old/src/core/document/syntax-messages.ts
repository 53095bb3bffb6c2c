import { truncate } from '../model/text.ts';
import type { Span } from './locate.ts';
import type { TextEdit } from './text-edits.ts';

/** A syntax fault and its remedy. */
export interface Explanation extends Span {
  readonly message: string;
  readonly help?: string;
  /** The edits that make the text JSON, if they are clear. */
  readonly repair?: readonly TextEdit[] | undefined;
}

const fault = (at: Span, message: string, help?: string): Explanation => ({
  offset: at.offset,
  length: at.length,
  message,
  ...(help !== undefined && { help }),
});

/**
 * Explains the first syntax fault of a text.
 * @param code the error code of jsonc-parser.
 * @param offset where its token starts, in UTF-16 units; at most the text's length.
 */
export function explainFault(
  text: string,
  code: string,
  offset: number,
  length: number,
): Explanation {
  const rest = text.slice(offset, offset + LOOK);
  if (/^[ \t\r\n]*$/.test(text.slice(offset))) return tooEarly(text);
  const at = { offset, length: Math.max(1, length) };
  if (rest.startsWith('"') && !code.endsWith('Expected'))
    return explainString(text, offset, length);
  if (code === 'InvalidCommentToken')
    return fault(at, 'comments are not allowed in JSON', 'remove the comment');
  if (/^(?:[^\S \t\r\n]|\p{Cc}|\p{Cf})/u.test(rest))
    return fault(
      { offset, length: 1 },
      `unexpected ${nameOf(rest.charCodeAt(0))}`,
      'remove it, or replace it by a normal space',
    );
  const glued = /[-+.\w]*$/.exec(text.slice(Math.max(0, offset - LOOK), offset))?.[0] as string;
  const word = /^[^\s\p{Cc}\p{Cf}"[\]{},:]*/u.exec(rest)?.[0] as string;
  if (word !== '' && /^[-+.\d]/.test(glued + word) && !NUMBER.test(glued + word))
    return explainNumber(offset - glued.length, glued + word);
  // jsonc-parser treats a literal and a following special space as one token.
  if (length > word.length && ['true', 'false', 'null'].includes(word))
    return explainFault(text, code, offset + word.length, 1);
  const isCut = word.length < 5 && offset + word.length === text.trimEnd().length;
  if (isCut && ['true', 'false', 'null'].some((literal) => literal.startsWith(word)))
    return tooEarly(text);
  return explainPlace(text, at, word);
}

/** Explains a token that is valid, but not here. */
function explainPlace(text: string, at: Span, word: string): Explanation {
  const { offset } = at;
  const rest = text.slice(offset, offset + LOOK);
  const bracket = innermostOpen(text, offset);
  const before = text.slice(Math.max(0, offset - LOOK), offset).trimEnd();
  const isClosing = /^[\]}]/.test(rest);
  if (bracket === undefined && before !== '') {
    if (isClosing)
      return fault(at, `unmatched ${show(rest)}`, 'remove it, or add the missing opening bracket');
    return fault(
      at,
      `unexpected ${show(rest)} after the end of the JSON value`,
      'use one file per document, an array, or a .ndjson file with one document per line',
    );
  }
  if (before.endsWith(',') && isClosing) return fault(at, 'trailing comma', 'remove the comma');
  if (/[^[{,:]$/.test(before)) return explainAfterValue(text, at, before, bracket);
  const isName = bracket === '{' && !before.endsWith(':');
  if (word !== '') return explainWord(word, at, isName);
  // An empty object or array may end here; after a comma or colon it may not.
  const orEnd = before.endsWith('{') ? ' or "}"' : before.endsWith('[') ? ' or "]"' : '';
  return fault(
    at,
    `expected ${isName ? 'a key in double quotes' : 'a value'}${orEnd}, found ${show(rest)}`,
  );
}

/** Explains text that is not JSON as a whole: an unresolved merge, or YAML. */
export function explainOtherFormat(text: string): Explanation | undefined {
  const marker = MERGE_START.exec(text);
  if (marker !== null && MERGE_END.test(text))
    return fault(
      { offset: marker.index, length: marker[0].length },
      'unresolved merge conflict marker',
      'resolve the conflict, and remove the lines "<<<<<<<", "=======" and ">>>>>>>"',
    );
  const line = YAML_LINE.exec(text)?.[1];
  if (line === undefined) return undefined;
  return fault(
    { offset: text.indexOf(line), length: line.length },
    'this looks like YAML; edgewise reads JSON',
    'convert the file to JSON',
  );
}

const MERGE_START = /^<{7}(?= |\r?$)/m;
const MERGE_END = /^>{7}(?= |\r?$)/m;
// The first line that is neither blank nor a comment.
const YAML_LINE = /^(?:\s*(?:#.*)?\r?\n)*(---|(?:- +)?[a-z][\w-]*:)(?=\s)/i;

const LOOK = 200;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

function tooEarly(text: string): Explanation {
  const open = openBrackets(text, text.length).length;
  const message =
    open === 0 ? '' : open === 1 ? ': 1 unclosed bracket' : `: ${open} unclosed brackets`;
  return fault(
    { offset: text.trimEnd().length, length: 1 },
    `unexpected end of file${message}`,
    'the file is incomplete; export it again',
  );
}

function explainString(text: string, start: number, length: number): Explanation {
  for (let i = start + 1; i < start + length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c /* \ */) {
      const escaped = /^\\(?:u[0-9a-fA-F]{0,4}|[\s\S])?/.exec(text.slice(i, i + 6))?.[0] as string;
      if (/^\\(?:["\\/bfnrt]|u.{4})$/.test(escaped)) {
        i += escaped.length - 1;
        continue;
      }
      if (i + escaped.length >= text.length || escaped === '\\\n') break;
      const help = escaped.startsWith('\\u')
        ? 'write four hex digits after \\u'
        : 'write a backslash as \\\\';
      return fault(
        { offset: i, length: escaped.length },
        `invalid escape sequence ${escaped}`,
        help,
      );
    }
    if (code < 0x20)
      return fault(
        { offset: i, length: 1 },
        `unescaped ${nameOf(code)} in a string`,
        `write it as ${escapeOf(code)}`,
      );
  }
  const help =
    start + length >= text.length
      ? 'the file is incomplete; export it again'
      : 'close it on the same line, and write a line break as \\n';
  return fault({ offset: start, length }, 'string has no closing quote', help);
}

function explainAfterValue(
  text: string,
  at: Span,
  before: string,
  bracket: '{' | '[' | undefined,
): Explanation {
  const rest = text.slice(at.offset, at.offset + LOOK);
  const name = bracket === '{' ? /[{,]\s*("[^"]*")$/.exec(before)?.[1] : undefined;
  if (name !== undefined)
    return fault(at, `expected a colon after the key ${cut(name)}, found ${show(rest)}`);
  const message = `expected a comma or "${bracket === '{' ? '}' : ']'}", found ${show(rest)}`;
  const isQuoteInString = text[at.offset - 1] === '"' && /^[^\s[\]{}:"]/.test(rest);
  return fault(
    at,
    message,
    isQuoteInString ? 'write a double quote in a string as \\"' : undefined,
  );
}

function explainNumber(offset: number, word: string): Explanation {
  return fault({ offset, length: word.length }, `invalid number ${cut(word)}`, numberHelp(word));
}

/** A run of characters that is neither punctuation nor a string. */
function explainWord(word: string, at: Span, isName: boolean): Explanation {
  const place = { ...at, length: word.length };
  if (word.startsWith('<')) {
    return fault(
      place,
      'this is HTML or XML, not JSON',
      'export the file again; this may be an error page',
    );
  }
  if (/^['‘’‚“”„«`]/.test(word))
    return fault(
      { offset: at.offset, length: 1 },
      `found ${word[0]} instead of a straight double quote`,
      'use " around keys and strings',
    );
  if (!/^[\w$]/.test(word))
    return fault(
      { offset: at.offset, length: 1 },
      `expected ${isName ? 'a key in double quotes' : 'a value'}, found ${show(word)}`,
    );
  if (isName) return fault(place, `key ${cut(word)} has no quotes`, `write "${cut(word)}"`);
  const literal = word.toLowerCase();
  const meant = NULLS.has(literal) ? 'null' : literal;
  const isMeant = ['true', 'false', 'null'].includes(meant);
  const help = isMeant ? `write ${meant}` : 'put strings in double quotes';
  return fault(place, `invalid value ${cut(word)}`, help);
}

/** Words of other languages for `null`. */
const NULLS = new Set(['none', 'nil', 'undefined', 'nan', 'infinity']);

function numberHelp(word: string): string {
  if (word.startsWith('+')) return 'remove the plus sign';
  if (/^-?\./.test(word)) return 'write 0 before the decimal point';
  if (/^-?0[xXbBoO]/.test(word)) return 'write it as a decimal number';
  if (/^-?0\d/.test(word))
    return 'remove the leading zeros, or write it as a string in double quotes';
  if (/^-?\d+\.(?!\d)/.test(word)) return 'add digits after the decimal point, or remove it';
  return 'put strings in double quotes';
}

/** The start of a text for a message: a whole word or string, punctuation in quotes, invisible characters by number. */
function show(text: string): string {
  const whole = /^"[^"\n]*"?|^[\w$+.-]+/.exec(text)?.[0];
  if (whole !== undefined) return cut(whole);
  return `"${String.fromCodePoint(text.codePointAt(0) as number)}"`;
}

const cut = (word: string): string => truncate(word, 31);

function nameOf(code: number): string {
  const known = new Map([
    [0x09, 'tab'],
    [0xa0, 'no-break space'],
    [0xfeff, 'byte order mark'],
  ]).get(code);
  return known ?? `character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const escapeOf = (code: number): string => JSON.stringify(String.fromCharCode(code)).slice(1, -1);

const innermostOpen = (text: string, offset: number): '{' | '[' | undefined =>
  openBrackets(text, offset).at(-1);

function openBrackets(text: string, end: number): readonly ('{' | '[')[] {
  const open: ('{' | '[')[] = [];
  for (let i = 0; i < end; i++) {
    const char = text[i];
    if (char === '{' || char === '[') open.push(char);
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      for (i++; i < end && text[i] !== '"'; i++) if (text[i] === '\\') i++;
    }
  }
  return open;
}
