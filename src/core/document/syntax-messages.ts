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
    return { ...at, message: 'comments are not allowed in JSON', help: 'remove the comment' };
  if (/^(?:[^\S \t\r\n]|\p{Cc}|\p{Cf})/u.test(rest))
    return {
      offset,
      length: 1,
      message: `unexpected ${nameOf(rest.charCodeAt(0))}`,
      help: 'remove it, or replace it by a normal space',
    };
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
      return {
        ...at,
        message: `unmatched ${show(rest)}`,
        help: 'remove it, or add the missing opening bracket',
      };
    return {
      ...at,
      message: `unexpected ${show(rest)} after the end of the JSON value`,
      help: 'use one file per document, an array, or a .ndjson file with one document per line',
    };
  }
  if (before.endsWith(',') && isClosing)
    return {
      ...at,
      message: 'trailing comma',
      help: 'remove the comma',
    };
  if (/[^[{,:]$/.test(before)) return explainAfterValue(text, at, before, bracket);
  const isName = bracket === '{' && !before.endsWith(':');
  if (word !== '') return explainWord(word, at, isName);
  // An empty object or array may end here; after a comma or colon it may not.
  const orEnd = before.endsWith('{') ? ' or "}"' : before.endsWith('[') ? ' or "]"' : '';
  return {
    ...at,
    message: `expected ${isName ? 'a key in double quotes' : 'a value'}${orEnd}, found ${show(rest)}`,
  };
}

/** Explains text that is not JSON as a whole: an unresolved merge, or YAML. */
export function explainOtherFormat(text: string): Explanation | undefined {
  const marker = MERGE_START.exec(text);
  if (marker !== null && MERGE_END.test(text))
    return {
      offset: marker.index,
      length: marker[0].length,
      message: 'unresolved merge conflict marker',
      help: 'resolve the conflict, and remove the lines "<<<<<<<", "=======" and ">>>>>>>"',
    };
  const line = YAML_LINE.exec(text)?.[1];
  if (line === undefined) return undefined;
  return {
    offset: text.indexOf(line),
    length: line.length,
    message: 'this looks like YAML; edgewise reads JSON',
    help: 'convert the file to JSON',
  };
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
  return {
    offset: text.trimEnd().length,
    length: 1,
    message: `unexpected end of file${message}`,
    help: 'the file is incomplete; export it again',
  };
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
      return {
        offset: i,
        length: escaped.length,
        message: `invalid escape sequence ${escaped}`,
        help,
      };
    }
    if (code < 0x20)
      return {
        offset: i,
        length: 1,
        message: `unescaped ${nameOf(code)} in a string`,
        help: `write it as ${escapeOf(code)}`,
      };
  }
  const help =
    start + length >= text.length
      ? 'the file is incomplete; export it again'
      : 'close it on the same line, and write a line break as \\n';
  return { offset: start, length, message: 'string has no closing quote', help };
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
    return { ...at, message: `expected a colon after the key ${cut(name)}, found ${show(rest)}` };
  const message = `expected a comma or "${bracket === '{' ? '}' : ']'}", found ${show(rest)}`;
  const isQuoteInString = text[at.offset - 1] === '"' && /^[^\s[\]{}:"]/.test(rest);
  return {
    ...at,
    message,
    ...(isQuoteInString && { help: 'write a double quote in a string as \\"' }),
  };
}

function explainNumber(offset: number, word: string): Explanation {
  return {
    offset,
    length: word.length,
    message: `invalid number ${cut(word)}`,
    help: numberHelp(word),
  };
}

/** A run of characters that is neither punctuation nor a string. */
function explainWord(word: string, at: Span, isName: boolean): Explanation {
  const place = { ...at, length: word.length };
  if (word.startsWith('<')) {
    return {
      ...place,
      message: 'this is HTML or XML, not JSON',
      help: 'export the file again; this may be an error page',
    };
  }
  if (/^['‘’‚“”„«`]/.test(word))
    return {
      ...at,
      length: 1,
      message: `found ${word[0]} instead of a straight double quote`,
      help: 'use " around keys and strings',
    };
  if (!/^[\w$]/.test(word))
    return {
      ...at,
      length: 1,
      message: `expected ${isName ? 'a key in double quotes' : 'a value'}, found ${show(word)}`,
    };
  if (isName)
    return {
      ...place,
      message: `key ${cut(word)} has no quotes`,
      help: `write "${cut(word)}"`,
    };
  const meant = LITERALS.get(word.toLowerCase());
  return {
    ...place,
    message: `invalid value ${cut(word)}`,
    help: meant === undefined ? 'put strings in double quotes' : `write ${meant}`,
  };
}

/** Words of other languages and their JSON equivalents. */
const LITERALS = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['none', 'null'],
  ['nil', 'null'],
  ['undefined', 'null'],
  ['nan', 'null'],
  ['infinity', 'null'],
]);

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

function escapeOf(code: number): string {
  const short = new Map([
    [0x08, '\\b'],
    [0x09, '\\t'],
    [0x0c, '\\f'],
  ]).get(code);
  return short ?? `\\u${code.toString(16).padStart(4, '0')}`;
}

const innermostOpen = (text: string, offset: number): '{' | '[' | undefined =>
  openBrackets(text, offset).at(-1);

// Text nested too deeply is refused earlier, so the recursion is bounded.
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
