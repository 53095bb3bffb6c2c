import { isUtf8 } from 'node:buffer';
import { hasLines, isJson, splitLines } from '../core/document/json-lines.ts';
import { compareText } from '../core/lint/order.ts';
import type { CollectionName, Failure, Skipped } from '../core/model/finding.ts';
import { quote } from '../core/model/text.ts';
import type { Document, Input } from '../core/model/workflow.ts';
import { readRegular, reasonOf } from './files.ts';
import type { InputPlan, Plan } from './plan.ts';
import { type FoundFile, SOURCE, search } from './search.ts';
import { UserError } from './user-error.ts';

/** What a plan names, in memory. */
export interface Reading {
  /** Each file once, in order of name; each line of JSON Lines. */
  readonly inputs: readonly Input[];
  /** What is decoded already: of source files, or of a program that was recorded. */
  readonly documents?: readonly Document[];
  /** Source files that mention the service. */
  readonly mentions?: readonly string[];
  /** Collections of which something is not in this reading: a page cap, a 403, a failed request. */
  readonly missing?: readonly CollectionName[];
  /** What could not be read, and files that may be exports and are not read. */
  readonly failures: readonly Failure[];
  /** Files that are not read by their names, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Files that `ignore` leaves out. */
  readonly ignored: readonly string[];
}

/** More input than files: the account behind a key, or a program that is run. */
export type Source = (plan: Plan) => Promise<Reading>;

/** What several sources read. */
export function joinReadings(readings: readonly Reading[]): Reading {
  return {
    inputs: readings.flatMap(({ inputs }) => inputs),
    documents: readings.flatMap(({ documents = [] }) => documents),
    mentions: readings.flatMap(({ mentions = [] }) => mentions),
    missing: readings.flatMap(({ missing = [] }) => missing),
    failures: readings.flatMap(({ failures }) => failures),
    skipped: readings.flatMap(({ skipped }) => skipped),
    ignored: readings.flatMap(({ ignored }) => ignored),
  };
}

/** What a plan names, and what other sources have. */
export async function readAll(plan: Plan, sources: readonly Source[]): Promise<Reading> {
  const others = await Promise.all(sources.map((source) => source(plan)));
  return joinReadings([await read(plan), ...others]);
}

/** Bytes of all inputs together. */
const MOST = 256 * 1024 * 1024;

/**
 * Reads what a plan names. An input that cannot be read is a failure; the others are read.
 * @param stdin another standard input.
 */
export async function read(
  { inputs: plan }: { readonly inputs: InputPlan },
  stdin?: AsyncIterable<Uint8Array>,
): Promise<Reading> {
  const { files, ...found } = await search(plan);
  const inputs: Input[] = [];
  const sources: Input[] = [];
  const failures = [...found.failures];
  const skipped = [...found.skipped];
  let held = 0;
  for (const { path, ...file } of files) {
    const hold = (size: number): void => {
      held += size;
      if (held > MOST) throw tooLarge(file.name);
    };
    try {
      const bytes =
        path === '-' ? await readStream(stdin ?? process.stdin, hold) : readRegular(path, hold);
      if (!SOURCE.test(path)) for (const input of inputsOf(file, bytes)) inputs.push(input);
      else if (bytes.length <= MOST_SOURCE) sources.push({ ...file, ...decode(bytes) });
      else if (file.isNamed) failures.push({ source: file.name, message: LARGE, exit: 3 });
      else {
        const isOurs = plan.sourceDecoder?.mentions(decode(bytes).text) === true;
        skipped.push({ source: file.name, reason: LARGE, ...(isOurs && { isDoubtful: true }) });
      }
    } catch (error) {
      if (error instanceof UserError) throw error;
      failures.push({ source: file.name, message: reasonOf(error), exit: 2 });
    }
  }
  // Several paths may lead to one folder that cannot be read.
  const distinct = [...new Map(failures.map((each) => [each.source, each])).values()];
  distinct.sort((a, b) => compareText(a.source, b.source));
  const decoded = await decodeSources(sources, plan);
  return { ...found, ...decoded, inputs, failures: distinct, skipped };
}

const LARGE = 'a source file of more than 1 MB';
/** Larger source files are made by programs. */
const MOST_SOURCE = 1024 * 1024;

/** Where none mentions the service, none is parsed. */
async function decodeSources(sources: readonly Input[], { sourceDecoder }: InputPlan) {
  const mentions = sources.filter(({ text = '' }) => sourceDecoder?.mentions(text));
  if (sourceDecoder === undefined || mentions.length === 0) return {};
  const documents = (await sourceDecoder.load())(sources);
  return { documents, mentions: mentions.map(({ name }) => name) };
}

const tooLarge = (name: string): UserError =>
  new UserError(
    `the inputs are larger than 256 MB, with ${quote(name)}`,
    'check one account in a run, and join the reports with "edgewise merge"',
  );

async function readStream(
  stream: AsyncIterable<Uint8Array>,
  hold: (size: number) => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    hold(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The text of a file as inputs: one, or the lines of JSON Lines. */
export function inputsOf(file: Omit<FoundFile, 'path'>, bytes: Uint8Array): readonly Input[] {
  const input = { ...file, ...decode(bytes) };
  const isLines = hasLines(file.name) || (file.isNamed && isJsonLines(input.text));
  const lines = isLines && input.encoding !== 'utf-16' ? splitLines(input) : [];
  return lines.length > 0 ? lines : [input];
}

/** UTF-8 without its byte order mark. Other text is decoded too, to show where it is wrong. */
function decode(bytes: Uint8Array): { readonly text: string } & Pick<Input, 'encoding'> {
  const order = utf16Order(bytes);
  const text = new TextDecoder(order).decode(bytes);
  if (order !== undefined) return { text, encoding: 'utf-16' };
  return isUtf8(bytes) ? { text } : { text, encoding: 'not-utf-8' };
}

/** JSON begins with two ASCII characters, so a zero byte among them means UTF-16. */
function utf16Order([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  return isBig ? 'utf-16be' : undefined;
}

/** Whether the first line that is not blank is an object or array by itself, and others follow. */
function isJsonLines(text: string): boolean {
  const start = text.search(/\S/);
  const end = text.indexOf('\n', start);
  if (end === -1 || !/\S/.test(text.slice(end))) return false;
  const first = text.slice(start, end).trimEnd();
  // Most files are one value of many lines, and an error of JSON.parse is slow.
  return /^(?:\{.*\}|\[.*\])$/.test(first) && isJson(first);
}
