import { createHash } from 'node:crypto';
import { eventOf } from '../../core/document/decode-events.ts';
import type { Part, PartSummary } from '../../core/lint/part.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { Shard } from '../../run/shard.ts';
import { UserError } from '../../run/user-error.ts';

/** The result of one shard, for `edgewise merge`. */
export interface Blob {
  readonly head: {
    readonly shard: Shard;
    /** Digest of the rules in force and their options. */
    readonly settings: string;
    /** The request: blobs belong together if it is equal. */
    readonly scope: {
      readonly paths: readonly string[];
      readonly events: readonly string[];
      readonly workflow: readonly string[];
      readonly status: string | null;
      readonly live: boolean;
    };
  };
  readonly part: Part;
  /** Every input file with its size in bytes; -1 for other inputs. */
  readonly inputs: readonly (readonly [string, number])[];
}

/** The format of blobs. It is not compatible between versions: the meaning of summaries depends on the rules. */
const BLOB_VERSION = 7;

/** A blob as two lines of JSON: its version and a digest, and its content. @param tool the version of edgewise. */
export function printBlob({ head: request, inputs, ...blob }: Blob, tool: string): string {
  const { summaries, calls: _, createdBy: __, ...rest } = blob.part;
  const definitions = rest.definitions.map(({ document, pointer, raw }) => {
    return { document, pointer, raw };
  });
  const part = { ...rest, definitions };
  const plain = JSON.stringify({ head: request, inputs, part }, asList);
  const content = `[${plain},[${[...summaries].map(printSummaries).join()}]]`;
  const head = { edgewise: 'blob', version: BLOB_VERSION, tool, digest: digest(content) };
  return `${JSON.stringify(head)}\n${content}`;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const asList = (_: string, value: unknown): unknown =>
  value instanceof Map || value instanceof Set ? [...value] : value;

function printSummaries([rule, summaries]: readonly [string, readonly PartSummary[]]): string {
  try {
    return `[${JSON.stringify(rule)},${writePlain(summaries)}]`;
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

/** The other fields of a blob, with its maps and sets as lists. */
interface PlainBlob extends Omit<Blob, 'part'> {
  readonly part: Omit<Part, 'summaries' | 'completeness' | 'sources' | 'createdBy'> & {
    readonly sources: readonly string[];
    readonly completeness: Pick<Part['completeness'], 'withSteps' | 'chosen' | 'gathered'> &
      Readonly<Record<'loaded' | 'listed' | 'used', readonly string[]>> & {
        readonly missing: readonly (readonly [string, readonly string[]])[];
      };
  };
}

/** Throws a BadBlob. */
export function readBlob(text: string, tool: string): Blob {
  const newline = text.indexOf('\n');
  const content = text.slice(newline + 1);
  const wanted = checkHead(text.slice(0, newline), tool);
  if (wanted !== digest(content)) throw new BadBlob('is cut off or damaged');
  const [{ part, ...blob }, summaries] = JSON.parse(content) as [
    PlainBlob,
    [string, PartSummary[]][],
  ];
  const { completeness, definitions, sources, ...rest } = part;
  return {
    ...blob,
    part: {
      ...rest,
      summaries: new Map(summaries),
      completeness: {
        ...completeness,
        loaded: new Set(completeness.loaded),
        listed: new Set(completeness.listed),
        used: new Set(completeness.used),
        missing: new Map(completeness.missing.map(([name, whys]) => [name, new Set(whys)])),
      },
      definitions: definitions.map(({ raw, pointer, document }) => eventOf(raw, pointer, document)),
      sources: new Set(sources),
    },
  };
}

/** Returns the digest of the content. */
function checkHead(line: string, own: string): unknown {
  const { edgewise, version, tool, digest: content } = parseObject(line);
  if (edgewise !== 'blob') throw new BadBlob('is not a blob of edgewise');
  if (tool !== own || version !== BLOB_VERSION)
    throw new BadBlob(
      `was written by edgewise ${typeof tool === 'string' ? tool.slice(0, 40) : 'of another version'}, and this is ${own}: use one version for all shards and the merge`,
    );
  return content;
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A value that JSON cannot represent. */
export class NotPlainError extends TypeError {
  override readonly name = 'NotPlainError';
}

/**
 * The JSON of plain data. Unlike `JSON.stringify` it refuses values that JSON would change, and it keeps -0 and
 * the infinite numbers, which the text of a workflow may hold.
 */
export function writePlain(value: unknown): string {
  if (typeof value === 'number') return writeNumber(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean')
    return JSON.stringify(value);
  if (typeof value !== 'object')
    throw new NotPlainError(`it holds ${value === undefined ? 'undefined' : `a ${typeof value}`}`);
  if (Array.isArray(value)) return `[${value.map(writePlain).join()}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotPlainError(`it holds a ${value.constructor?.name ?? 'thing without a name'}`);
  const fields: string[] = [];
  for (const [key, field] of Object.entries(value))
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${writePlain(field)}`);
  return `{${fields.join()}}`;
}

function writeNumber(value: number): string {
  if (Number.isNaN(value)) throw new NotPlainError('it holds NaN');
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? String(value) : value > 0 ? '1e999' : '-1e999';
}
