import { isUtf8 } from 'node:buffer';
import { createScanner } from 'jsonc-parser';
import type { Mistake } from '../../core/config/wording.ts';
import { decodeText } from '../../core/document/bytes.ts';
import { findDuplicateKeys } from '../../core/document/duplicate-keys.ts';
import { locate, type PointerQuery } from '../../core/document/locate.ts';
import { createRegions } from '../../core/document/regions.ts';
import { explainSyntax, firstTooDeep } from '../../core/document/syntax.ts';

/** A mistake with its place: `edgewise.config.json:12:7`. */
export interface PlacedMistake {
  readonly at: string;
  readonly message: string;
}

export interface ParsedConfig {
  readonly value: unknown;
  readonly duplicates: readonly Mistake[];
  /** `name:line:column` of many pointers in one pass. */
  locate(wanted: readonly PointerQuery[]): (want: PointerQuery) => string;
  /** The place of the first of these that exists. */
  find(wanted: readonly PointerQuery[]): string | undefined;
}

export function parseConfigText(
  bytes: Uint8Array,
  name: string,
): ParsedConfig | { readonly mistakes: readonly PlacedMistake[] } {
  const decoded = decodeText(bytes, isUtf8);
  const placesIn = (text: string) => {
    const regionOf = createRegions(text, 1);
    return (offset: number): string => {
      const { startLine, startColumn } = regionOf({ offset, length: 0 }).region;
      return `${name}:${startLine}:${startColumn}`;
    };
  };
  const refuse = (offset: number, message: string, help?: string) => {
    const full = help === undefined ? message : `${message}; ${help}`;
    return { mistakes: [{ at: placesIn(decoded.text)(offset), message: full }] };
  };
  if (decoded.fault !== undefined)
    return refuse(decoded.fault.offset, decoded.fault.message, decoded.fault.help);
  const text = blankExtras(decoded.text);
  if (typeof text === 'number') return refuse(text, 'this comment has no end', 'close it with */');
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
      message: `"${key}" is a duplicate key; the earlier value would be ignored`,
    })),
    locate(wanted) {
      const spanOf = locate(text, wanted);
      const at = placesIn(text);
      return (want) => at(spanOf(want)?.offset ?? 0);
    },
    find(wanted) {
      const found = wanted.map(locate(text, wanted)).find((span) => span !== undefined);
      return found && placesIn(text)(found.offset);
    },
  };
}

/**
 * Comments, and commas after the last member of an object or array, become blanks, so that offsets are unchanged and the rest is
 * plain JSON. Returns the start of an unclosed comment: the parser ignores all text after it.
 */
function blankExtras(text: string): string | number {
  const parts: string[] = [];
  const scanner = createScanner(text);
  let comma = -1;
  let before = '';
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const token = text.slice(start, start + scanner.getTokenLength());
    if (token.startsWith('/*') && !token.includes('*/', 2)) return start;
    const isComment = /^\/[/*]/.test(token);
    const position = parts.push(isComment ? token.replace(/[^\r\n]/g, ' ') : token) - 1;
    if (isComment || token.trim() === '') continue;
    if ((token === '}' || token === ']') && comma !== -1) parts[comma] = ' ';
    comma = token === ',' && !/^[[{,]?$/.test(before) ? position : -1;
    before = token;
  }
  return parts.join('');
}

/** The fault of a text, with help for a configuration instead of an export. */
function inConfig(
  text: string,
  offset: number,
  message: string,
  help: string | undefined,
): [message: string, help?: string] {
  if (text[offset] === '#') return ['a comment starts with // here, not with #'];
  if (text.slice(0, offset).trim() === '' && /[^{["\s]/.test(text.charAt(offset)))
    return [
      'this is not JSON: a configuration starts with "{", and has keys and strings in double quotes',
      'edgewise init writes one',
    ];
  if (help === undefined || /export (?:it|the file) again/.test(help)) return [message];
  return [message, /one file per document/.test(help) ? 'remove the text after it' : help];
}

const NO_DOCUMENT = {
  ref: { source: '', index: 0, line: 1, start: 0, end: 0 },
  workflows: [],
  events: [],
  resources: [],
  lists: [],
  problems: [],
  form: 'unknown',
} as const;
