import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { labelOfEdge } from '../../src/core/graph/edge-label.ts';
import { buildGraph } from '../../src/core/graph/graph.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';

const UUID = '9f01c2d3-4e5f-4a6b-8c7d-0e1f2a3b4c5d';

test('the name of an edge consists of its known ends', () => {
  const steps = [
    { key: 'start', type: 'trigger', config: { event_name: 'order.paid' } },
    { key: UUID, type: 'send_email', config: { template_id: 't', subject: 'Thanks!' } },
  ];
  const edges = [
    { from: 'start', to: UUID },
    { from: 'start', to: 'nowhere' },
    { from: 'start' },
    { to: 'lost' },
    { from: '', to: '' },
    {},
  ];
  const workflow = decodeDocument(
    { name: 'x', steps, edges },
    { source: 'w.json', index: 0, line: 1, start: 0, end: 0 },
  ).workflows[0] as Workflow;
  const graph = buildGraph(workflow);
  expect(workflow.edges.map((edge) => labelOfEdge(edge, graph))).toEqual([
    'edge from "start" to "Thanks!"',
    'edge from "start" to "nowhere"',
    'edge from "start"',
    'edge to "lost"',
    'this edge',
    'this edge',
  ]);
});
