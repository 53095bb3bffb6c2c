import type { DocumentRef, Workflow, WorkflowRef } from '../model/nodes.ts';
import { compareRefs } from './order.ts';

/** Tells which workflow has a step of some key. Keys are only collected; the index is made when first asked. */
export interface StepOwners {
  add(workflow: Workflow): void;
  /** The first workflow, by source and position, with such a step. */
  find(key: string): WorkflowRef | undefined;
}

interface Entry {
  readonly owner: WorkflowRef;
  readonly document: DocumentRef;
  readonly keys: readonly (string | undefined)[];
}

// It is there for a hint only, so its memory is bounded.
const MAX_KEYS = 100_000;

export function createStepOwners(): StepOwners {
  const entries: Entry[] = [];
  let count = 0;
  let index: Map<string, WorkflowRef> | undefined;
  return {
    add({ ref, document, steps }) {
      if (count >= MAX_KEYS) return;
      count += steps.length;
      entries.push({ owner: ref, document, keys: steps.map(({ key }) => key) });
    },
    find(key) {
      if (index === undefined) {
        index = new Map();
        entries.sort((a, b) => compareRefs(a.document, b.document));
        for (const { owner, keys } of entries) for (const own of keys) if (own !== undefined && !index.has(own)) index.set(own, owner);
      }
      return index.get(key);
    },
  };
}
