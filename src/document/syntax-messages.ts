/** What is wrong at a place where text stops being JSON, and what to do about it. */
export interface Explanation {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly help?: string;
}

/**
 * Words for the first fault of a text that is no JSON.
 * @param code the error code of jsonc-parser.
 * @param offset where its token starts, in UTF-16 units; at most the text's length.
 */
export function explainFault(text: string, code: string, offset: number, length: number): Explanation {
  const rest = text.slice(offset, offset + LOOK);
  if (/^[ \t\r\n]*$/.test(rest) && /^[ \t\r\n]*$/.test(text.slice(offset))) return tooEarly(text);
  const at = { offset, length: Math.max(1, length) };
  if (rest.startsWith('"') && !code.endsWith('Expected')) return explainString(text, offset, length);
  if (code === 'InvalidCommentToken') return { ...at, message: 'comments are not allowed in JSON', help: 'remove the comment' };

  if (/^(?:[^\S \t\r\n]|\p{Cc}|\p{Cf})/u.test(rest)) {
    return { ...at, length: 1, message: `found ${nameOf(rest.charCodeAt(0))}, which JSON does not allow here`, help: 'delete it, or put an ordinary space' };
  }
  const glued = /[-+.\w]*$/.exec(text.slice(Math.max(0, offset - LOOK), offset))?.[0] as string;
  const word = /^[^\s\p{Cc}\p{Cf}"[\]{},:]*/u.exec(rest)?.[0] as string;
  if (word !== '' && /^[-+.\d]/.test(glued + word) && !NUMBER.test(glued + word)) return explainNumber(offset - glued.length, glued + word);
  // jsonc-parser takes a literal and an odd space after it for one word.
  if (length > word.length && ['true', 'false', 'null'].includes(word)) return explainFault(text, code, offset + word.length, 1);
  const isCut = word.length < 5 && offset + word.length === text.trimEnd().length;
  if (isCut && word !== '' && ['true', 'false', 'null'].some((literal) => literal.startsWith(word))) return tooEarly(text);

  const bracket = innermostOpen(text, offset);
  const before = text.slice(Math.max(0, offset - LOOK), offset).trimEnd();
  const isClosing = /^[\]}]/.test(rest);
  if (bracket === undefined && before !== '') {
    if (isClosing) return { ...at, message: `${show(rest)} closes nothing`, help: 'remove it, or put back the bracket it belongs to' };
    return {
      ...at,
      message: `the JSON value ends before this, but more follows: ${show(rest)}`,
      help: 'one document a file; several go into an array, or one a line into a .ndjson file',
    };
  }
  if (before.endsWith(',') && isClosing) return { ...at, message: 'a comma with nothing after it', help: 'remove the comma before this' };
  if (/[^[{,:]$/.test(before)) return explainAfterValue(text, at, rest, before, bracket);
  const isName = bracket === '{' && !before.endsWith(':');
  if (word !== '') return explainWord(word, at, isName);
  // An empty object or array may end here; after a comma or colon it may not.
  const orEnd = before.endsWith('{') ? ' or "}"' : before.endsWith('[') ? ' or "]"' : '';
  return { ...at, message: `expected ${isName ? 'a name in double quotes' : 'a value'}${orEnd}, found ${show(rest)}` };
}

const LOOK = 200;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

function tooEarly(text: string): Explanation {
  const open = openBrackets(text, text.length).length;
  const message = open === 0 ? '' : open === 1 ? ': a bracket is still open' : `: ${open} brackets are still open`;
  return {
    offset: text.trimEnd().length,
    length: 1,
    message: `the text ends too early${message}`,
    help: 'the file was cut off: export it again',
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
      const help = escaped.startsWith('\\u') ? 'after \\u come four hex digits' : 'a backslash itself is written \\\\';
      return { offset: i, length: escaped.length, message: `${escaped} is no escape that JSON knows`, help };
    }
    if (code < 0x20) return { offset: i, length: 1, message: `${nameOf(code)} inside a string`, help: `write it as ${escapeOf(code)}` };
  }
  const help = start + length >= text.length ? 'the file was cut off: export it again' : 'close it on the same line; a line break inside is written \\n';
  return { offset: start, length, message: 'this string has no closing quote', help };
}

