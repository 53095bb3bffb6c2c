import { isGiven } from '../src/core/model/json.ts';
import { quote } from '../src/core/model/label.ts';
import type { Node } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import { isIsoTimestamp } from '../src/core/model/timestamp.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export default defineRule({
  id: 'invalid-id',
  severity: 'warning',
  preset: 'strict',
  category: 'document',
  summary: 'An id in the alpha format that is not a UUID.',
  why: 'The service does not recognise the id, so an update may fail and contacts keep receiving the old version.',
  remedy: 'Copy the id from a new export.',
  whenOff: 'For test data with readable ids.',
  linear: true,
  listForm: true,

  event({ event }, report) {
    if (event.id !== undefined && isDated(event))
      check({ node: event, id: event.id, what: 'event' }, report);
  },
  workflow({ workflow, graph }, report) {
    const meant = new Set(graph.guesses.values());
    const { object } = workflow.raw;
    const isAlpha = object === 'workflow' || (object !== 'automation' && isDated(workflow));
    if (workflow.id !== undefined && isAlpha)
      check({ node: workflow, id: workflow.id, what: 'workflow' }, report);
    for (const step of workflow.steps) {
      const { id } = step.raw;
      // Steps with a key are identified by the key.
      if (typeof id === 'string' && !isGiven(step.raw['key']))
        check(
          { node: step, id, what: 'step' },
          report,
          meant.has(step) ? 'dangling-edge' : undefined,
        );
    }
    for (const edge of workflow.edges) {
      const isAlpha = isGiven(edge.raw['from_step_id']) || isGiven(edge.raw['fromStepId']);
      if (edge.id !== undefined && isAlpha)
        check({ node: edge, id: edge.id, what: edgeNounOf(workflow) }, report);
    }
  },
});

// Later versions of the service write timestamps in the form of their database.
const isDated = ({ raw }: Node): boolean =>
  isIsoTimestamp(raw['created_at'] ?? raw['createdAt']) ||
  isIsoTimestamp(raw['updated_at'] ?? raw['updatedAt']);

interface Named {
  readonly node: Node;
  readonly id: string;
  readonly what: string;
}

function check({ node, id, what }: Named, report: ReportFn, explainedBy?: string): void {
  if (UUID.test(id)) return;
  const message =
    id.trim() === '' ? `${what} id is blank` : `${what} id ${quote(id)} is not a UUID`;
  report({
    at: [node, 'id'],
    message,
    help: 'use the UUID from an export, also in the edges to a step',
    explainedBy,
  });
}
