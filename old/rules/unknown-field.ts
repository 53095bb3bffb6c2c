import { FIELDS, SPELLINGS, snakeCase } from '../src/core/model/fields.ts';
import { renameFix } from '../src/core/model/fix.ts';
import { quote, suggestName } from '../src/core/model/label.ts';
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
  const fields = Object.keys(node.raw).filter((field) => !known.has(field));
  if (fields.length === 0) return;
  const nearest = createNearest(known);
  const missing = missingFields(node);
  for (const field of fields) {
    const near = nearest(field);
    // It stands in for a missing field, which has its own finding.
    const isInPlace =
      near === undefined ? fields.length === 1 && missing.length > 0 : missing.includes(near);
    const isGiven = near !== undefined && Object.hasOwn(node.raw, near);
    const kind = node.kind === 'edge' ? edgeNounOf(node.workflow) : NAMES[node.kind];
    report({
      at: keyPlaceOf([node, field]),
      message: `unknown ${kind} field ${quote(field)}`,
      help: isGiven ? `remove it: "${near}" is given too` : suggestName(near),
      fixes: renameFix([node, field], near),
      fingerprintKey: { detail: snakeCase(field) },
      explainedBy: isInPlace || isReadAs(node, field, near) ? 'invalid-shape' : undefined,
    });
  }
}

/** The required fields that a node lacks, in all spellings. */
function missingFields(node: Exclude<Node, ApiCall>): readonly string[] {
  const { step, edge } = SPELLINGS;
  const groups: readonly (readonly string[])[] =
    node.kind === 'step'
      ? [step.key, ['type'], ['config']]
      : node.kind === 'edge'
        ? [edge.from, edge.to]
        : node.kind === 'workflow'
          ? [['name'], ['steps'], ...(node.hasEdges ? [] : [['edges', 'connections']])]
          : node.kind === 'event'
            ? [['name']]
            : [['data']];
  return groups.filter((names) => !names.some((name) => Object.hasOwn(node.raw, name))).flat();
}

/** Optional fields that are read under a misspelt name, which `invalid-shape` reports. */
const isReadAs = ({ raw }: Node, field: string, near: string | undefined): boolean =>
  near !== undefined &&
  isOneEdit(field, near) &&
  !Object.hasOwn(raw, near) &&
  (near === 'status' ||
    near === 'schema' ||
    near === (Object.hasOwn(raw, 'from_step_id') ? 'edge_type' : 'type') ||
    (near === 'next' && !Object.hasOwn(raw, 'branches')));
