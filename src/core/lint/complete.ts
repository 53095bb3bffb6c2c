import { looksLikeWorkflow } from '../document/recognize.ts';
import type { Document } from '../model/workflow.ts';
import { RESOURCES, resourceOf } from '../resources/registry.ts';
import type { Completeness } from '../workspace.ts';
import { isTooLarge } from './sound.ts';

/** What was not read, besides what documents show. */
export interface Gaps {
  /** Collections of which something could not be read or was left out: a failure, a filter. */
  readonly missing: ReadonlySet<string>;
  /** Every file with workflows was named by the user, so others may exist. */
  readonly isSelection: boolean;
}

export const NO_GAPS: Gaps = { missing: new Set(), isSelection: false };

/** How complete each collection is, by its name. */
export function completenessOf(
  documents: readonly Document[],
  { missing, isSelection }: Gaps,
): ReadonlyMap<string, Completeness> {
  const loaded = new Set<string>();
  const partial = new Set(missing);
  const listed = new Set<string>();
  let [inSource, hasExports] = [false, false];
  for (const document of documents) {
    const { workflows, events, items, calls, lists, unresolved = [] } = document;
    const exported = events.filter(({ origin }) => origin === undefined);
    if (workflows.length > 0) loaded.add('workflows');
    // What source files define adds items and never makes a collection whole.
    if (workflows.some(({ origin }) => origin !== undefined)) inSource = true;
    if (workflows.some(({ origin }) => origin === undefined)) hasExports = true;
    if (exported.length > 0) loaded.add('events');
    if (calls.length > 0) loaded.add('calls');
    if (unresolved.length > 0) partial.add('calls');
    for (const { of, value } of items) {
      loaded.add(of);
      // An item whose name cannot be read may be any.
      if (!Object.hasOwn(value, resourceOf(of)?.names[0] ?? '')) partial.add(of);
    }
    if (workflows.some((each) => isTooLarge(each) || (!each.isSummary && each.steps === undefined)))
      partial.add('workflows');
    if (events.some(({ name }) => name === undefined)) partial.add('events');
    for (const { of, isWhole } of lists) {
      if (of !== undefined) for (const set of [loaded, listed]) set.add(of);
      if (!isWhole) for (const name of of ? [of] : ['workflows', 'events']) partial.add(name);
    }
    if (document.form !== 'broken') continue;
    const { text = '' } = document.input;
    partial.add('workflows');
    if (!looksLikeWorkflow(text) || /\b(?:schema|events?)["']/.test(text)) partial.add('events');
  }
  if (isSelection || (inSource && !hasExports)) partial.add('workflows');
  // Single items do not show which others exist.
  for (const { name } of RESOURCES) if (!listed.has(name)) partial.add(name);
  const names = ['workflows', 'events', 'calls', ...RESOURCES.map(({ name }) => name)];
  return new Map(
    names.map((name) => [
      name,
      loaded.has(name) ? (partial.has(name) ? 'partial' : 'complete') : 'absent',
    ]),
  );
}
