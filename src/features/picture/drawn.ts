import { workflowOf } from '../../core/document/from-plain.ts';
import { compare } from '../../core/lint/order.ts';
import { createResources } from '../../core/lint/resources.ts';
import type { Workflow } from '../../core/model/nodes.ts';
import { type PlainWorkflow, plainOf } from '../../core/model/plain.ts';
import type { ResourceItem } from '../../core/model/resource.ts';
import { fillFromTemplates, nameTemplates } from '../../core/resources/fill-steps.ts';
import templates from '../../core/resources/templates.ts';

/** A page with more cannot be opened. */
export const MAX_KEPT = 10_000;

/** Keeps the data to draw workflows, which are otherwise released after the check. */
export function keepWorkflows(): {
  note(workflow: Workflow): void;
  /** With fields from their templates. */
  kept(resources: readonly ResourceItem[]): readonly PlainWorkflow[];
} {
  const all: PlainWorkflow[] = [];
  return {
    note(workflow) {
      if (all.length < MAX_KEPT) all.push(plainOf(workflow));
    },
    kept(resources) {
      // Responses of a live account arrive in any order.
      all.sort((a, b) => compare(a.source, b.source) || a.line - b.line);
      const { items, find } = createResources(resources)(templates);
      if (items.length === 0) return all;
      return all.map((plain) =>
        plainOf(nameTemplates(fillFromTemplates(workflowOf(plain), find), find)),
      );
    },
  };
}
