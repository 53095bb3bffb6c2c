import { compareAt } from '../../core/lint/order.ts';
import { createResources } from '../../core/lint/resources.ts';
import { isTooLarge } from '../../core/model/limits.ts';
import { type PlainWorkflow, plainOf } from '../../core/model/plain.ts';
import { fillFromTemplates, nameTemplates } from '../../core/resources/fill-steps.ts';
import templates from '../../core/resources/templates.ts';
import type { Decoded } from '../../run/decode.ts';

/** A page with more cannot be opened. */
export const MAX_KEPT = 10_000;

/** The data to draw the checked workflows, with fields from their templates. */
export function drawnWorkflows({
  input: { documents },
}: Pick<Decoded, 'input'>): readonly PlainWorkflow[] {
  const all = documents
    .flatMap(({ document }) => document.workflows)
    .filter((workflow) => !isTooLarge(workflow))
    .slice(0, MAX_KEPT)
    .sort((a, b) => compareAt(a, b));
  const resources = documents.flatMap(({ document }) => document.resources);
  const { items, find } = createResources(resources)(templates);
  return all.map((workflow) =>
    plainOf(items.length === 0 ? workflow : nameTemplates(fillFromTemplates(workflow, find), find)),
  );
}
