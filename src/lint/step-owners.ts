import type { DocumentRef, Workflow, WorkflowRef } from '../model/nodes.ts';
import { compareAt } from './order.ts';

/** The keys of the steps of one workflow. */
export interface OwnedKeys {
  readonly owner: WorkflowRef;
  readonly document: DocumentRef;
  readonly pointer: string;
  readonly keys: readonly (string | undefined)[];
}

/** Collects keys, so that it can be told which workflow has a step of some key: those of the first workflows by source and position. */
export interface StepOwners {
  add(workflow: Workflow): void;
  kept(): readonly OwnedKeys[];
}

// It is there for a hint only, so its memory is bounded.
const MAX_KEYS = 100_000;

export function createStepOwners(maxKeys = MAX_KEYS): StepOwners {
  let entries: OwnedKeys[] = [];
  let count = 0;
  let last: OwnedKeys | undefined;
  const shrink = (): void => {
    entries = firstOf(entries, maxKeys);
    count = entries.reduce((sum, { keys }) => sum + keys.length, 0);
    last = count < maxKeys ? undefined : entries.at(-1);
  };
  return {
    add(workflow) {
      if (last !== undefined && compareAt(workflow, last) > 0) return;
      const { ref, document, pointer, steps } = workflow;
      count += steps.length;
      entries.push({ owner: ref, document, pointer, keys: steps.map(({ key }) => key) });
      // What comes in order is done with at once; what does not, twice the number can wait for.
      if (count >= (last === undefined ? maxKeys : 2 * maxKeys)) shrink();
    },
    kept() {
      shrink();
      return entries;
    },
  };
}

/** Finds the first workflow, by source and position, with such a step. The index is made when first asked. */
export function indexOwners(kept: () => readonly OwnedKeys[], maxKeys = MAX_KEYS): (key: string) => WorkflowRef | undefined {
  let index: Map<string, WorkflowRef> | undefined;
  return (key) => {
    if (index === undefined) {
      index = new Map();
      for (const { owner, keys } of firstOf(kept(), maxKeys)) for (const own of keys) if (own !== undefined && !index.has(own)) index.set(own, owner);
    }
    return index.get(key);
  };
}

/** The first of them, until they have so many keys: the same of all together as of what is left of each part. */
function firstOf(entries: readonly OwnedKeys[], maxKeys: number): OwnedKeys[] {
  const first: OwnedKeys[] = [];
  let count = 0;
  for (const entry of [...entries].sort(compareAt)) {
    if (count >= maxKeys) break;
    first.push(entry);
    count += entry.keys.length;
  }
  return first;
}
