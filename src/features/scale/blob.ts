import { eventOf } from '../../core/document/decode-events.ts';
import type { Located, Part, PartSummary, PartWorkflow, Undecided } from '../../core/lint/part.ts';
import type { SkippedFile } from '../../core/model/finding.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { EventDefinition, ResourceItem } from '../../core/model/nodes.ts';
import { resourceTypeOf } from '../../core/resources/registry.ts';
import type { Collected } from '../../run/run.ts';
import type { Shard } from '../../run/shard.ts';
import { UserError } from '../../run/user-error.ts';
import { BLOB_LINES } from './blob-lines.ts';

/** The result of one shard, for `edgewise merge`. */
export interface Blob extends Collected {
  readonly head: BlobHead;
  /** Every input file with its size in bytes; -1 for other inputs. */
  readonly inputs: readonly (readonly [string, number])[];
}

interface BlobHead {
  readonly shard: Shard;
  /** Digest of the rules in force and their options. */
  readonly settings: string;
  /** The request: blobs belong together if it is equal. */
  readonly scope: BlobScope;
}

interface BlobScope {
  readonly paths: readonly string[];
  readonly events: readonly string[];
  readonly workflow: readonly string[];
  readonly status: string | null;
  readonly live: boolean;
}

/** The format of blobs. It is not compatible between versions: the meaning of summaries depends on the rules. */
const BLOB_VERSION = 7;

const ITEMS_PER_LINE = 2000;

/** A blob as short lines of JSON. @param tool the version of edgewise. */
export function* printBlob(
  { head, inputs, part, skipped, ignored, empty }: Blob,
  tool: string,
): Iterable<string> {
  const { completeness, counts, failures, first, crashed } = part;
  const whole = { completeness, counts, failures, first, crashed, empty };
  const lists = {
    inputs,
    sources: [...part.sources],
    skipped,
    ignored,
    workflows: part.workflows,
    findings: part.findings,
    definitions: part.definitions.map(({ document, pointer, raw }) => ({ document, pointer, raw })),
    resources: part.resources,
    undecided: part.undecided,
  };
  yield `${JSON.stringify({ edgewise: 'blob', version: BLOB_VERSION, tool })}\n`;
  yield `${JSON.stringify({ head })}\n`;
  yield `${JSON.stringify({ part: whole }, asList)}\n`;
  let printed = 3;
  for (const [name, items] of Object.entries(lists))
    for (let at = 0; at < items.length; at += ITEMS_PER_LINE, printed++)
      yield `${JSON.stringify({ [name]: items.slice(at, at + ITEMS_PER_LINE) })}\n`;
  for (const [rule, summaries] of part.summaries)
    for (let at = 0; at < summaries.length; at += ITEMS_PER_LINE, printed++)
      yield printSummaries(rule, summaries.slice(at, at + ITEMS_PER_LINE));
  yield `${JSON.stringify({ end: printed + 1 })}\n`;
}

const asList = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;

function printSummaries(rule: string, summaries: readonly PartSummary[]): string {
  try {
    return `{"summaries":[${JSON.stringify(rule)},${writePlain(summaries)}]}\n`;
  } catch (error) {
    throw new UserError(
      `a summary of the rule "${rule}" is not plain data: ${(error as Error).message}`,
      'summaries of a rule must be plain data to leave this run: see docs/plugins.md',
    );
  }
}

/** The fault of a file that should be a blob: the end of a sentence after its name. */
export class BadBlob extends Error {
  override readonly name = 'BadBlob';
}

/** Reads the lines of a blob one by one. Throws a BadBlob. */
interface BlobReader {
  line(text: string): void;
  end(): Blob;
}

/** The other fields of a blob, with its maps and sets as lists. */
interface BlobPart
  extends Pick<Part, 'counts' | 'failures' | 'first' | 'crashed'>,
    Pick<Blob, 'empty'> {
  readonly completeness: Pick<Part['completeness'], 'withSteps' | 'chosen' | 'gathered'> &
    Readonly<Record<'loaded' | 'listed' | 'used', readonly string[]>> & {
      readonly missing: readonly (readonly [string, readonly string[]])[];
    };
}

/** The lists of a blob by the keys of their lines. Values have the shapes of blob-lines.ts. */
interface BlobLists {
  readonly inputs: (readonly [string, number])[];
  readonly sources: string[];
  readonly skipped: SkippedFile[];
  readonly ignored: SkippedFile[];
  readonly workflows: PartWorkflow[];
  readonly findings: Located[];
  readonly definitions: Pick<EventDefinition, 'document' | 'pointer' | 'raw'>[];
  readonly resources: ResourceItem[];
  readonly undecided: Undecided[];
}

