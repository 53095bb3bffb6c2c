import { printParseErrorCode, visit } from 'jsonc-parser';

/** Where text stops being JSON, in UTF-16 units, and why. */
export interface SyntaxFault {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly help?: string;
}

/** Levels of arrays and objects; deeper text is refused, since tools further on would overflow. */
export const MAX_DEPTH = 200;

/** Why `JSON.parse` refused a text. */
export function explainSyntax(text: string, parseError: unknown): SyntaxFault {
  if (text.trim() === '') return { offset: 0, length: 0, message: 'the file is empty' };
  const deep = firstTooDeep(text);
  if (deep !== undefined) return tooDeep(deep);
  let fault: SyntaxFault | undefined;
  visit(
    text,
    {
      onError(code, offset, length) {
        fault ??= { offset: Math.min(offset, text.length), length: Math.max(1, length), ...words(printParseErrorCode(code), text, offset) };
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  if (fault !== undefined) return fault;
  // What the lenient parser lets pass: V8 often says where.
  const at = /at position (\d+)/.exec(String(parseError));
  return { offset: at === null ? text.length : Number(at[1]), length: 1, message: 'this is not JSON' };
}

export function tooDeep(offset: number): SyntaxFault {
  return {
    offset,
    length: 1,
    message: `nested too deeply: more than ${MAX_DEPTH} levels`,
    help: 'no workflow needs this; the file is damaged or not meant well',
  };
}

/** The offset of the bracket that opens level 201, if any; without recursion. */
export function firstTooDeep(text: string): number | undefined {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22 /* " */) {
      i = endOfString(text, i);
    } else if (code === 0x5b /* [ */ || code === 0x7b /* { */) {
      if (++depth > MAX_DEPTH) return i;
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) depth--;
  }
  return undefined;
}

/** Whether a parsed value is nested deeper than `levels`; without recursion. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > levels) return true;
    const below: unknown[] = [];
    for (const item of layer) {
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    layer = below;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5c /* \ */) i++;
    else if (code === 0x22) return i;
  }
  return text.length;
}

function words(code: string, text: string, offset: number): { message: string; help?: string } {
  if (text.slice(offset).trim() === '') return { message: 'the text ends too early', help: 'the file was cut off: export it again' };
  const found = JSON.stringify(text.slice(offset, offset + 1));
  switch (code) {
    case 'InvalidCommentToken':
      return { message: 'comments are not allowed in JSON', help: 'remove the comment' };
    case 'PropertyNameExpected':
    case 'ValueExpected': {
      const trailing = /,\s*$/.test(text.slice(Math.max(0, offset - 200), offset)) && /^[\]}]/.test(text.slice(offset, offset + 1));
      if (trailing) return { message: 'a comma with nothing after it', help: 'remove the comma before this' };
      return { message: code === 'ValueExpected' ? `expected a value, found ${found}` : `expected a name in double quotes, found ${found}` };
    }
    case 'ColonExpected':
      return { message: `expected ":", found ${found}` };
    case 'CommaExpected':
      return { message: `expected a comma, found ${found}` };
    case 'CloseBraceExpected':
      return { message: `expected a comma or "}", found ${found}` };
    case 'CloseBracketExpected':
      return { message: `expected a comma or "]", found ${found}` };
    case 'EndOfFileExpected':
      return {
        message: `the JSON value ends before this, but more follows: ${found}`,
        help: 'one document a file; several go into an array, or one a line into a .ndjson file',
      };
    case 'UnexpectedEndOfString':
      return { message: 'this text has no closing quote' };
    default:
      return { message: `not JSON: unexpected ${found}` };
  }
}
