import { type ParseError, parse, printParseErrorCode, visit } from 'jsonc-parser';
import type {
  Document,
  DuplicateKeyFault,
  Fault,
  Input,
  Span,
  SyntaxFault,
} from '../model/workflow.ts';
import { decodeValue } from './decode.ts';
import { emptyDocument } from './node.ts';
import { looksLikeWorkflow } from './recognize.ts';

const DEEPEST = 200;

/** The JSON text of an input, decoded. Text that is not JSON has one fault. */
export function decodeText(input: Input): Document {
  const { text = '' } = input;
  let value: unknown;
  const depth = depthOf(text);
  try {
    if (depth.isTooDeep || wrongEncodingOf(input) !== undefined) throw new SyntaxError();
    value = JSON.parse(text);
  } catch {
    return broken(input, text, depth);
  }
  const document = decodeValue(input, value);
  if (document.form === 'ours' && depth.keys > countKeys(value))
    (document.faults as Fault[]).push(...duplicateKeys(document, text));
  return document;
}

/** Of a line of JSON Lines, its own: only some lines may be wrong. */
const wrongEncodingOf = ({ encoding, text = '' }: Input): Input['encoding'] =>
  encoding === 'not-utf-8' && !text.includes('\ufffd') ? undefined : encoding;

/** The number of keys in a text and whether its brackets nest too deeply, without parsing it. */
function depthOf(text: string): {
  readonly keys: number;
  readonly isTooDeep: boolean;
  readonly at: number;
} {
  let [keys, depth] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
      if (i === -1) break;
    } else if (code === COLON) keys++;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (++depth > DEEPEST) return { keys, isTooDeep: true, at: i };
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return { keys, isTooDeep: false, at: 0 };
}

const [QUOTE, COLON, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = [
  34, 58, 123, 91, 125, 93,
];

/** The offset of the quote that ends a string; -1 where none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return -1;
}

/** Of all objects in a value, whose depth is limited. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  let keys = Array.isArray(value) ? 0 : values.length;
  for (const each of values) if (typeof each === 'object') keys += countKeys(each);
  return keys;
}

/** The properties of an object: where each is, and where the next one begins. */
interface Properties {
  readonly byKey: Map<string, Span>;
  readonly ends: Map<Span, number>;
  last?: Span;
}

function duplicateKeys(document: Document, text: string): readonly DuplicateKeyFault[] {
  const found: DuplicateKeyFault[] = [];
  const objects: Properties[] = [];
  visit(text, {
    onObjectBegin: () => void objects.push({ byKey: new Map(), ends: new Map() }),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty(key, offset, length) {
      const object = objects.at(-1) as Properties;
      const at: Span = { document, offset, length };
      if (object.last !== undefined) object.ends.set(object.last, offset);
      object.last = at;
      const first = object.byKey.get(key);
      if (first === undefined) {
        object.byKey.set(key, at);
        return;
      }
      const ignored = { ...first, length: (object.ends.get(first) ?? offset) - first.offset };
      found.push({ kind: 'duplicate-key', key, at, first, ignored });
    },
  });
  return found;
}

function broken(input: Input, text: string, depth: ReturnType<typeof depthOf>): Document {
  const document = { ...emptyDocument(input, undefined), form: 'broken' as const };
  const isOurs = input.isNamed || looksLikeWorkflow(text);
  const fault = syntaxFault(document, text, depth);
  return { ...document, form: isOurs ? 'broken' : 'foreign', faults: [fault] };
}

function syntaxFault(
  document: Document,
  text: string,
  { isTooDeep, at }: ReturnType<typeof depthOf>,
): SyntaxFault {
  const fault = (offset: number, length: number, reason: SyntaxFault['reason']): SyntaxFault => ({
    kind: 'syntax',
    at: { document, offset, length },
    reason,
  });
  if (text.trim() === '') return fault(0, 0, { is: 'empty' });
  if (isTooDeep) return fault(at, 1, { is: 'depth', limit: DEEPEST });
  const invalid = Math.max(0, text.indexOf('\ufffd'));
  const encoding = wrongEncodingOf(document.input);
  if (encoding === 'not-utf-8') return fault(invalid, 1, { is: 'encoding', encoding });
  if (encoding === 'utf-16' || text.includes('\u0000'))
    return fault(0, 0, { is: 'encoding', encoding: 'utf-16' });
  const marker = /^(?:<{7}|={7}|>{7})(?: .*)?$/m.exec(text);
  if (marker !== null) return fault(marker.index, marker[0].length, { is: 'merge-marker' });
  const language = languageOf(text);
  if (language !== undefined)
    return fault(0, (/^.*/.exec(text)?.[0] ?? '').length, { is: 'language', language });
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return fault(invalid, 1, { is: 'encoding', encoding: 'not-utf-8' });
  const end = text.trimEnd().length;
  if (first.offset >= end || errors.every(({ offset }) => offset >= end))
    return fault(end, 0, { is: 'cut' });
  const found = text.slice(first.offset, first.offset + Math.max(1, first.length));
  const expected = printParseErrorCode(first.error);
  return fault(first.offset, Math.max(1, first.length), { is: 'character', found, expected });
}

function languageOf(text: string): 'yaml' | 'html' | 'javascript' | undefined {
  // The first line that is no comment.
  const start = text.replace(/^(?:\s*#.*\n)+/, '').trimStart();
  if (/^<(?:!doctype|html|\?xml|[a-z])/i.test(start)) return 'html';
  if (/^(?:---|[\w-]+:(?:\s|$)|- [\w-]+:)/.test(start)) return 'yaml';
  return /^(?:export|import|const|module\.exports)\b/.test(start) ? 'javascript' : undefined;
}
