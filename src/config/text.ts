import { isUtf8 } from 'node:buffer';
import { stripComments } from 'jsonc-parser';
import { decodeText } from '../document/bytes.ts';
import { findDuplicateKeys } from '../document/duplicate-keys.ts';
import { locate, type Wanted } from '../document/locate.ts';
import { createRegions } from '../document/regions.ts';
import { endOfString, explainSyntax, firstTooDeep } from '../document/syntax.ts';

/** A mistake in a configuration file: what is wrong where. */
export interface Mistake {
  /** From the root of the file. The name of the property is meant rather than its value with `onKey`. */
  readonly pointer: string;
  readonly onKey?: boolean;
  readonly message: string;
}

/** A mistake with its place found: `edgewise.config.json:12:7`. */
export interface PlacedMistake {
  readonly at: string;
  readonly message: string;
}

/** The text of a configuration file: its value, and where everything stands. */
export interface ConfigText {
  readonly value: unknown;
  readonly duplicates: readonly Mistake[];
  /** `name:line:column` of many pointers in one pass. */
  locate(wanted: readonly Wanted[]): (want: Wanted) => string;
}

/** Reads JSON with comments, or says why it cannot be read. `name` is what messages call the file. */
export function parseConfigText(bytes: Uint8Array, name: string): ConfigText | { readonly mistakes: readonly PlacedMistake[] } {
  const decoded = decodeText(bytes, isUtf8);
  const place = (text: string, offset: number): string => {
    const { startLine, startColumn } = createRegions(text, 1)({ offset, length: 0 }).region;
    return `${name}:${startLine}:${startColumn}`;
  };
  const refuse = (offset: number, message: string, help?: string) => ({
    mistakes: [{ at: place(decoded.text, offset), message: help === undefined ? message : `${message}; ${help}` }],
  });
  if (decoded.fault !== undefined) return refuse(decoded.fault.offset, decoded.fault.message, decoded.fault.help);
  // Comments become blanks, so that every offset stays what it was and the rest is plain JSON.
  const text = stripComments(decoded.text, ' ');
  const comment = openComment(decoded.text);
  if (comment !== undefined) return refuse(comment, 'this comment has no end', 'close it with */');
  if (text.trim() === '') return refuse(0, 'the file is empty', 'the smallest configuration is {}');
  let value: unknown;
  try {
    if (firstTooDeep(text) !== undefined) throw new Error('too deep');
    value = JSON.parse(text);
  } catch {
    const { offset, message, help } = explainSyntax(text);
    return refuse(offset, ...inConfig(text, offset, message, help));
  }
  return {
    value,
    duplicates: findDuplicateKeys(text, NO_DOCUMENT).map(({ key, place: { pointer } }) => ({
      pointer,
      onKey: true,
      message: `"${key}" stands twice in one object, and the first would count for nothing`,
    })),
    locate(wanted) {
      const spanOf = locate(text, wanted);
      const region = createRegions(text, 1);
      return (want) => {
        const { startLine, startColumn } = region(spanOf(want) ?? { offset: 0, length: 0 }).region;
        return `${name}:${startLine}:${startColumn}`;
      };
    },
  };
}

/** Where a comment starts that does not end: the parser takes all after it for blank. */
function openComment(text: string): number | undefined {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') i = endOfString(text, i);
    else if (text.startsWith('//', i)) i = endOf(text.indexOf('\n', i), text);
    else if (text.startsWith('/*', i)) {
      const end = text.indexOf('*/', i + 2);
      if (end === -1) return i;
      i = end + 1;
    }
  }
  return undefined;
}

const endOf = (found: number, text: string): number => (found === -1 ? text.length : found);

/** What is wrong with the text, in words for a configuration where those for an export would mislead. */
function inConfig(text: string, offset: number, message: string, help: string | undefined): [message: string, help?: string] {
  if (text[offset] === '#') return ['a comment starts with // here, not with #'];
  if (text.slice(0, offset).trim() === '' && /[^{["\s]/.test(text.charAt(offset)))
    return ['this is no JSON: a configuration starts with "{", and has its names and texts in double quotes', 'edgewise init writes one'];
  if (help === undefined || /export it again|no workflow/.test(help)) return [message];
  return [message, /one document a file/.test(help) ? 'remove what comes after it' : help];
}

const NO_DOCUMENT = {
  ref: { source: '', index: 0, line: 1, start: 0, end: 0 },
  workflows: [],
  events: [],
  lists: [],
  problems: [],
  suspectDepth: false,
  form: 'unknown',
} as const;
