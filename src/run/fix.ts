/** Corrects documents by the fixes of their findings. Pure: the texts are written elsewhere. */

import type { SourceDocument, SourceInfo, SourceItem } from '../core/document/split.ts';
import { applyEdits } from '../core/document/text-edits.ts';
import type { Finding, Fix, Result } from '../core/model/finding.ts';
import { addTo } from '../core/model/groups.ts';
import type { FixSafety } from '../core/model/nodes.ts';
import type { DecodeSettings } from './decode.ts';
import { type RunSettings, runItems } from './run.ts';

/** A document before and after its fixes. */
export interface FixedDocument {
  readonly document: SourceDocument;
  readonly from: SourceInfo;
  /** The document after its fixes. */
  readonly text: string;
}

export interface Corrections {
  /** In the order of the items. */
  readonly changed: readonly FixedDocument[];
  /** The number of findings whose fix is applied. */
  readonly made: number;
  /** The number of findings whose fix would cause other findings. */
  readonly refused: number;
  /** All items, with the corrected texts. */
  readonly items: readonly SourceItem[];
}

export type FixSettings = DecodeSettings & Pick<RunSettings, 'rules' | 'settingAt' | 'acceptance'>;

interface Proposal {
  readonly id: string;
  readonly edits: readonly { readonly offset: number; readonly length: number; text: string }[];
}

// Each round is a check of everything.
const MAX_ROUNDS = 100;
const MAX_TOGETHER = 1000;

/**
 * Applies fixes until none is left. Those of one document are applied together, unless they cause a new finding:
 * then half as many, down to one, which is refused.
 * @param canChange whether the text of a document can be written.
 */
export function fixItems(
  items: readonly SourceItem[],
  settings: FixSettings,
  wanted: FixSafety,
  canChange: (from: SourceInfo) => boolean,
): Corrections {
  const documents = new Map<string, Pick<FixedDocument, 'document' | 'from'>>();
  for (const item of items) {
    if (!('documents' in item) || !canChange(item.from)) continue;
    for (const document of item.documents)
      if (document.fault === undefined)
        documents.set(keyOf(document), { document, from: item.from });
  }
  const check = (texts: ReadonlyMap<string, string>): Result =>
    runItems(withTexts(items, texts), settings).result;

  let texts: ReadonlyMap<string, string> = new Map();
  let result = check(texts);
  let made = 0;
  const refused = new Set<string>();
  const together = new Map<string, number>();
  let madeBefore = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const proposals = proposalsIn(result, documents, wanted, refused);
    if (proposals.size === 0) {
      if (refused.size === 0 || made === madeBefore) break;
      // A refused fix may be harmless after later fixes.
      madeBefore = made;
      refused.clear();
      continue;
    }
    const trial = new Map(texts);
    const applied = new Map<string, readonly Proposal[]>();
    for (const [key, all] of proposals) {
      const { document } = documents.get(key) as Pick<FixedDocument, 'document'>;
      const text = texts.get(key) ?? document.text;
      const done = applyEdits(text, all.slice(0, together.get(key) ?? MAX_TOGETHER));
      trial.set(key, done.text);
      applied.set(key, done.applied);
    }
    const after = check(trial);
    const worse = worsened(result, after, new Set(applied.keys()), documents);
    if (worse.size === 0) {
      [texts, result] = [trial, after];
      for (const [key, { length }] of applied) {
        made += length;
        if (together.has(key)) together.set(key, Math.min(2 * length, MAX_TOGETHER));
      }
      continue;
    }
    for (const key of worse) {
      const tried = applied.get(key) as readonly Proposal[];
      if (tried.length === 1) refused.add((tried[0] as Proposal).id);
      else together.set(key, tried.length >> 1);
    }
  }
  const changed = [...documents].flatMap(([key, { document, from }]): FixedDocument[] => {
    const text = texts.get(key);
    return text === undefined || text === document.text ? [] : [{ document, from, text }];
  });
  return { changed, made, refused: refused.size, items: withTexts(items, texts) };
}

/** Lines of JSON Lines by their line, other documents by their source. */
const keyOf = ({ ref, isLine }: SourceDocument): string =>
  isLine === true ? lineKey(ref.source, ref.line) : ref.source;
const lineKey = (source: string, line: number | undefined): string => `${line} ${source}`;

function documentOf(
  { location: { source, region } }: Finding,
  documents: ReadonlyMap<string, unknown>,
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

/** By document, in the order of the findings. */
function proposalsIn(
  { findings }: Result,
  documents: ReadonlyMap<string, unknown>,
  wanted: FixSafety,
  refused: ReadonlySet<string>,
): ReadonlyMap<string, readonly Proposal[]> {
  const proposals = new Map<string, Proposal[]>();
  for (const finding of findings) {
    const key = documentOf(finding, documents);
    if (key === undefined) continue;
    const idOf = ({ title }: Fix): string => `${finding.fingerprint} ${title}`;
    const fix = finding.fixes.find(
      (each) => (wanted === 'unsafe' || each.safety === 'safe') && !refused.has(idOf(each)),
    );
    if (fix === undefined) continue;
    const edits = fix.edits.map(({ startOffset, endOffset, text }) => ({
      offset: startOffset,
      length: endOffset - startOffset,
      text,
    }));
    addTo(proposals, key, { id: idOf(fix), edits });
  }
  return proposals;
}

/** The documents whose fixes cause a finding or remove none. All of them, when the finding is in another document. */
function worsened(
  before: Result,
  after: Result,
  changed: ReadonlySet<string>,
  documents: ReadonlyMap<string, unknown>,
): ReadonlySet<string> {
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const [left, unread] = [new Map<string, number>(), new Set<string>()];
  for (const finding of before.findings) {
    const key = documentOf(finding, documents) ?? '';
    left.set(key, (left.get(key) ?? 0) + 1);
    // The rest of such a document was not checked.
    if (finding.rule === 'invalid-json') unread.add(key);
  }
  const worse = new Set<string>();
  for (const finding of after.findings) {
    const key = documentOf(finding, documents) ?? '';
    left.set(key, (left.get(key) ?? 0) - 1);
    if (known.has(finding.fingerprint)) continue;
    if (unread.has(key) && finding.rule !== 'invalid-json') continue;
    if (!changed.has(key)) return changed;
    worse.add(key);
  }
  for (const key of changed) if (!unread.has(key) && (left.get(key) as number) <= 0) worse.add(key);
  return worse;
}
