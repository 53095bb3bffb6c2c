/** Corrects documents by the fixes of their findings. Pure: the texts are written elsewhere. */

import type { SourceDocument, SourceInfo, SourceItem } from '../core/document/split.ts';
import { applyEdits } from '../core/document/text-edits.ts';
import type { Finding, Fix, Result } from '../core/model/finding.ts';
import { groupBy } from '../core/model/groups.ts';
import type { FixSafety } from '../core/model/nodes.ts';
import type { DecodeSettings } from './decode.ts';
import {
  type FixesVerdict,
  isUnreadable,
  judgeFixes,
  type TriedFix,
  unitOf,
} from './judge-fixes.ts';
import { type RunSettings, runItems } from './run.ts';

/** A document before and after its fixes. */
export interface FixedDocument {
  readonly document: SourceDocument;
  readonly from: SourceInfo;
  /** The document after its fixes. */
  readonly text: string;
}

/** A fix that is not made, and the finding that it would cause; `undefined` when it would remove none. */
export interface RefusedFix {
  readonly finding: Finding;
  readonly fix: Fix;
  readonly cause: Finding | undefined;
}

export interface Corrections {
  /** In the order of the items. */
  readonly changed: readonly FixedDocument[];
  /** The findings whose fix is applied, with that fix. */
  readonly made: readonly { readonly finding: Finding; readonly fix: Fix }[];
  readonly refused: readonly RefusedFix[];
  /** All items, with the corrected texts. */
  readonly items: readonly SourceItem[];
  /** The findings in them. */
  readonly result: Result;
}

export type FixSettings = DecodeSettings & Pick<RunSettings, 'rules' | 'settingAt' | 'acceptance'>;

type Documents = ReadonlyMap<string, Pick<FixedDocument, 'document' | 'from'>>;

/** The texts of changed documents, and the findings in all. */
interface State {
  readonly texts: ReadonlyMap<string, string>;
  readonly result: Result;
}

interface Fixing {
  readonly documents: Documents;
  readonly wanted: FixSafety;
  readonly made: TriedFix[];
  check(texts: ReadonlyMap<string, string>): Result;
  /** Whether no more checks are made. */
  isOver(): boolean;
}

/**
 * Applies fixes until none makes the findings fewer or less severe: see `judge-fixes.ts`. What is refused is tried again
 * after every pass that changed something, so a second run changes nothing.
 * @param canChange whether the text of a document can be written.
 */
export function fixItems(
  items: readonly SourceItem[],
  settings: FixSettings,
  wanted: FixSafety,
  canChange: (from: SourceInfo) => boolean,
): Corrections {
  return tryFixes(items, settings, { wanted, documents: changeableDocuments(items, canChange) });
}

/** The same, with no more than a number of checks; `untried` are findings whose fix is then not decided. */
export function tryFixes(
  items: readonly SourceItem[],
  settings: FixSettings,
  given: Pick<Fixing, 'documents' | 'wanted'> & { readonly checks?: number },
): Corrections & { readonly untried: readonly Finding[] } {
  const { documents, wanted, checks = Number.POSITIVE_INFINITY } = given;
  let done = 0;
  const fixing: Fixing = {
    documents,
    wanted,
    made: [],
    check(texts) {
      done++;
      return runItems(withTexts(items, texts), settings).result;
    },
    isOver: () => done >= checks,
  };
  const texts: State['texts'] = new Map();
  let state = makeReadable({ texts, result: fixing.check(texts) }, fixing);
  for (;;) {
    const before = fixing.made.length;
    const pass = runPass(state, fixing);
    state = pass.state;
    if (fixing.made.length > before) continue;
    const changed = [...documents].flatMap(([key, { document, from }]): FixedDocument[] => {
      const text = state.texts.get(key);
      return text === undefined ? [] : [{ document, from, text }];
    });
    const { made } = fixing;
    const { refused, untried } = pass;
    const { result } = state;
    return { changed, made, refused, untried, items: withTexts(items, state.texts), result };
  }
}

export function changeableDocuments(
  items: readonly SourceItem[],
  canChange: (from: SourceInfo) => boolean,
): Documents {
  const documents = new Map<string, Pick<FixedDocument, 'document' | 'from'>>();
  for (const item of items) {
    if (!('documents' in item) || !canChange(item.from)) continue;
    for (const document of item.documents)
      if (document.fault === undefined)
        documents.set(keyOf(document), { document, from: item.from });
  }
  return documents;
}

/** Corrects the syntax first. What is then found in such a document was not checked before, so it refuses no fix. */
function makeReadable(state: State, fixing: Fixing): State {
  const proposals = proposalsIn(state.result, fixing, new Map()).filter(({ finding }) =>
    isUnreadable(finding),
  );
  if (proposals.length === 0) return state;
  const { texts } = apply(proposals, state.texts, fixing.documents);
  const broken = new Set(
    fixing
      .check(texts)
      .findings.filter(isUnreadable)
      .map(({ location: { source } }) => source),
  );
  const kept = proposals.filter(({ finding }) => !broken.has(finding.location.source));
  fixing.made.push(...kept);
  const readable = apply(kept, state.texts, fixing.documents).texts;
  return { texts: readable, result: fixing.check(readable) };
}

