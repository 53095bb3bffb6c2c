/** From loaded texts to documents to check: parse, and leave out what was not asked for. Pure: it also runs in a browser. */
import { brokenDocument } from '../core/document/decode.ts';
import { parseDocument } from '../core/document/parse.ts';
import { skipReason } from '../core/document/recognize.ts';
import {
  OWN_FILE,
  type SourceDocument,
  type SourceInfo,
  type SourceItem,
} from '../core/document/split.ts';
import type { CheckedDocument } from '../core/lint/check.ts';
import type { Selection } from '../core/lint/completeness.ts';
import type { LintInput } from '../core/lint/lint.ts';
import type { Failure, Location, SkippedFile } from '../core/model/finding.ts';
import type { Document } from '../core/model/nodes.ts';
import { createFilter, type Wanted, withoutEvents } from './filter.ts';
import { shareOf } from './shard.ts';

export interface DecodeSettings extends Wanted {
  /** The event definitions of the live API replace those found among the paths. */
  readonly replacesEvents?: boolean | undefined;
  /** The sources are complete: those of the configuration. */
  readonly areAllSources?: boolean | undefined;
}

/** A decoded document, with the parts to check. */
interface ReadDocument {
  readonly document: Document;
  readonly text: string;
  readonly from: SourceInfo;
  /** Its content, if it was found in a folder and is skipped. */
  readonly skipReason: string | undefined;
}

/** What was read, as documents. */
export interface Decoded {
  /** All of them, in the order in which they were read. */
  readonly read: readonly ReadDocument[];
  /** Those to check. */
  readonly input: LintInput;
  readonly skipped: readonly SkippedFile[];
  /** Files that the configuration leaves out. */
  readonly ignored: readonly SkippedFile[];
  /** No document contained workflows or events. */
  readonly empty: boolean;
  /** Source → the call of a program that created it; `null` where that is not known. */
  readonly createdBy: ReadonlyMap<string, Location | null>;
}

export function decodeItems(items: readonly SourceItem[], settings: DecodeSettings = {}): Decoded {
  const read: ReadDocument[] = [];
  const documents: CheckedDocument[] = [];
  const known: Document[] = [];
  const failures: { readonly failure: Failure; readonly of?: string | undefined }[] = [];
  const leftOut: { readonly what: string; readonly of: string }[] = [];
  const selections = new Set<Selection>();
  const skipped: SkippedFile[] = [];
  const ignored: SkippedFile[] = [];
  const creators = new Map<string, Location | null>();
  const filter = createFilter(settings);
  if (filter.leavesOut !== undefined) leftOut.push({ what: filter.leavesOut, of: 'workflows' });
  const lines = filesOfOwnLines(items);
  let recognized = false;

  const add = (source: SourceDocument, from: SourceInfo): void => {
    const { isLive, path, createdBy } = from;
    const isNamed = from.explicit || lines.has(source.ref.source);
    const { document, reason } = selectDocument(
      source,
      { ...from, isNamed },
      filter.apply,
      settings,
    );
    const { isOwn, document: share } = shareOf(document, source, from, settings.shard);
    if (createdBy !== undefined) creators.set(document.ref.source, createdBy);
    read.push({ document, text: source.text, from, skipReason: reason });
    if (reason !== undefined) {
      const name = document.ref.source;
      if (isOwn && skipped.at(-1)?.source !== name) skipped.push({ source: name, reason });
      return;
    }
    // Code without a call of the service is refused before.
    recognized ||= source.code !== undefined || isRecognized(document);
    if (share.workflows.length > 0) selections.add(selectionOf(document, from, settings));
    if (!isOwn) known.push(document);
    if (!isOwn && share.workflows.length === 0) return;
    // Documents without a file have no lines.
    const hasLines = isLive !== true || path !== undefined;
    const text = source.code ?? (hasLines ? source.text : undefined);
    documents.push({ document: share, whole: document, text, isShared: !isOwn });
  };
  for (const item of items)
    if ('failure' in item) failures.push(item);
    else if ('absent' in item) leftOut.push({ what: item.absent, of: item.of });
    else if ('skipped' in item) skipped.push(item.skipped);
    else if ('documents' in item) for (const each of item.documents) add(each, item.from);
    else if (item.ignored.reason !== OWN_FILE) ignored.push(item.ignored);

  // A failed service may have documents: the result is incomplete, not empty.
  const mayHaveMore = failures.some(({ failure }) => !failure.refused);
  // Other shards may have them.
  const isPart = mayHaveMore || settings.shard !== undefined;
  const unmatched = isPart ? [] : filter.unmatched().map(noWorkflow);
  const input = { documents, known, failures, unmatched, leftOut, selections };
  return { read, input, skipped, ignored, empty: !mayHaveMore && !recognized, createdBy: creators };
}

/** A value of `--workflow` that no workflow has. */
export const noWorkflow = (name: string): Failure => ({
  source: '--workflow',
  message: `no workflow has the id or name "${name}"`,
  refused: true,
});

/** JSON Lines in folders with a line that is ours. Others are logs of other programs. */
function filesOfOwnLines(items: readonly SourceItem[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const item of items)
    if ('documents' in item && !item.from.explicit)
      for (const each of item.documents)
        if (each.isLine === true && !found.has(each.ref.source))
          if (skipReason(decodeOnce(each, item.from.assume), each.text) === undefined)
            found.add(each.ref.source);
  return found;
}

const NO_OWN_LINE = 'no line holds a workflow or an event';

/** Without what was not asked for, and why the document is skipped. */
function selectDocument(
  source: SourceDocument,
  { isNamed, isLive, assume }: SourceInfo & { readonly isNamed: boolean },
  filtered: (document: Document) => Document,
  { replacesEvents }: DecodeSettings,
): { readonly document: Document; readonly reason: string | undefined } {
  const decoded = decodeOnce(source, assume);
  const isReplaced = replacesEvents === true && isLive !== true && assume !== 'events';
  const wanted = source.code === undefined ? filtered(decoded) : decoded;
  const document = isReplaced ? withoutEvents(wanted) : wanted;
  if (isNamed) return { document, reason: undefined };
  const reason = source.isLine === true ? NO_OWN_LINE : skipReason(decoded, source.text);
  return { document, reason };
}

const decoded = new WeakMap<SourceDocument, Document>();

/** Decodes a text that was read, once for all checks of it. */
export function decodeOnce(source: SourceDocument, assume: string | undefined): Document {
  const { ref, text, fault, code } = source;
  if (code !== undefined) return code.document;
  const document =
    decoded.get(source) ??
    (fault === undefined ? parseDocument(text, ref, assume) : brokenDocument(ref, fault));
  decoded.set(source, document);
  return document;
}

/** Resources alone have nothing to check. */
function isRecognized({ form, workflows, events, resources }: Document): boolean {
  const holdsOnlyResources = resources.length > 0 && workflows.length + events.length === 0;
  return form !== 'unknown' && !holdsOnlyResources;
}

/** A list, a bundle and an account are complete; there may be other files than a named one. */
function selectionOf(
  { form }: Document,
  { explicit, isLive }: SourceInfo,
  { areAllSources }: DecodeSettings,
): Selection {
  const isAll = areAllSources === true || isLive === true || form === 'list' || form === 'bundle';
  return explicit && !isAll ? 'chosen' : 'gathered';
}

/** The ids and names of the workflows to check. */
export const namesOfWorkflows = ({ input: { documents } }: Decoded): ReadonlySet<string> =>
  new Set(
    documents.flatMap(({ document }) =>
      document.workflows.flatMap(({ id, name }) => [id, name].flatMap((label) => label ?? [])),
    ),
  );
