import type { PackedPart } from '../lint/packed.ts';
import { isObject, type JsonObject } from '../model/json.ts';
import * as shapes from './blob-shape.generated.ts';
import type { Shard } from './shard.ts';

/** What one of several runs found out, for `edgewise merge`. */
export interface Blob {
  readonly head: BlobHead;
  /** Every file that was there to read, with its bytes; -1 for what is no file. */
  readonly inputs: readonly (readonly [string, number])[];
  /** Ids and names of the workflows that were checked. */
  readonly names: readonly string[];
  readonly parts: readonly PackedPart[];
}

export interface BlobHead {
  readonly shard: Shard;
  /** Digest of the rules in force and their options. */
  readonly settings: string;
  /** What was asked for: blobs belong together when it is the same. */
  readonly scope: BlobScope;
  readonly empty: boolean;
  readonly skipped: number;
}

export interface BlobScope {
  readonly paths: readonly string[];
  readonly events: readonly string[];
  readonly workflow: readonly string[];
  readonly status: string | null;
  readonly live: boolean;
}

/** The format of blobs. It is no contract between versions: facts mean what the rules of their version take them for. */
export const BLOB_VERSION = 3;

// Facts come in threes.
const ROWS = 6000;
const TABLES = ['sources', 'documents', 'workflows', 'refs', 'findings', 'definitions', 'owners'] as const;
const BY_RULE = ['facts', 'notes'] as const;

/** A blob as lines of JSON, none of them long. @param tool the version of edgewise. */
export function* printBlob({ head, inputs, names, parts }: Blob, tool: string): Iterable<string> {
  let lines = 0;
  const line = (value: object): string => {
    lines++;
    return `${JSON.stringify(value)}\n`;
  };
  yield line({ edgewise: 'blob', version: BLOB_VERSION, tool });
  yield line({ head });
  for (const some of inPieces(inputs)) yield line({ inputs: some });
  for (const some of inPieces(names)) yield line({ names: some });
  for (const part of parts) {
    const { ledger, counts, failures, first, crashed } = part;
    yield line({ part: { ledger, counts, failures, first, crashed } });
    for (const table of TABLES) for (const some of inPieces<unknown>(part[table])) yield line({ [table]: some });
    for (const table of BY_RULE)
      for (const [rule, rows] of Object.entries(part[table])) for (const some of inPieces<unknown>(rows)) yield line({ [table]: [rule, some] });
  }
  yield line({ end: lines + 1 });
}

function* inPieces<T>(rows: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS) yield rows.slice(at, at + ROWS);
}

/** What is wrong with a file that should be a blob: a few words that go after its name. */
export class BadBlob extends Error {
  override readonly name = 'BadBlob';
}

/** Takes the lines of a blob one by one. Throws a BadBlob. */
export interface BlobReader {
  line(text: string): void;
  end(): Blob;
}

type ByRule = (typeof BY_RULE)[number];
type Growing = { -readonly [K in keyof PackedPart]: K extends ByRule ? Map<string, unknown[]> : PackedPart[K] };
type Tables = ByRule | (typeof TABLES)[number];

export function readBlob(tool: string): BlobReader {
  let lines = 0;
  let isOver = false;
  let head: BlobHead | undefined;
  const inputs: (readonly [string, number])[] = [];
  const names: string[] = [];
  const parts: Growing[] = [];

  const take = (key: string, value: unknown): void => {
    if (key === 'head') head = value as BlobHead;
    else if (key === 'inputs') for (const each of value as typeof inputs) inputs.push(each);
    else if (key === 'names') for (const each of value as string[]) names.push(each);
    else if (key === 'part') parts.push({ ...emptyTables(), ...(value as Omit<PackedPart, Tables>) });
    else if (key === 'end') {
      if (value !== lines) throw new BadBlob('is damaged: lines are missing');
      isOver = true;
    } else addTo(parts.at(-1), key, value as unknown[]);
  };

  return {
    line(text) {
      lines++;
      if (isOver) throw new BadBlob('is damaged: it goes on behind its end');
      const value = parse(text);
      if (lines === 1) return checkVersion(value, tool);
      const [key = ''] = Object.keys(value);
      const validate = Object.hasOwn(shapes, key) ? (shapes as Readonly<Record<string, (value: unknown) => boolean>>)[key] : undefined;
      if (validate === undefined || Object.keys(value).length !== 1 || !validate(value[key])) throw new BadBlob(`is damaged: line ${lines} is none of a blob`);
      take(key, value[key]);
    },
    end() {
      if (!isOver || head === undefined) throw new BadBlob('is cut off');
      return { head, inputs, names, parts: parts.map(asPart) };
    },
  };
}

const emptyTables = (): Pick<Growing, Tables> => ({
  ...{ facts: new Map(), notes: new Map() },
  ...{ sources: [], documents: [], workflows: [], refs: [], findings: [], definitions: [], owners: [] },
});

const asPart = (part: Growing): PackedPart => ({
  ...part,
  facts: Object.fromEntries(part.facts),
  notes: Object.fromEntries(part.notes) as PackedPart['notes'],
});

function addTo(part: Growing | undefined, key: string, rows: readonly unknown[]): void {
  if (part === undefined) throw new BadBlob('is damaged: a table stands outside of a part');
  if (key !== 'facts' && key !== 'notes') {
    const table = part[key as (typeof TABLES)[number]] as unknown[];
    for (const row of rows) table.push(row);
    return;
  }
  const [rule, some] = rows as [string, unknown[]];
  const known = part[key].get(rule);
  if (known === undefined) part[key].set(rule, some);
  else for (const each of some) known.push(each);
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadBlob('is no blob of edgewise, or damaged');
  }
  if (!isObject(value)) throw new BadBlob('is no blob of edgewise, or damaged');
  return value;
}

function checkVersion({ edgewise, version, tool }: JsonObject, own: string): void {
  if (edgewise !== 'blob') throw new BadBlob('is no blob of edgewise');
  if (tool !== own || version !== BLOB_VERSION)
    throw new BadBlob(
      `was written by edgewise ${typeof tool === 'string' ? tool.slice(0, 40) : 'of another version'}, and this is ${own}: use one version for all shards and the merge`,
    );
}
