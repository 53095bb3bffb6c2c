import { isGiven } from '../src/model/json.ts';
import { quote } from '../src/model/label.ts';
import type { Node } from '../src/model/nodes.ts';
import { isIsoTimestamp } from '../src/model/timestamp.ts';
import { defineRule, type ReportFn } from '../src/rule.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export default defineRule({
  id: 'invalid-id',
  severity: 'warning',
  preset: 'strict',
  category: 'document',
  since: '0.1.0',
  summary: 'An id of the alpha interface that is no UUID.',
  why: 'The alpha gives every workflow, step, edge and event a UUID: another id was typed or made up, and the service does not know it.',
  remedy: 'Take the id from a fresh export.',
  whenOff: 'For hand-made test data with readable ids.',
  summaries: true,

  event({ event }, report) {
    if (event.id !== undefined && isDated(event)) check(event, event.id, 'the event', report);
  },
  workflow({ workflow }, report) {
    const { object } = workflow.raw;
    const isAlpha = object === 'workflow' || (object !== 'automation' && isDated(workflow));
    if (workflow.id !== undefined && isAlpha) check(workflow, workflow.id, 'the workflow', report);
    for (const step of workflow.steps) {
      const { id } = step.raw;
      // What has a key goes by that: its id is a remark.
      if (typeof id === 'string' && !isGiven(step.raw['key'])) check(step, id, 'the step', report);
    }
    for (const edge of workflow.edges) {
      const isAlpha = isGiven(edge.raw['from_step_id']) || isGiven(edge.raw['fromStepId']);
      if (edge.id !== undefined && isAlpha) check(edge, edge.id, 'the edge', report);
    }
  },
});

// Later versions of the service write timestamps in the form of their database.
const isDated = ({ raw }: Node): boolean => isIsoTimestamp(raw['created_at'] ?? raw['createdAt']) || isIsoTimestamp(raw['updated_at'] ?? raw['updatedAt']);

function check(node: Node, id: string, what: string, report: ReportFn): void {
  if (UUID.test(id)) return;
  const message = id.trim() === '' ? `the id of ${what} is blank` : `the id of ${what}, ${quote(id)}, is no UUID`;
  report({ at: [node, 'id'], message, help: 'a UUID looks like "9f01c2d3-4e5f-4a6b-8c7d-0e1f2a3b4c5d"' });
}
