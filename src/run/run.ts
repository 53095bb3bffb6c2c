/** The pipeline from texts to a result: parse, leave out, check, finish. Pure: it also runs in a browser. */
import { brokenDocument } from '../core/document/decode.ts';
import { parseDocument } from '../core/document/parse.ts';
import { skipReason } from '../core/document/recognize.ts';
import {
  OWN_FILE,
  type SourceBatch,
  type SourceDocument,
  type SourceInfo,
  type SourceItem,
} from '../core/document/split.ts';
import {
  type Acceptance,
  type Applied,
  applySuppressions,
} from '../core/lint/apply-suppressions.ts';
import type { Selection } from '../core/lint/completeness.ts';
import type { ReadText } from '../core/lint/drafts.ts';
import { finishParts, markCheckedInPart } from '../core/lint/finish.ts';
import { createLinter } from '../core/lint/linter.ts';
import type { Part } from '../core/lint/part.ts';
import type { ActiveRule, SettingAt } from '../core/lint/settings.ts';
import type { Suppression } from '../core/lint/suppress.ts';
import type { Failure, Location, Result, Silenced, SkippedFile } from '../core/model/finding.ts';
import type { Document, Workflow } from '../core/model/nodes.ts';
import type { Clock } from './clock.ts';
import { createFilter, type Wanted, withoutEvents } from './filter.ts';
import { isMine, quickId, shareOf } from './shard.ts';

/** A read document, with the parts to check. */
export interface ReadDocument {
  readonly document: Document;
  readonly text: string;
  readonly from: SourceInfo;
  /** Its content, if it was found in a folder and is skipped. */
  readonly skipReason: string | undefined;
}

export interface CollectSettings extends Wanted {
  readonly rules: readonly ActiveRule[];
  /** The setting of a rule at a place, if settings differ by place. */
  readonly settingAt?: SettingAt | undefined;
  /** The event definitions of the live API replace those found among the paths. */
  readonly replacesEvents?: boolean | undefined;
  /** The sources are complete: those of the configuration. */
  readonly areAllSources?: boolean | undefined;
  /** Resources will be read, if only after the workflows. */
  readonly expectsResources?: boolean | undefined;
  /** Documents that are checked elsewhere, with definitions that are used here. */
  readonly known?: Iterable<Document> | undefined;
  readonly onDocument?: ((read: ReadDocument) => void) | undefined;
  readonly onWorkflow?: ((workflow: Workflow) => void) | undefined;
  /** Measures the time. Its rules must be the given ones. */
  readonly clock?: Clock | undefined;
}

export interface FinishSettings<S extends Suppression = Suppression> {
  readonly rules: readonly ActiveRule[];
  readonly settingAt?: SettingAt | undefined;
  readonly readText: ReadText;
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
  readonly silenced?: Omit<Silenced, 'files'> | undefined;
  /** Called after the rules, before their findings are located and sorted. */
  readonly onRulesDone?: (() => void) | undefined;
  /** Removes findings that were not requested. */
  readonly narrow?: ((result: Result) => Result) | undefined;
  /** The accepted findings; without it, every finding counts. */
  readonly acceptance?: Acceptance<S> | undefined;
}

/** The parts of a run, before the workspace rules. Plain data. */
export interface Collected {
  readonly part: Part;
  readonly skipped: readonly SkippedFile[];
  readonly ignored: readonly SkippedFile[];
  /** No document contained workflows or events. */
  readonly empty: boolean;
  /** Source → the call of a program that created it; `null` where that is not known. */
  readonly origins?: ReadonlyMap<string, Location | null>;
}

export interface Outcome<S extends Suppression = Suppression> extends Applied<S> {
  readonly empty: boolean;
}

interface OpenRun {
  add(document: SourceDocument, from?: SourceInfo): void;
  check(document: Document, text: string | undefined): void;
  fail(failure: Failure, of?: string): void;
  leaveOut(what: string, of: string): void;
  /** A limit was exceeded: that is a failure, and nothing more is read. */
  isFull(): boolean;
  /** A file that the configuration leaves out. */
  ignore(file: SkippedFile): void;
  collected(): Collected;
}

const NAMED: SourceInfo = { explicit: true };

