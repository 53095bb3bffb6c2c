import { printParseErrorCode, visit } from 'jsonc-parser';
import { endOfString } from './locate.ts';
import { repairEdits } from './repair.ts';
import { type Explanation, explainFault, explainOtherFormat } from './syntax-messages.ts';

/** The first syntax fault, with its position in UTF-16 units. */
export type SyntaxFault = Explanation;

/** Levels of arrays and objects; deeper text is refused, since other tools overflow the stack. */
const MAX_DEPTH = 200;

/** Why `JSON.parse` refused a text. */
export function explainSyntax(text: string): SyntaxFault {
  if (text.trim() === '')
    return {
      offset: 0,
      length: 0,
      message: 'the file is empty',
      help: 'export it again, or remove it',
    };
  const deep = firstTooDeep(text);
  if (deep !== undefined) return tooDeep(deep);
  const known = explainOtherFormat(text);
  if (known !== undefined) return known;
  let fault: SyntaxFault = { offset: text.length, length: 0, message: 'this is not JSON' };
  let isFirst = true;
  visit(
    text,
    {
      onError(code, offset, length) {
        if (isFirst)
          fault = explainFault(
            text,
            printParseErrorCode(code),
            Math.min(offset, text.length),
            length,
          );
        isFirst = false;
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return { ...fault, repair: repairEdits(text) };
}

export function tooDeep(offset: number): SyntaxFault {
  return {
    offset,
    length: 1,
    message: `nesting is deeper than ${MAX_DEPTH} levels`,
    help: 'export the file again',
  };
}

/** The offset of the bracket that opens level 201, if any; without recursion. */
export const firstTooDeep = (text: string): number | undefined => scanText(text).deepAt;

interface Scanned {
  readonly deepAt?: number;
  /** How many properties the text writes: the colons outside of its strings. */
  readonly properties: number;
  readonly hasEscapedKey: boolean;
}

export function scanText(text: string): Scanned {
  let depth = 0;
  let properties = 0;
  let start = 0;
  let slash = text.indexOf('\\');
  let hasEscapedKey = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22 /* " */) {
      start = i;
      i = endOfString(text, i);
    } else if (code === 0x3a /* : */) {
      properties++;
      if (slash !== -1 && slash < start) slash = text.indexOf('\\', start);
      if (slash !== -1 && slash < i) hasEscapedKey = true;
    } else if (code === 0x5b /* [ */ || code === 0x7b /* { */) {
      if (++depth > MAX_DEPTH) return { deepAt: i, properties, hasEscapedKey };
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) depth--;
  }
  return { properties, hasEscapedKey };
}
