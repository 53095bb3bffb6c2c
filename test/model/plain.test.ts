import { expect, test } from 'vitest';
import { workflowOf } from '../../src/core/document/from-plain.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { buildGraph } from '../../src/core/graph/graph.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import { plainOf } from '../../src/core/model/plain.ts';

const TEXT = JSON.stringify([
  {
    object: 'workflow',
    id: 'wf_1',
    name: 'Welcome',
    status: 'enabled',
    steps: [
      { id: 'a', ref: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      7,
      { id: 'b', type: 'delay', config: { seconds: 60 } },
    ],
    edges: [
      { id: 'e', from_step_id: 'a', to_step_id: 'b', edge_type: 'default' },
      { from: 'b' },
      null,
    ],
  },
]);

const read = () =>
  parseDocument(TEXT, { source: 'w.ndjson', index: 3, line: 4, start: 10, end: 90 })
    .workflows[0] as Workflow;

test('a workflow restored from JSON equals the original, except for its document', () => {
  const workflow = read();
  const again = workflowOf(JSON.parse(JSON.stringify(plainOf(workflow))));
  const shape = ({
    id,
    name,
    status,
    pointer,
    summaryOnly,
    hasSteps,
    hasEdges,
    steps,
    edges,
  }: Workflow) => ({
    ...{ id, name, status, pointer, summaryOnly, hasSteps, hasEdges },
    steps: steps.map(({ index, key, alias, type, config }) => ({
      index,
      key,
      alias,
      type,
      config,
    })),
    edges: edges.map(({ index, id: own, from, to, type }) => ({ index, id: own, from, to, type })),
  });
  expect(shape(again)).toEqual(shape(workflow));
  expect(again.ref).toEqual(workflow.ref);
  expect(again.document).toMatchObject({ source: 'w.ndjson', line: 4 });
  expect(
    again.steps.every((step) => step.workflow === again) &&
      again.edges.every((edge) => edge.workflow === again),
  ).toBe(true);
});

test('a restored workflow has the same graph', () => {
  const [one, other] = [read(), workflowOf(plainOf(read()))].map((workflow) =>
    buildGraph(workflow),
  );
  const ways = (graph: typeof one) =>
    graph?.workflow.steps.map((step) => graph.successors(step).map(({ index }) => index));
  expect(ways(other)).toEqual(ways(one));
  expect(ways(one)).toEqual([[2], [], []]);
});
