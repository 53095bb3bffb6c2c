import { FIELDS, snakeCase } from '../src/core/model/fields.ts';
import { renameFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/label.ts';
import { createNearest, isOneEdit } from '../src/core/model/nearest.ts';
import type { ApiCall, Node } from '../src/core/model/nodes.ts';
import { edgeNounOf, keyPlaceOf } from '../src/core/model/place.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

const NAMES = {
  workflow: 'workflow',
  step: 'step',
  event: 'event',
  list: 'list',
} as const;

export default defineRule({
  id: 'unknown-field',
  severity: 'info',
  preset: 'strict',
  category: 'document',
  since: '0.1.0',
  summary: 'A field that does not exist in any format of the service.',
  why: 'The service ignores the field, so it has no effect for contacts.',
  remedy: 'Correct the name of the field, or remove it.',
  whenOff: 'When your files contain custom fields.',
  linear: true,
  listForm: true,

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

function check(node: Exclude<Node, ApiCall>, report: ReportFn): void {
  const known = FIELDS[node.kind];
  let nearest: ((field: string) => string | undefined) | undefined;
  for (const field of Object.keys(node.raw)) {
    if (known.has(field)) continue;
    nearest ??= createNearest(known);
    const near = nearest(field);
    if (isReported(node, field, near)) continue;
    const kind = node.kind === 'edge' ? edgeNounOf(node.workflow) : NAMES[node.kind];
    const message = `unknown ${kind} field ${quote(field)}`;
    report({
      at: keyPlaceOf([node, field]),
      message,
      help: near === undefined ? undefined : `did you mean "${near}"?`,
      fixes: renameFix([node, field], near),
      fingerprintKey: { detail: snakeCase(field) },
    });
  }
}

/** Fields that are read under a misspelt name, which `invalid-shape` reports. */
const isReported = ({ kind, raw }: Node, field: string, near: string | undefined): boolean =>
  near !== undefined &&
  isOneEdit(field, near) &&
  !Object.hasOwn(raw, near) &&
  ((kind === 'workflow' && (near === 'status' || near === 'steps')) ||
    (kind === 'step' && near === 'next' && !Object.hasOwn(raw, 'branches')));