export function readBlob(tool: string): BlobReader {
  let lines = 0;
  let isOver = false;
  let head: BlobHead | undefined;
  let whole: BlobPart | undefined;
  const lists: BlobLists = {
    inputs: [],
    sources: [],
    skipped: [],
    ignored: [],
    workflows: [],
    findings: [],
    definitions: [],
    resources: [],
    undecided: [],
  };
  const listOf = new Map<string, unknown[]>(Object.entries(lists));
  const summaries = new Map<string, PartSummary[]>();

  const take = (key: string, value: unknown): void => {
    const list = listOf.get(key);
    if (list !== undefined) for (const item of value as readonly unknown[]) list.push(item);
    else if (key === 'head') head = value as BlobHead;
    else if (key === 'part') whole = value as BlobPart;
    else if (key === 'summaries') {
      const [rule, some] = value as [string, readonly PartSummary[]];
      summaries.set(rule, [...(summaries.get(rule) ?? []), ...some]);
    } else if (value === lines) isOver = true;
    else throw new BadBlob('is damaged: lines are missing');
  };

  return {
    line(text) {
      lines++;
      if (isOver) throw new BadBlob('is damaged: there is data after its end');
      const value = parse(text);
      if (lines === 1) return checkVersion(value, tool);
      const [key = '', ...others] = Object.keys(value);
      const isSound = BLOB_LINES.get(key);
      if (isSound === undefined || others.length > 0 || !isSound(value[key]))
        throw new BadBlob(`is damaged: line ${lines} is not a line of a blob`);
      take(key, value[key]);
    },
    end() {
      if (!isOver || head === undefined || whole === undefined) throw new BadBlob('is cut off');
      const { inputs, sources, skipped, ignored, definitions, resources, ...kept } = lists;
      for (const some of summaries.values())
        if (some.some(({ row }) => kept.workflows[row] === undefined))
          throw new BadBlob('is damaged: a summary has no workflow');
      const { empty, completeness, first, ...rest } = whole;
      const part: Part = {
        ...rest,
        ...kept,
        first,
        summaries,
        completeness: {
          ...completeness,
          loaded: new Set(completeness.loaded),
          listed: new Set(completeness.listed),
          used: new Set(completeness.used),
          missing: new Map(completeness.missing.map(([name, whys]) => [name, new Set(whys)])),
        },
        resources: resources.flatMap(keepAgain),
        definitions: definitions.map(({ raw, pointer, document }) =>
          eventOf(raw, pointer, document),
        ),
        sources: new Set(sources),
      };
      return { head, inputs, part, skipped, ignored, empty };
    },
  };
}

/** Items of a blob are validated like those of a file. */
function keepAgain({ of, value, ...place }: ResourceItem): readonly ResourceItem[] {
  const type = resourceTypeOf(of);
  return type === undefined ? [] : [{ of, ...place, value: type.keep(value as JsonObject) }];
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadBlob('is not a blob of edgewise, or damaged');
  }
  if (!isObject(value)) throw new BadBlob('is not a blob of edgewise, or damaged');
  return value;
}

function checkVersion({ edgewise, version, tool }: JsonObject, own: string): void {
  if (edgewise !== 'blob') throw new BadBlob('is not a blob of edgewise');
  if (tool !== own || version !== BLOB_VERSION)
    throw new BadBlob(
      `was written by edgewise ${typeof tool === 'string' ? tool.slice(0, 40) : 'of another version'}, and this is ${own}: use one version for all shards and the merge`,
    );
}

/** A value that JSON cannot represent. */
export class NotPlainError extends TypeError {
  override readonly name = 'NotPlainError';
}

const MAX_DEPTH = 64;

/**
 * The JSON of plain data. Unlike `JSON.stringify` it refuses values that JSON would change, and it keeps -0 and
 * the infinite numbers, which the text of a workflow may hold.
 */
export function writePlain(value: unknown, depth = 0): string {
  if (typeof value === 'number') return writeNumber(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean')
    return JSON.stringify(value);
  if (typeof value !== 'object')
    throw new NotPlainError(`it holds ${value === undefined ? 'undefined' : `a ${typeof value}`}`);
  if (depth > MAX_DEPTH) throw new NotPlainError(`it is nested deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return `[${value.map((item) => writePlain(item, depth + 1)).join()}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotPlainError(`it holds a ${value.constructor?.name ?? 'thing without a name'}`);
  const fields: string[] = [];
  for (const [key, field] of Object.entries(value))
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${writePlain(field, depth + 1)}`);
  return `{${fields.join()}}`;
}

function writeNumber(value: number): string {
  if (Number.isNaN(value)) throw new NotPlainError('it holds NaN');
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? String(value) : value > 0 ? '1e999' : '-1e999';
}