function explainAfterValue(text: string, at: { offset: number; length: number }, rest: string, before: string, bracket: '{' | '[' | undefined): Explanation {
  const name = bracket === '{' ? /[{,]\s*("[^"]*")$/.exec(before)?.[1] : undefined;
  if (name !== undefined) return { ...at, message: `expected a colon after the name ${cut(name)}, found ${show(rest)}` };
  const message = `expected a comma or "${bracket === '{' ? '}' : ']'}", found ${show(rest)}`;
  const isQuoteInString = text[at.offset - 1] === '"' && /^[^\s[\]{}:"]/.test(rest);
  return { ...at, message, ...(isQuoteInString && { help: 'a double quote inside a string is written \\"' }) };
}

function explainNumber(offset: number, word: string): Explanation {
  return { offset, length: word.length, message: `${cut(word)} is no number that JSON knows`, help: numberHelp(word) };
}

/** A run of characters that is neither punctuation nor a string. */
function explainWord(word: string, at: { offset: number; length: number }, isName: boolean): Explanation {
  const place = { ...at, length: word.length };
  if (word.startsWith('<')) {
    return { ...place, message: 'this is HTML or XML, not JSON', help: 'perhaps the page of an error was saved in place of the export' };
  }
  if (/^['‘’‚“”„«`]/.test(word))
    return { ...at, length: 1, message: `found ${word[0]} where JSON has a straight double quote`, help: 'use " around names and texts' };
  if (!/^[\w$]/.test(word)) return { ...at, length: 1, message: `expected ${isName ? 'a name in double quotes' : 'a value'}, found ${show(word)}` };
  if (isName) return { ...place, message: `${cut(word)} has no quotes around it`, help: `write "${cut(word)}"` };
  const meant = LITERALS.get(word.toLowerCase());
  return { ...place, message: `${cut(word)} is no value that JSON knows`, help: meant === undefined ? 'put text in double quotes' : `write ${meant}` };
}

/** What people write for JSON's three words. */
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
  if (word.startsWith('+')) return 'leave the plus sign out';
  if (/^-?\./.test(word)) return 'put a 0 before the point';
  if (/^-?0[xXbBoO]/.test(word)) return 'write it as a decimal number';
  if (/^-?0\d/.test(word)) return 'leave the zeros in front out, or put it in double quotes as text';
  if (/^-?\d+\.(?!\d)/.test(word)) return 'digits follow the point, or leave it out';
  return 'put text in double quotes';
}

/** The start of a text as a message can show it: a word or string whole, punctuation in quotes, the invisible by number. */
function show(text: string): string {
  const whole = /^"[^"\n]*"?|^[\w$+.-]+/.exec(text)?.[0];
  if (whole !== undefined) return cut(whole);
  return `"${String.fromCodePoint(text.codePointAt(0) as number)}"`;
}

const cut = (word: string): string => (word.length > 30 ? `${word.slice(0, 30)}…` : word);

function nameOf(code: number): string {
  const known = new Map([
    [0x09, 'a tab'],
    [0xa0, 'a no-break space'],
    [0xfeff, 'a byte order mark'],
  ]).get(code);
  return known ?? `the invisible character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function escapeOf(code: number): string {
  const short = new Map([
    [0x08, '\\b'],
    [0x09, '\\t'],
    [0x0c, '\\f'],
  ]).get(code);
  return short ?? `\\u${code.toString(16).padStart(4, '0')}`;
}

const innermostOpen = (text: string, offset: number): '{' | '[' | undefined => openBrackets(text, offset).at(-1);

// Text nested too deeply is refused before it gets here, so the stack stays small.
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
