import { FIELDS } from '../src/model/fields.ts';
import { quote } from '../src/model/label.ts';
import { createNearest } from '../src/model/nearest.ts';
import type { Node } from '../src/model/nodes.ts';
import { keyPlaceOf } from '../src/model/place.ts';
import { defineRule, type ReportFn } from '../src/rule.ts';

const NAMES = { workflow: 'a workflow', step: 'a step', edge: 'an edge', event: 'an event definition', list: 'a list' } as const;

export default defineRule({
  id: 'unknown-field',
  severity: 'info',
  preset: 'strict',
  category: 'document',
  since: '0.1.0',
  summary: 'A field that no dialect of the service knows.',
  why: 'The service ignores it: what it was meant to say is not done.',
  remedy: 'Correct its name, or delete it.',
  whenOff: 'When you keep notes of your own in the files.',
  summaries: true,

  document({ document }, report) {
    for (const list of document.lists) check(list, report);
  },
  event({ event }, report) {
    check(event, report);
  },
  workflow({ workflow }, report) {
    check(workflow, report);
    for (const step of workflow.steps) check(step, report);
    for (const edge of workflow.edges) check(edge, report);
  },
});

function check(node: Node, report: ReportFn): void {
  const known = FIELDS[node.kind];
  let nearest: ((field: string) => string | undefined) | undefined;
  for (const field of Object.keys(node.raw)) {
    if (known.has(field)) continue;
    nearest ??= createNearest(known);
    const near = nearest(field);
    const message = `${NAMES[node.kind]} has no field ${quote(field)}`;
    report({ at: keyPlaceOf([node, field]), message, help: near === undefined ? undefined : `did you mean "${near}"?`, detail: field });
  }
}
