/** Sources in, result out: reads documents one by one, hands them to the linter, and lets them go. */
import { isUtf8 } from 'node:buffer';
import { decodeText } from './document/bytes.ts';
import { brokenDocument } from './document/decode.ts';
import { parseDocument } from './document/parse.ts';
import { createLinter } from './lint/linter.ts';
import type { SettingAt } from './lint/overrides.ts';
import type { ActiveRule } from './lint/settings.ts';
import { expandPaths, type Input } from './load/expand.ts';
import type { LiveItem } from './load/live/account.ts';
import { documentsIn, readDocuments, readPart, readWhole, type SourceDocument } from './load/read.ts';
import { reasonOf } from './load/refusal.ts';
import { readStream } from './load/stdin.ts';
import type { Result } from './model/finding.ts';
import type { Document, DocumentRef, Workflow } from './model/nodes.ts';

export interface CheckOptions {
  readonly paths: readonly string[];
  /** Paths whose items are event definitions; `none` leaves out all event definitions. */
  readonly events?: readonly string[] | 'none' | undefined;
  /** The live API as a further source. */
  readonly live?: LiveSource | undefined;
  /** Relative paths start here. */
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** What findings of stdin name as their source. */
  readonly stdinName?: string | undefined;
  readonly rules: readonly ActiveRule[];
  /** The rule as it is in force at a place, when rules are not the same everywhere. */
  readonly settingAt?: SettingAt | undefined;
  /** Whether to leave out a file, by its absolute path; files named themselves are never left out. */
  readonly ignores?: ((path: string) => boolean) | undefined;
  /** Called for every workflow that is read. */
  readonly onWorkflow?: ((workflow: Workflow) => void) | undefined;
  /** Called for every document that is read, with what is checked of it. */
  readonly onDocument?: ((read: ReadDocument) => void) | undefined;
  /** Only workflows of this status, of these ids or names. */
  readonly status?: string | undefined;
  readonly workflows?: readonly string[] | undefined;
}

export interface ReadDocument {
  readonly document: Document;
  readonly text: string;
  /** Absolute path of its file. */
  readonly path?: string | undefined;
  readonly assume?: Input['assume'] | undefined;
  readonly isLive: boolean;
}

export interface LiveSource {
  readonly items: AsyncIterable<LiveItem>;
  /** Its event definitions stand in for those found among the paths. */
  readonly replacesEvents: boolean;
}

export interface Checked {
  readonly result: Result;
  /** Nothing that was read held workflows or events. */
  readonly empty: boolean;
}

export async function checkSources(options: CheckOptions): Promise<Checked> {
  const linter = createLinter(options.rules, options.settingAt);
  const keep = filterOf(options);
  if (keep.leavesOut !== undefined) linter.leaveOut(keep.leavesOut, 'workflows');
  const { inputs, refused } = await expandAll(options);
  for (const { source, message } of refused) linter.fail({ source, message, refused: true });

  const origins = new Map<string, Input | Buffer>();
  let skipped = 0;
  let recognized = 0;
  let passing = 0;
  const take = ({ ref, text, fault, isLine }: SourceDocument, { explicit, assume, isLive, path }: Taken): void => {
    const document = fault === undefined ? parseDocument(text, ref, assume) : brokenDocument(ref, fault);
    const isReplaced = options.live?.replacesEvents === true && isLive !== true && assume !== 'events';
    const filtered = keep.filter(document);
    const kept = isReplaced ? withoutEvents(filtered) : filtered;
    options.onDocument?.({ document: kept, text, path, assume, isLive: isLive === true });
    if (!explicit && isLine !== true && isSomethingElse(document, text)) {
      skipped++;
      return;
    }
    if (document.form !== 'unknown') recognized++;
    if (options.onWorkflow !== undefined) kept.workflows.forEach(options.onWorkflow);
    // What has no file has no lines either.
    linter.add(kept, () => (isLive === true && path === undefined ? undefined : text));
  };
  for (const input of eventsFirst(inputs)) {
    try {
      for await (const portion of documentsOf(input, options, origins)) for (const document of portion) take(document, input);
    } catch (error) {
      linter.fail({ source: input.source, message: reasonOf(error), refused: true });
    }
  }
  for await (const item of options.live?.items ?? []) {
    const { source } = item;
    if (item.kind === 'failure') {
      if (!item.refused) passing++;
      linter.fail({ source, message: item.message, refused: item.refused }, item.of);
      continue;
    }
    const { text, path, of } = item;
    const input: Taken = { source, explicit: true, assume: of === 'events' ? 'events' : 'workflows', isLive: true, ...(path !== undefined && { path }) };
    if (path !== undefined) origins.set(source, input);
    take({ ref: { source, index: 0, line: 1, start: 0, end: Buffer.byteLength(text) }, text }, input);
  }
  const unmatched = passing === 0 ? keep.unmatched() : [];
  for (const name of unmatched) linter.fail({ source: '--workflow', message: `no workflow has the id or name "${name}"`, refused: true });
  // A service that failed may well hold something: that is an incomplete answer, not an empty one.
  return { result: linter.finish((ref) => reread(ref, origins), skipped), empty: recognized === 0 && passing === 0 };
}

interface Taken extends Input {
  readonly isLive?: boolean;
}

const withoutEvents = (document: Document): Document => ({ ...document, events: [], lists: document.lists.filter(({ of }) => of !== 'events') });

async function expandAll({
  paths,
  events,
  cwd,
  ignores,
}: CheckOptions): Promise<{ inputs: readonly Input[]; refused: readonly { source: string; message: string }[] }> {
  const main = await expandPaths(paths, cwd, undefined, ignores);
  if (events === undefined || events === 'none') return main;
  const extra = await expandPaths(events, cwd, 'events', ignores);
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

// Only a matter of memory: what a workflow says of an event that is already known to exist need not be kept.
function eventsFirst(inputs: readonly Input[]): readonly Input[] {
  const isOfEvents = ({ source, assume }: Input): boolean => assume === 'events' || /event/i.test(source);
  return [...inputs.filter(isOfEvents), ...inputs.filter((input) => !isOfEvents(input))];
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
  /** What --workflow asked for and nothing was. */
  unmatched(): readonly string[];
  readonly leavesOut: string | undefined;
}

function filterOf({ status, workflows, events }: CheckOptions): Filter {
  const asked = new Set(workflows);
  const missed = new Set(asked);
  const isAsked = (label: string | undefined): boolean => label !== undefined && asked.has(label);
  const wanted = ({ id, name, status: own }: Workflow): boolean => {
    if (id !== undefined) missed.delete(id);
    if (name !== undefined) missed.delete(name);
    return (status === undefined || own === status) && (asked.size === 0 || isAsked(id) || isAsked(name));
  };
  const filters = [...(status === undefined ? [] : [`--status ${status}`]), ...(asked.size === 0 ? [] : ['--workflow'])];
  const all = filters.length === 0;
  return {
    leavesOut: all ? undefined : `${filters.join(' and ')} leaves some out`,
    unmatched: () => [...missed],
    filter(document) {
      if (all && events !== 'none') return document;
      const kept = all ? document : { ...document, workflows: document.workflows.filter(wanted) };
      return events === 'none' ? withoutEvents(kept) : kept;
    },
  };
}
