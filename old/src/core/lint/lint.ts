import type { Failure, Result } from '../model/finding.ts';
import type { Document } from '../model/nodes.ts';
import { accept } from './accept.ts';
import { type CheckedDocument, type CheckSettings, check, createReadText } from './check.ts';
import { compareParts } from './compare.ts';
import { completenessIn, type Gaps } from './completeness.ts';
import { compareRefs } from './order.ts';
import type { Part } from './part.ts';
import { indexDocuments } from './workspace.ts';

/** What was read, and what could not be read. */
export interface LintInput extends Gaps {
  readonly documents: readonly CheckedDocument[];
  /** Documents that another part of the run checks. Their definitions and resources are known here. */
  readonly known?: readonly Document[];
  /** What was asked for and is not there, so that nothing is missing in what was read. */
  readonly unmatched?: readonly Failure[];
}

/** Indexes and checks documents, without the rules that compare workflows. */
export function checkInput(input: LintInput, settings: CheckSettings): Part {
  const { documents, known = [], failures = [], unmatched = [] } = input;
  const own = documents.map(({ document }) => document);
  const all = [...own, ...known];
  const workspace = indexDocuments(all, completenessIn(all, input));
  const { used, ...checked } = check(documents, workspace, settings);
  return {
    ...checked,
    definitions: own.flatMap(({ events }) => events),
    resources: own.flatMap(({ resources }) => resources),
    calls: own.flatMap(({ calls = [] }) => calls),
    completeness: { ...completenessIn(own, input), used },
    sources: new Set(own.map(({ ref }) => ref.source)),
    failures: [...failures.map(({ failure }) => failure), ...unmatched, ...checked.failures],
    first: own.map(({ ref }) => ref).toSorted(compareRefs)[0],
  };
}

/** Checks documents that are all there is. */
export function lint(input: LintInput, settings: CheckSettings): Result {
  const parts = [checkInput(input, settings)];
  const readText = createReadText(input.documents);
  return accept(parts, compareParts(parts, settings), readText, settings).result;
}
