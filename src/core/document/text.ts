import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { JsonObject } from '../model/json.ts';
import type { Document, Input, SyntaxFault } from '../model/workflow.ts';
import { decodeValue } from './decode.ts';
import { hasLines, splitLines } from './json-lines.ts';
import { addFault, emptyDocument } from './node.ts';
import { duplicateKeys } from './positions.ts';
import { looksLikeWorkflow } from './recognize.ts';

const DEEPEST = 200;
/** Brackets that only open. `JSON.parse` takes seconds and much memory for millions of them. */
const NESTED = new RegExp(`^\\s*(?:\\[\\s*|\\{\\s*"[^"]*"\\s*:\\s*){${DEEPEST + 1}}`);
const LARGE = 100_000;

/** A file; of JSON Lines, by its name, a document for each line. */
export function decodeFile(name: string, text: string): readonly Document[] {
  const input = { name, text, isNamed: true };
  const lines = hasLines(name) ? splitLines(input) : [];
  return (lines.length > 0 ? lines : [input]).map(decodeText);
}

/** The JSON text of an input, decoded. Text that is not JSON has one fault. */
export function decodeText(input: Input): Document {
  const { text = '', encoding } = input;
  // Of JSON Lines, only some lines may be wrong.
  if (encoding === 'utf-16' || (encoding !== undefined && text.includes('\ufffd')))
    return broken(input, [Math.max(0, text.indexOf('\ufffd')), 1, { is: 'encoding', encoding }]);
  if (text.length > LARGE && NESTED.test(text)) return broken(input, TOO_DEEP);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken(input, findFault(text));
  }
  const keys = countKeys(value);
  if (Number.isNaN(keys)) return broken(input, TOO_DEEP);
  const document = decodeValue(input, value);
  if (document.form === 'ours' && mayHaveMoreKeys(text, keys))
    for (const { key, at, first } of duplicateKeys(text))
      addFault(document, {
        ...{ kind: 'duplicate-key', key },
        ...{ at: { document, ...at }, first: { document, ...first } },
      });
  return document;
}

const [SPACE, QUOTE] = [0x20, 0x22];

/** Whether a text has not exactly one `":` for each key. It takes a tenth of the exact answer. */
function mayHaveMoreKeys(text: string, keys: number): boolean {
  let found = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE) found++;
    // Space may stand between a key and its colon.
    else if (before <= SPACE) return true;
  }
  return found !== keys;
}

/** Of all objects in a value; not a number where it is too deep. */
function countKeys(value: unknown, depth = 1): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > DEEPEST) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += countKeys(item, depth + 1);
    return keys;
  }
  const object = value as JsonObject;
  for (const key in object) keys += 1 + countKeys(object[key], depth + 1);
  return keys;
}

/** Whether what reads a value may call itself too often. */
export const isTooDeep = (value: unknown): boolean => Number.isNaN(countKeys(value));

type Found = readonly [offset: number, length: number, reason: SyntaxFault['reason']];

const TOO_DEEP: Found = [0, 1, { is: 'depth', limit: DEEPEST }];

function broken(input: Input, [offset, length, reason]: Found): Document {
  const isOurs = input.isNamed || looksLikeWorkflow(input.text ?? '');
  const form = isOurs ? 'broken' : 'foreign';
  const document: Document = { ...emptyDocument(input, undefined), form };
  addFault(document, { kind: 'syntax', at: { document, offset, length }, reason });
  return document;
}

/** Why a text is not JSON: what it is instead, or the first error of its syntax. */
function findFault(text: string): Found {
  if (text.trim() === '') return [0, 0, { is: 'empty' }];
  const marker = /^(?:<{7}|={7}|>{7})(?: .*)?$/m.exec(text);
  if (marker !== null) return [marker.index, marker[0].length, { is: 'merge-marker' }];
  const language = languageOf(text);
  if (language !== undefined) return [0, text.search(/$/m), { is: 'language', language }];
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // A RangeError: jsonc-parser is recursive.
    return TOO_DEEP;
  }
  const end = text.trimEnd().length;
  const [first] = errors;
  const isOpen = errors.some(({ error }) => /^CloseBrac/.test(printParseErrorCode(error)));
  // It may be cut in a string. A string that only lacks its quote has the closing braces in it.
  const isCutInString =
    isOpen && first && first.offset + first.length >= end && !/[\]}]$/.test(text.trimEnd());
  if (first === undefined || isCutInString || errors.every(({ offset }) => offset >= end))
    return [end, 0, { is: 'cut' }];
  const length = Math.max(1, first.length);
  const found = text.slice(first.offset, first.offset + length);
  const expected = printParseErrorCode(first.error);
  return [first.offset, length, { is: 'character', found, expected }];
}

function languageOf(text: string): 'yaml' | 'html' | undefined {
  // The first line that is no comment.
  const start = text.replace(/^(?:\s*#.*\n)+/, '').trimStart();
  if (/^<(?:!doctype|html|\?xml|[a-z])/i.test(start)) return 'html';
  return /^(?:---|[\w-]+:(?:\s|$)|- [\w-]+:)/.test(start) ? 'yaml' : undefined;
}