export function createRun(settings: CollectSettings): OpenRun {
  const { shard, workflows: asked = [], replacesEvents, onDocument, onWorkflow, clock } = settings;
  const linter = createLinter(settings.rules, settings.settingAt, settings.expectsResources);
  for (const document of settings.known ?? []) linter.learn(document);
  const filter = createFilter(settings);
  if (filter.leavesOut !== undefined) linter.leaveOut(filter.leavesOut, 'workflows');
  const skipped: SkippedFile[] = [];
  const ignored: SkippedFile[] = [];
  const origins = new Map<string, Location | null>();
  let [recognized, passing] = [0, 0];

  const fail: OpenRun['fail'] = (failure, of) => {
    if (!failure.refused) passing++;
    linter.fail(failure, of);
  };
  const take = ({ ref, text, fault, isLine, code }: SourceDocument, from: SourceInfo): void => {
    const { explicit, assume, isLive, isShare, path, origin } = from;
    if (origin !== undefined) origins.set(ref.source, origin);
    const ofShard = isShare === true ? undefined : shard;
    const quick = ofShard === undefined || fault !== undefined ? undefined : quickId(text);
    // With --workflow each shard reads all workflows, so that each has all names.
    const isOthers = quick !== undefined && ofShard !== undefined && !isMine(quick, ofShard);
    if (isOthers && asked.length === 0) return;
    const document =
      code?.document ??
      (fault === undefined ? parseDocument(text, ref, assume) : brokenDocument(ref, fault));
    const isReplaced = replacesEvents === true && isLive !== true && assume !== 'events';
    const wanted = code?.document ?? filter.apply(document);
    const kept = isReplaced ? withoutEvents(wanted) : wanted;
    const share =
      ofShard === undefined ? { document: kept, isOwn: true } : shareOf(kept, quick, ofShard);
    const reason = explicit || isLine === true ? undefined : skipReason(document, text);
    onDocument?.({ document: kept, text, from, skipReason: reason });
    if (reason !== undefined) {
      if (share.isOwn) skipped.push({ source: ref.source, reason });
      return;
    }
    // Resources alone have nothing to check.
    const holdsOnlyResources =
      document.resources.length > 0 && document.workflows.length + document.events.length === 0;
    if (document.form !== 'unknown' && !holdsOnlyResources) recognized++;
    const { workflows } = share.document;
    if (onWorkflow !== undefined) workflows.forEach(onWorkflow);
    if (workflows.length > 0) linter.addWorkflowsFrom(selectionOf(document, from, settings));
    if (!share.isOwn) linter.learn(kept);
    if (!share.isOwn && workflows.length === 0) return;
    clock?.enter('check');
    // Documents without a file have no lines.
    linter.add(
      share.document,
      () => code ?? (isLive === true && path === undefined ? undefined : text),
      share.isOwn,
    );
  };

  return {
    add(source, from = NAMED) {
      clock?.countDocument(source.ref);
      const before = clock?.enter('decode');
      take(source, from);
      if (before !== undefined) clock?.enter(before);
    },
    check: (document, text) => linter.add(document, () => text),
    fail,
    isFull: linter.isFull,
    ignore: (file) => {
      if (file.reason !== OWN_FILE) ignored.push(file);
    },
    leaveOut: linter.leaveOut,
    collected() {
      const unmatched = passing === 0 ? filter.unmatched() : [];
      for (const name of unmatched)
        fail({
          source: '--workflow',
          message: `no workflow has the id or name "${name}"`,
          refused: true,
        });
      // A failed service may have documents: the result is incomplete, not empty.
      const empty = passing === 0 && recognized === 0;
      return { part: linter.part(), skipped, ignored, empty, origins };
    },
  };
}

/** A list, a bundle and an account are complete; there may be other files than a named one. */
function selectionOf(
  { form }: Document,
  { explicit, isLive }: SourceInfo,
  { areAllSources }: CollectSettings,
): Selection {
  const isAll = areAllSources === true || isLive === true || form === 'list' || form === 'bundle';
  return explicit && !isAll ? 'chosen' : 'gathered';
}

/** Adds the documents of a batch, up to the limits of the run. */
export function addAll(run: OpenRun, { documents, from }: SourceBatch): void {
  for (const document of documents) {
    run.add(document, from);
    if (run.isFull()) return;
  }
}

/** Reads and checks all sources, without the rules over the whole workspace. */
export async function collect(
  sources: AsyncIterable<SourceItem>,
  settings: CollectSettings,
): Promise<Collected> {
  const run = createRun(settings);
  for await (const item of sources) {
    addItem(run, item);
    if (run.isFull()) break;
  }
  return run.collected();
}

function addItem(run: OpenRun, item: SourceItem): void {
  if ('failure' in item) run.fail(item.failure, item.of);
  else if ('ignored' in item) run.ignore(item.ignored);
  else if ('absent' in item) run.leaveOut(item.absent, item.of);
  else addAll(run, item);
}

/** Reads and checks sources in memory. */
export function collectHeld(items: readonly SourceItem[], settings: CollectSettings): Collected {
  const run = createRun(settings);
  for (const item of items) {
    addItem(run, item);
    if (run.isFull()) break;
  }
  return run.collected();
}

/** The outcome of a run of which these are all the parts. */
export function finishRun<S extends Suppression>(
  parts: readonly Collected[],
  { narrow = same, acceptance, silenced, ...settings }: FinishSettings<S>,
): Outcome<S> {
  const skipped = parts.flatMap((each) => each.skipped);
  const whole = finishParts(
    parts.map(({ part }) => part),
    { ...settings, skipped },
  );
  const files = new Set(parts.flatMap(({ ignored }) => ignored.map(({ source }) => source)));
  const known = silenced && { silenced: { ...silenced, files: [...files].sort() } };
  const result = narrow({ ...whole, ...known });
  const origins = new Map(parts.flatMap((part) => [...(part.origins ?? [])]));
  const located = origins.size === 0 ? result : addOrigins(result, origins);
  return {
    ...applySuppressions(markCheckedInPart(located), acceptance),
    empty: parts.every(({ empty }) => empty),
  };
}

const same = (result: Result): Result => result;

/** Where a program created the workflow of a finding, as the first related place. The program has to be corrected. */
function addOrigins(result: Result, origins: ReadonlyMap<string, Location | null>): Result {
  const findings = result.findings.map((finding) => {
    const location = origins.get(finding.location.source);
    if (location === undefined) return finding;
    if (location === null) return { ...finding, fixes: [] };
    const created = { message: 'created here', location, isOrigin: true } as const;
    return { ...finding, fixes: [], related: [created, ...finding.related] };
  });
  return { ...result, findings };
}

export async function run<S extends Suppression>(
  sources: AsyncIterable<SourceItem>,
  settings: CollectSettings & FinishSettings<S>,
): Promise<Outcome<S>> {
  return finishRun([await collect(sources, settings)], settings);
}
