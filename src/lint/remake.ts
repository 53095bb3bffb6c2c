import { parseDocument } from '../document/parse.ts';
import { buildGraph } from '../graph/graph.ts';
import type { Failure } from '../model/finding.ts';
import type { DocumentRef, EventDefinition, Workflow } from '../model/nodes.ts';
import { placeOf } from '../model/place.ts';
import type { FactsContext, KnownWorkflow } from '../rule.ts';
import type { ReadText } from './drafts.ts';
import { compareRefs } from './order.ts';
import { type ActiveRule, optionsAt, type SettingAt } from './settings.ts';

/** Makes the fact of a rule that had waited; `undefined` where there is none. */
export type Remake = (active: ActiveRule, of: KnownWorkflow) => unknown;

export interface RemakeOptions {
  readonly settingAt: SettingAt | undefined;
  readonly readText: ReadText;
  readonly definition: (event: string) => EventDefinition | undefined;
  /** Takes what could not be had again. */
  readonly fail: (failure: Failure) => void;
}

/** Reads workflows once more, those of one document together when they are asked for in order. */
export function createRemake({ settingAt, readText, definition, fail }: RemakeOptions): Remake {
  let last: { readonly ref: DocumentRef; readonly byPointer: ReadonlyMap<string, Workflow> } | undefined;
  const changed = new Set<string>();
  const read = (ref: DocumentRef): ReadonlyMap<string, Workflow> => {
    if (last !== undefined && compareRefs(last.ref, ref) === 0) return last.byPointer;
    const text = readText(ref);
    // A document may hold thousands.
    const byPointer = new Map(text === undefined ? [] : parseDocument(text, ref).workflows.map((each) => [each.pointer, each]));
    last = { ref, byPointer };
    return byPointer;
  };
  return (active, { workflow: { id, name }, document, pointer }) => {
    const workflow = read(document).get(pointer);
    if (workflow === undefined || workflow.id !== id || workflow.name !== name) {
      const { source } = document;
      if (changed.size < changed.add(source).size) fail({ source, message: 'was changed while it was checked; check it again', refused: true });
      return undefined;
    }
    const context: FactsContext = { workflow, graph: buildGraph(workflow), place: placeOf, definition, about: ignore, note: ignore };
    const given: unknown = active.rule.facts?.(context, optionsAt(settingAt, active, document.source, workflow.ref));
    return typeof given === 'function' ? given() : given;
  };
}

// Both were said when the workflow was read first.
const ignore = (): void => {};
