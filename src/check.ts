/** Sources in, result out: reads documents one by one, hands them to the linter, and lets them go. */
import { isUtf8 } from 'node:buffer';
import { decodeText } from './document/bytes.ts';
import { brokenDocument } from './document/decode.ts';
import { parseDocument } from './document/parse.ts';
import { createLinter } from './lint/linter.ts';
import type { ActiveRule } from './lint/settings.ts';
import { expandPaths, type Input } from './load/expand.ts';
import { documentsIn, readDocuments, readPart, readWhole, type SourceDocument } from './load/read.ts';
import { reasonOf } from './load/refusal.ts';
import { readStream } from './load/stdin.ts';
import type { Result } from './model/finding.ts';
import type { Document, DocumentRef, Workflow } from './model/nodes.ts';

export interface CheckOptions {
  readonly paths: readonly string[];
  /** Paths whose items are event definitions; `none` leaves out all event definitions. */
  readonly events?: readonly string[] | 'none' | undefined;
  /** Relative paths start here. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** What findings of stdin name as their source. */
  readonly stdinName?: string | undefined;
  readonly rules: readonly ActiveRule[];
  /** Only workflows of this status, of these ids or names. */
  readonly status?: string | undefined;
  readonly workflows?: readonly string[] | undefined;
}

export interface Checked {
  readonly result: Result;
  /** Nothing that was read held workflows or events. */
  readonly empty: boolean;
}

export async function checkSources(options: CheckOptions): Promise<Checked> {
  const linter = createLinter(options.rules);
  const keep = filterOf(options);
  if (keep.leavesOut !== undefined) linter.leaveOut(keep.leavesOut, 'workflows');
  const { inputs, refused } = await expandAll(options);
  for (const { source, message } of refused) linter.fail({ source, message, refused: true });

  const origins = new Map<string, Input | Buffer>();
  let skipped = 0;
  let recognized = 0;
  const take = ({ ref, text, fault, isLine }: SourceDocument, { explicit, assume }: Input): void => {
    const document = fault === undefined ? parseDocument(text, ref, assume) : brokenDocument(ref, fault);
    if (!explicit && isLine !== true && isSomethingElse(document, text)) {
      skipped++;
      return;
    }
    if (document.form !== 'unknown') recognized++;
    linter.add(keep.filter(document), () => text);
  };
  for (const input of inputs) {
    try {
      for await (const portion of documentsOf(input, options, origins)) for (const document of portion) take(document, input);
    } catch (error) {
      linter.fail({ source: input.source, message: reasonOf(error), refused: true });
    }
  }
  return { result: linter.finish((ref) => reread(ref, origins), skipped), empty: recognized === 0 };
}

async function expandAll({ paths, events, cwd }: CheckOptions): Promise<{ inputs: readonly Input[]; refused: readonly { source: string; message: string }[] }> {
  const main = await expandPaths(paths, cwd);
  if (events === undefined || events === 'none') return main;
  const extra = await expandPaths(events, cwd, 'events');
  const taken = new Set(extra.inputs.map(({ source }) => source));
  return { inputs: [...extra.inputs, ...main.inputs.filter(({ source }) => !taken.has(source))], refused: [...main.refused, ...extra.refused] };
}

async function* documentsOf(input: Input, options: CheckOptions, origins: Map<string, Input | Buffer>): AsyncIterable<Iterable<SourceDocument>> {
  if (input.path !== undefined) {
    origins.set(input.source, input);
    yield* readDocuments({ ...input, path: input.path });
    return;
  }
  const source = options.stdinName ?? input.source;
  const bytes = await readStream(options.stdin);
  origins.set(source, bytes);
  yield documentsIn(bytes, source);
}

// In folders, JSON of other tools is no business of ours; text that is no JSON may still be a damaged workflow.
function isSomethingElse(document: Document, text: string): boolean {
  if (document.form === 'broken') return !/"(?:steps|edges|connections|event_name|object)"/.test(text);
  return document.form === 'unknown';
}

/** The text of a document once more, for findings that were only known at the end. Gone or changed since: none. */
function reread(ref: DocumentRef, origins: ReadonlyMap<string, Input | Buffer>): string | undefined {
  const origin = origins.get(ref.source);
  if (origin === undefined) return undefined;
  try {
    return decodeText(bytesOf(origin, ref), isUtf8).text;
  } catch {
    // The findings stay; they only go without a line.
    return undefined;
  }
}

function bytesOf(origin: Input | Buffer, { start, end }: DocumentRef): Buffer {
  if (Buffer.isBuffer(origin)) return origin.subarray(start, end);
  const path = origin.path as string;
  return path.toLowerCase().endsWith('.gz') ? readWhole(path, true).subarray(start, end) : readPart(path, start, end);
}

interface Filter {
  filter(document: Document): Document;
  readonly leavesOut: string | undefined;
}

function filterOf({ status, workflows, events }: CheckOptions): Filter {
  const asked = new Set(workflows);
  const wanted = ({ id, name, status: own }: Workflow): boolean =>
    (status === undefined || own === status) && (asked.size === 0 || (id !== undefined && asked.has(id)) || (name !== undefined && asked.has(name)));
  const filters = [...(status === undefined ? [] : [`--status ${status}`]), ...(asked.size === 0 ? [] : ['--workflow'])];
  const all = filters.length === 0;
  return {
    leavesOut: all ? undefined : `${filters.join(' and ')} leaves some out`,
    filter(document) {
      if (all && events !== 'none') return document;
      const kept = all ? document : { ...document, workflows: document.workflows.filter(wanted) };
      return events === 'none' ? { ...kept, events: [], lists: kept.lists.filter(({ of }) => of !== 'events') } : kept;
    },
  };
}
