import type { Workflow } from '../../core/model/nodes.ts';
import { type PlainWorkflow, plainOf } from '../../core/model/plain.ts';

/** A page with more cannot be opened. */
export const MAX_KEPT = 10_000;

/** Keeps what a report needs to draw workflows, which are otherwise dropped after the check. */
export function keepWorkflows(): {
  note(workflow: Workflow): void;
  kept(): readonly PlainWorkflow[];
} {
  const all: PlainWorkflow[] = [];
  return {
    note(workflow) {
      if (all.length < MAX_KEPT) all.push(plainOf(workflow));
    },
    // Responses of a live account arrive in any order.
    kept: () =>
      all.sort((a, b) => (a.source === b.source ? a.line - b.line : a.source < b.source ? -1 : 1)),
  };
}
