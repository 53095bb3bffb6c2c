import { statSync } from 'node:fs';
import type { SourceBatch, SourceItem } from '../core/document/split.ts';
import { expandPaths, type Input } from './expand.ts';
import type { FileCache } from './file-cache.ts';
import { readDocuments, readStdin } from './read.ts';
import { reasonOf } from './source-error.ts';

interface SourceRequest {
  /** A pattern without matches is not a failure. */
  readonly allowsEmpty?: boolean | undefined;
  readonly paths: readonly string[];
  /** Of event definitions; `none` leaves out all of them. */
  readonly events?: readonly string[] | 'none' | undefined;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdinName?: string | undefined;
  /** The type of items if their shape is ambiguous. */
  readonly assume?: Input['assume'];
  /** Why to leave out a file, by its absolute path; files named by a path are never left out. */
  readonly ignores?: ((path: string) => string | undefined) | undefined;
  readonly cache?: FileCache | undefined;
}

export interface Sources {
  readonly items: AsyncIterable<SourceItem>;
  /** Every source that was read, by name, with its size in bytes; -1 if it is not a file. */
  inputs(): readonly (readonly [string, number])[];
}

export function openSources(request: SourceRequest): Sources {
  const paths = new Map<string, string | undefined>();
  return {
    items: readItems(request, paths),
    inputs: () =>
      [...paths]
        .map(([source, path]) => [source, path === undefined ? -1 : fileSize(path)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

async function* readItems(
  request: SourceRequest,
  paths: Map<string, string | undefined>,
): AsyncIterable<SourceItem> {
  const { inputs, refused, unread, ignored } = await expandAll(request);
  for (const file of ignored) yield { ignored: file };
  for (const { source, message, isUnmatched } of refused) {
    if (isUnmatched === true && request.allowsEmpty === true) continue;
    yield { failure: { source, message, refused: true } };
  }
  for (const { source, reason, mayBeExport } of unread)
    yield mayBeExport
      ? { failure: { source, message: reason, refused: false } }
      : { skipped: { source, reason } };
  for (const input of inputs) {
    const { source, path } = input;
    try {
      if (path !== undefined) {
        paths.set(source, path);
        const read = () => readBatches({ ...input, path });
        yield* request.cache?.batches({ ...input, path }, read) ?? read();
      } else {
        const name = request.stdinName ?? source;
        paths.set(name, undefined);
        yield { documents: await readStdin(request.stdin, name), from: input };
      }
    } catch (error) {
      yield { failure: { source, message: reasonOf(error), refused: true } };
    }
  }
}

async function* readBatches(input: Input & { readonly path: string }): AsyncIterable<SourceBatch> {
  for await (const documents of readDocuments(input)) yield { documents, from: input };
}

async function expandAll({
  paths,
  events,
  cwd,
  assume,
  ignores,
}: SourceRequest): ReturnType<typeof expandPaths> {
  const main = await expandPaths(paths, cwd, assume, ignores);
  if (events === undefined || events === 'none') return main;
  const extra = await expandPaths(events, cwd, 'events', ignores);
  const taken = new Set(extra.inputs.map(({ source }) => source));
  return {
    inputs: [...extra.inputs, ...main.inputs.filter(({ source }) => !taken.has(source))],
    refused: [...main.refused, ...extra.refused],
    unread: [...main.unread, ...extra.unread],
    ignored: [...main.ignored, ...extra.ignored],
  };
}

/** Bytes of a file; 0 if it is missing. */
export const fileSize = (path: string): number =>
  statSync(path, { throwIfNoEntry: false })?.size ?? 0;
