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
import { finishParts } from '../core/lint/finish.ts';
import { createLinter } from '../core/lint/linter.ts';
import type { Part } from '../core/lint/part.ts';
import type { ActiveRule, SettingAt } from '../core/lint/settings.ts';
import type { Suppression } from '../core/lint/suppress.ts';
import type { Failure, Location, Result, Silenced, SkippedFile } from '../core/model/finding.ts';
import type { Document, Workflow } from '../core/model/nodes.ts';
import { createFilter, type Wanted, withoutEvents } from './filter.ts';
import { isMine, quickId, shareOf } from './shard.ts';
import type { Clock } from './stats.ts';

/** A document as it was read, with what is checked of it. */
export interface ReadDocument {
  readonly document: Document;
  readonly text: string;
  readonly from: SourceInfo;
  /** What it holds instead, when it was found in a folder and is skipped. */
  readonly skipReason: string | undefined;
}

export interface CollectSettings extends Wanted {
  readonly rules: readonly ActiveRule[];
  /** The rule as it is in force at a place, when rules are not the same everywhere. */
  readonly settingAt?: SettingAt | undefined;
  /** The event definitions of the live API replace those found among the paths. */
  readonly replacesEvents?: boolean | undefined;
  /** The sources are all there are: those of the configuration. */
  readonly areAllSources?: boolean | undefined;
  /** Resources will be read, if only after the workflows. */
  readonly expectsResources?: boolean | undefined;
  /** Documents that are checked elsewhere, and define what is used here. */
  readonly known?: Iterable<Document> | undefined;
  readonly onDocument?: ((read: ReadDocument) => void) | undefined;
  readonly onWorkflow?: ((workflow: Workflow) => void) | undefined;
  /** Takes the time. Its rules must be those that are given here. */
  readonly clock?: Clock | undefined;
}

export interface FinishSettings<S extends Suppression = Suppression> {
  readonly rules: readonly ActiveRule[];
  readonly settingAt?: SettingAt | undefined;
  readonly readText: ReadText;
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
  readonly silenced?: Omit<Silenced, 'files'> | undefined;
  /** Is called when the rules are done, before their findings are located and sorted. */
  readonly onRulesDone?: (() => void) | undefined;
  /** Leaves out findings that are not asked for. */
  readonly narrow?: ((result: Result) => Result) | undefined;
  /** What is accepted: without it, every finding counts. */
  readonly acceptance?: Acceptance<S> | undefined;
}

/** All that was read, before the rules over the whole workspace. Plain data. */
export interface Collected {
  readonly part: Part;
  readonly skipped: readonly SkippedFile[];
  readonly ignored: readonly SkippedFile[];
  /** Nothing that was read held workflows or events. */
  readonly empty: boolean;
  /** Source → the call of a program that created it. */
  readonly origins?: ReadonlyMap<string, Location>;
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
  const origins = new Map<string, Location>();
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
    // With --workflow each shard looks at all workflows, so that each knows which names there are.
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
    // Resources alone give nothing to check.
    const holdsOnlyResources =
      document.resources.length > 0 && document.workflows.length + document.events.length === 0;
    if (document.form !== 'unknown' && !holdsOnlyResources) recognized++;
    const { workflows } = share.document;
    if (onWorkflow !== undefined) workflows.forEach(onWorkflow);
    if (workflows.length > 0) linter.addWorkflowsFrom(selectionOf(document, from, settings));
    if (!share.isOwn) linter.learn(kept);
    if (!share.isOwn && workflows.length === 0) return;
    clock?.enter('check');
    // What has no file has no lines either.
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
      // A service that failed may well hold something: that is an incomplete answer, not an empty one.
      const empty = passing === 0 && recognized === 0;
      return { part: linter.part(), skipped, ignored, empty, origins };
    },
  };
}

/** A list, a bundle and an account have all workflows; a file that was named itself need not be the only one. */
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

/** Reads and checks sources that are held. */
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
  { narrow, acceptance, silenced, ...settings }: FinishSettings<S>,
): Outcome<S> {
  const skipped = parts.flatMap((each) => each.skipped);
  const whole = finishParts(
    parts.map(({ part }) => part),
    { ...settings, skipped },
  );
  const files = new Set(parts.flatMap(({ ignored }) => ignored.map(({ source }) => source)));
  const known = silenced && { ...whole, silenced: { ...silenced, files: [...files].sort() } };
  const result = narrow === undefined ? (known ?? whole) : narrow(known ?? whole);
  const origins = new Map(parts.flatMap((part) => [...(part.origins ?? [])]));
  const located = origins.size === 0 ? result : addOrigins(result, origins);
  return { ...applySuppressions(located, acceptance), empty: parts.every(({ empty }) => empty) };
}

/** Where a program created the workflow of a finding, as the first related place. */
function addOrigins(result: Result, origins: ReadonlyMap<string, Location>): Result {
  const findings = result.findings.map((finding) => {
    const location = origins.get(finding.location.source);
    if (location === undefined) return finding;
    return { ...finding, related: [{ message: 'created here', location }, ...finding.related] };
  });
  return { ...result, findings };
}

export async function run<S extends Suppression>(
  sources: AsyncIterable<SourceItem>,
  settings: CollectSettings & FinishSettings<S>,
): Promise<Outcome<S>> {
  return finishRun([await collect(sources, settings)], settings);
}
