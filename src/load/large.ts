import { isAscii, isUtf8 } from 'node:buffer';
import { decodeText } from '../document/bytes.ts';
import { brokenDocument, decodeAround, decodePart, type ItemArrays } from '../document/decode.ts';
import type { Skeleton } from '../document/skeleton.ts';
import { createSurveyor, type Portion, type Survey, type SurveyLimits } from '../document/survey.ts';
import { explainSyntax } from '../document/syntax.ts';
import type { DocumentRef, ItemsPart } from '../model/nodes.ts';
import type { Divided, PartText } from './divided.ts';
import { Refusal } from './refusal.ts';

/** Bytes that can be had from the beginning as often as one likes. */
export interface LargeSource {
  /** Absent for what is packed. */
  readonly size?: number;
  chunks(): AsyncIterable<Buffer> | Iterable<Buffer>;
  /** All of them; throws when they are too many. */
  whole(): Buffer | Promise<Buffer>;
  /** Any part of them, where that is possible without all that comes before. */
  range?(start: number, end: number): Buffer;
}

const MB = 1024 * 1024;

/** Bytes that are held as one value: a file that cannot be read in parts, a line of JSON Lines, an item of a list. */
export const MAX_DOCUMENT_BYTES = 256 * MB;

export const LIMITS: SurveyLimits = { portion: MB / 16, item: MAX_DOCUMENT_BYTES, around: 8 * MB };

/**
 * A list, array or bundle in parts: what is around its items, then the items, some at a time. It is read twice, so that no
 * item of a text is taken for good that turns out to be none later on.
 * @returns `lines` when it is JSON Lines; bytes when it is read as a whole.
 */
export async function openLarge(
  bytes: LargeSource,
  source: string,
  assume: 'workflows' | 'events' | undefined,
  limits = LIMITS,
): Promise<AsyncIterable<Iterable<PartText>> | 'lines' | Buffer> {
  const survey = await surveyOf(bytes, limits);
  if (survey.kind === 'lines') return 'lines';
  // What can be held can be explained as a whole.
  if (survey.kind === 'broken') return (await wholeIfHeld(bytes)) ?? inOnePortion(brokenPart(survey, source));
  const divided = dividedBy(survey, bytes, source, assume);
  return divided === undefined ? bytes.whole() : partsOf(divided, bytes);
}

/** The parts for several readers; `undefined` for what is no list, array or bundle, or no JSON. */
export async function divideLarge(
  bytes: LargeSource,
  source: string,
  assume: 'workflows' | 'events' | undefined,
  limits = LIMITS,
): Promise<Divided | undefined> {
  return dividedBy(await surveyOf(bytes, limits), bytes, source, assume);
}

function dividedBy(survey: Survey, { size = 0 }: LargeSource, source: string, assume: 'workflows' | 'events' | undefined): Divided | undefined {
  if (survey.kind !== 'parts') return undefined;
  const { skeleton, portions } = survey;
  const ref = { source, index: 0, line: 1, start: 0, end: size, part: { text: skeleton.text, cuts: skeleton.cuts } };
  const { document, arrays } = decodeAround(skeleton.value, ref, assume);
  // Arrays that hold something else would have to be looked at as a whole.
  return isSame(skeleton, arrays) ? { around: { document, ref, text: skeleton.text }, portions, arrays } : undefined;
}