/**
 * Tries each fix. Those of all units are tried together. A unit in which the findings get worse is tried later, with half
 * of its fixes, down to one, which is refused. A unit that may cause a finding elsewhere is tried after the others.
 */
function runPass(start: State, fixing: Fixing) {
  let state = start;
  const refused = new Map<string, RefusedFix>();
  const sizes = new Map<string, number>();
  const held = new Set<string>();
  let width = Number.POSITIVE_INFINITY;
  for (;;) {
    const proposals = proposalsIn(state.result, fixing, refused);
    const units = groupBy(proposals, ({ unit }) => unit);
    if (units.size === 0 || fixing.isOver()) {
      const untried = proposals.map(({ finding }) => finding);
      return { state, refused: [...refused.values()], untried };
    }
    const chosen = chooseUnits([...units.keys()], sizes, held).slice(0, width);
    const { texts, applied } = apply(
      chosen.flatMap((unit) => (units.get(unit) ?? []).slice(0, sizes.get(unit))),
      state.texts,
      fixing.documents,
    );
    const result = fixing.check(texts);
    const { worse, suspects } = judgeFixes(state.result, result, applied);
    if (worse.size === 0 && suspects.size === 0) {
      state = { texts, result };
      fixing.made.push(...applied);
      width *= 2;
      for (const { unit } of applied) sizes.delete(unit);
      held.clear();
    } else if (worse.size > 0 || chosen.length === 1) {
      halve(worse.size > 0 ? worse : suspects, { applied, sizes, refused });
    } else if (suspects.size < chosen.length) {
      for (const unit of suspects.keys()) held.add(unit);
    } else {
      width = chosen.length >> 1;
    }
  }
}

/** Units that were never tried alone, before those with fewer fixes, before those that are held back. */
function chooseUnits(
  units: readonly string[],
  sizes: ReadonlyMap<string, number>,
  held: ReadonlySet<string>,
): readonly string[] {
  const free = units.filter((unit) => !held.has(unit));
  const whole = free.filter((unit) => !sizes.has(unit));
  return [whole, free].find(({ length }) => length > 0) ?? units;
}

/** Units that got worse are tried with fewer fixes; a single fix is refused. */
function halve(
  worse: FixesVerdict['worse'],
  {
    applied,
    sizes,
    refused,
  }: {
    readonly applied: readonly TriedFix[];
    readonly sizes: Map<string, number>;
    readonly refused: Map<string, RefusedFix>;
  },
): void {
  for (const [unit, tried] of groupBy(applied, (each) => each.unit)) {
    if (!worse.has(unit)) continue;
    const [{ id, finding, fix }] = tried as [TriedFix];
    sizes.set(unit, Math.max(1, tried.length >> 1));
    if (tried.length === 1) refused.set(id, { finding, fix, cause: worse.get(unit) });
  }
}

/** Lines of JSON Lines by their line, other documents by their source. */
const keyOf = ({ ref, isLine }: SourceDocument): string =>
  isLine === true ? lineKey(ref.source, ref.line) : ref.source;
const lineKey = (source: string, line: number | undefined): string => `${line} ${source}`;

function documentOf(
  { location: { source, region } }: Finding,
  documents: Documents,
): string | undefined {
  return [lineKey(source, region?.startLine), source].find((key) => documents.has(key));
}

function withTexts(
  items: readonly SourceItem[],
  texts: ReadonlyMap<string, string>,
): readonly SourceItem[] {
  return items.map((item) =>
    'documents' in item
      ? {
          ...item,
          documents: [...item.documents].map((document) => {
            const text = texts.get(keyOf(document));
            return text === undefined ? document : { ...document, text };
          }),
        }
      : item,
  );
}

/** The first fix of each finding that is wanted and not refused, in the order of the findings. */
function proposalsIn(
  { findings }: Result,
  { documents, wanted }: Fixing,
  refused: ReadonlyMap<string, unknown>,
): readonly TriedFix[] {
  return findings.flatMap((finding): TriedFix[] => {
    const document = documentOf(finding, documents);
    if (document === undefined) return [];
    const idOf = ({ title }: Fix): string => `${finding.fingerprint} ${title}`;
    const fix = finding.fixes.find(
      (each) => (wanted === 'unsafe' || each.safety === 'safe') && !refused.has(idOf(each)),
    );
    if (fix === undefined) return [];
    const edits = fix.edits.map(({ startOffset, endOffset, text }) => ({
      offset: startOffset,
      length: endOffset - startOffset,
      text,
    }));
    return [{ id: idOf(fix), finding, fix, edits, document, unit: unitOf(finding) }];
  });
}

/** Applies fixes to the texts; of overlapping ones the first. */
function apply(
  proposals: readonly TriedFix[],
  texts: State['texts'],
  documents: Documents,
): { readonly texts: State['texts']; readonly applied: readonly TriedFix[] } {
  const changed = new Map(texts);
  const applied: TriedFix[] = [];
  for (const [key, own] of groupBy(proposals, ({ document }) => document)) {
    const { document } = documents.get(key) as Pick<FixedDocument, 'document'>;
    const done = applyEdits(texts.get(key) ?? document.text, own);
    changed.set(key, done.text);
    applied.push(...done.applied);
  }
  return { texts: changed, applied };
}
