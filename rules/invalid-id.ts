import { groupIdentity } from '../src/core/model/identity.ts';
import { isGiven } from '../src/core/model/json.ts';
import { quote } from '../src/core/model/label.ts';
import type { Node } from '../src/core/model/nodes.ts';
import { atFirst, edgeNounOf } from '../src/core/model/place.ts';
import { isIsoTimestamp } from '../src/core/model/timestamp.ts';
import { type At, defineRule, type ReportFn } from '../src/rule.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export default defineRule({
  id: 'invalid-id',
  severity: 'warning',
  preset: 'strict',
  category: 'document',
  since: '0.1.0',
  summary: 'An id in the alpha format that is not a UUID.',
  why: 'The service does not recognise the id, so an update may fail and contacts keep receiving the old version.',
  remedy: 'Copy the id from a new export.',
  whenOff: 'For test data with readable ids.',
  summaries: true,

  event({ event }, report) {
    if (isDated(event)) reportWrong(idsOf(event, event.id, 'event'), report);
  },
  workflow({ workflow }, report) {
    const { object } = workflow.raw;
    const isAlpha = object === 'workflow' || (object !== 'automation' && isDated(workflow));
    const wrong = [
      ...(isAlpha ? idsOf(workflow, workflow.id, 'workflow') : []),
      // Steps with a key are identified by the key.
      ...workflow.steps.flatMap((step) =>
        isGiven(step.raw['key']) ? [] : idsOf(step, step.raw['id'], 'step'),
      ),
      ...workflow.edges.flatMap((edge) =>
        isGiven(edge.raw['from_step_id']) || isGiven(edge.raw['fromStepId'])
          ? idsOf(edge, edge.id, edgeNounOf(workflow))
          : [],
      ),
    ];
    reportWrong(wrong, report, groupIdentity(workflow, wrong));
  },
});

// Later versions of the service write timestamps in the form of their database.
const isDated = ({ raw }: Node): boolean =>
  isIsoTimestamp(raw['created_at'] ?? raw['createdAt']) ||
  isIsoTimestamp(raw['updated_at'] ?? raw['updatedAt']);

interface WrongId {
  readonly node: Node;
  readonly id: string;
  readonly what: string;
}

const idsOf = (node: Node, id: unknown, what: string): readonly WrongId[] =>
  typeof id !== 'string' || UUID.test(id) ? [] : [{ node, id, what }];

function reportWrong(wrong: readonly WrongId[], report: ReportFn, identity?: string): void {
  const [first] = wrong;
  if (first === undefined) return;
  const { id, what } = first;
  const more = wrong.length === 1 ? '' : `, and ${wrong.length - 1} more`;
  report({
    ...atFirst(wrong.map(({ node }): At => [node, 'id']) as [At, ...At[]]),
    message:
      id.trim() === ''
        ? `${what} id is blank${more}`
        : `${what} id ${quote(id)} is not a UUID${more}`,
    help: 'use the UUID from an export, such as "9f01c2d3-4e5f-4a6b-8c7d-0e1f2a3b4c5d"',
    identity,
  });
}