async function wholeIfHeld({ size = 0, whole }: LargeSource): Promise<Buffer | undefined> {
  try {
    return size > MAX_DOCUMENT_BYTES ? undefined : await whole();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

async function surveyOf(bytes: LargeSource, limits: SurveyLimits): Promise<Survey> {
  const surveyor = createSurveyor(limits, ({ buffer, byteOffset, length }) => decode(Buffer.from(buffer, byteOffset, length)));
  for await (const chunk of bytes.chunks()) if (!surveyor.push(chunk)) break;
  return surveyor.end();
}

function brokenPart({ before, bytes, at, cuts }: Survey & { kind: 'broken' }, source: string): PartText {
  const { text, fault } = decodeText(bytes, isUtf8, at.byte);
  const all = before + text;
  const part = { text: all, cuts };
  const ref = { source, index: 0, line: 1, start: 0, end: 0, part };
  const document = brokenDocument(ref, fault === undefined ? explainSyntax(all) : { ...fault, offset: fault.offset + before.length });
  return { document, ref, text: all };
}

async function* inOnePortion(part: PartText): AsyncIterable<Iterable<PartText>> {
  yield [part];
}

const isSame = ({ arrays: left }: Skeleton, claimed: ItemArrays): boolean => left.every((pointer) => claimed.has(pointer));

async function* partsOf({ around, portions, arrays }: Divided, bytes: LargeSource): AsyncIterable<Iterable<PartText>> {
  yield [around];
  const { source } = around.ref;
  const { range } = bytes;
  if (range !== undefined) for (const portion of portions) yield [readItemsOf(portion, (start, end) => range.call(bytes, start, end), source, arrays)];
  else for await (const { portion, ...window } of windowsIn(bytes.chunks(), portions)) yield [readPortion(portion, window, source, arrays)];
}

/** The items of a portion. Throws a Refusal when they are others than they were. */
export function readItemsOf(portion: Portion, range: (start: number, end: number) => Buffer, source: string, arrays: ItemArrays): PartText {
  return readPortion(portion, windowIn(portion, range), source, arrays);
}

/** Bytes of a portion with what is around it. */
interface Window {
  readonly bytes: Buffer;
  /** Byte at which they begin. */
  readonly from: number;
}

// So much of the text around a portion is read with it that an excerpt is what it would be of the whole.
const MARGIN = 1024;

function windowIn({ start, end }: Portion, range: (start: number, end: number) => Buffer): Window {
  const from = Math.max(0, start.byte - MARGIN);
  return { bytes: range(from, end + MARGIN), from };
}

/** The portions with what is around them, of bytes that come one after the other. */
async function* windowsIn(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  portions: readonly Portion[],
): AsyncIterable<Window & { readonly portion: Portion }> {
  let held = Buffer.alloc(0);
  let start = 0;
  let next = 0;
  for await (const chunk of chunks) {
    held = Buffer.concat([held, chunk]);
    for (let portion = portions[next]; portion !== undefined && start + held.length >= portion.end + MARGIN; portion = portions[++next]) {
      yield { portion, ...windowIn(portion, (from, to) => held.subarray(from - start, to - start)) };
    }
    const from = Math.min(start + held.length, (portions[next]?.start.byte ?? Infinity) - MARGIN);
    if (from > start) [held, start] = [held.subarray(from - start), from];
  }
  for (const portion of portions.slice(next)) yield { portion, ...windowIn(portion, (from, to) => held.subarray(from - start, to - start)) };
}

function readPortion({ pointer, first, start, end }: Portion, { bytes, from: begin }: Window, source: string, arrays: ItemArrays): PartText {
  const [from, to] = [start.byte - begin, end - begin];
  const before = decode(bytes.subarray(charBoundary(bytes, 0, from), from));
  const body = decode(bytes.subarray(from, to));
  const after = decode(bytes.subarray(to, charBoundary(bytes, bytes.length, to)));
  if (before === undefined || body === undefined || after === undefined) throw new Refusal(CHANGED);
  const lead = before.slice(before.lastIndexOf('\n') + 1).replace(/^\ufeff/, '');
  const place = { pointer, first, column: start.column - lead.length, from: lead.length, to: lead.length + body.length };
  const part: ItemsPart = { ...place, bytes: [start.byte - Buffer.byteLength(lead), end + Buffer.byteLength(after)] };
  const ref: DocumentRef = { source, index: 0, line: start.line + 1, start: start.byte, end, part };
  const items = parseItems(body);
  const array = arrays.get(pointer);
  if (items === undefined || array === undefined) throw new Refusal(CHANGED);
  return { document: decodePart(items, ref, pointer, first, array), ref, text: lead + body + after };
}

const CHANGED = 'was changed while it was being read';

/** From a byte on towards another, the first that begins a character. */
function charBoundary(bytes: Uint8Array, from: number, towards: number): number {
  const step = from < towards ? 1 : -1;
  let at = from;
  // Backwards the last character may be cut off, so all of what is not ASCII goes.
  while (at !== towards && (step === 1 ? ((bytes[at] as number) & 0xc0) === 0x80 : (bytes[at - 1] as number) >= 0x80)) at += step;
  return at;
}

function parseItems(text: string): readonly unknown[] | undefined {
  try {
    return JSON.parse(`[${text}]`) as readonly unknown[];
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
