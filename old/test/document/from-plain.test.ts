import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { workflowOf } from '../../src/core/document/from-plain.ts';
import type { Workflow } from '../../src/core/model/nodes.ts';
import { plainOf } from '../../src/core/model/plain.ts';

test('a workflow has the same names, steps and edges after it was plain data', () => {
  const document = { source: 'w.json', index: 3, line: 4, start: 90, end: 99 };
  const [workflow] = decodeDocument(
    {
      ...{ id: 'w', name: 'Welcome', status: 'enabled' },
      steps: [
        { id: 'a', ref: 'first', type: 'trigger', config: { event_name: 'user.created' } },
        { id: 'b', type: 'webhook', config: {} },
      ],
      edges: [{ id: 'e', from_step_id: 'a', to_step_id: 'b', edge_type: 'default' }],
    },
    document,
  ).workflows as [Workflow];
  const again = workflowOf(JSON.parse(JSON.stringify(plainOf(workflow))));
  expect(plainOf(again)).toEqual(plainOf(workflow));
  expect(again.ref).toEqual({ id: 'w', name: 'Welcome', status: 'enabled' });
  expect(again.document).toEqual({ source: 'w.json', index: 0, line: 4, start: 0, end: 0 });
  expect(Object.keys(again.raw)).toEqual(['id', 'name', 'status', 'steps', 'connections']);
  expect([...again.steps, ...again.edges].map(({ kind, index }) => `${kind} ${index}`)).toEqual([
    'step 0',
    'step 1',
    'edge 0',
  ]);
  for (const node of [...again.steps, ...again.edges]) expect(node.workflow).toBe(again);
  expect(again.steps.map(({ spec }) => spec.name)).toEqual(
    workflow.steps.map(({ spec }) => spec.name),
  );
  expect(again.steps[0]?.raw).toEqual({
    ...{ key: 'a', alias: 'first', type: 'trigger' },
    config: { event_name: 'user.created' },
  });
  expect(again.edges[0]?.raw).toEqual({ id: 'e', from: 'a', to: 'b', type: 'default' });
});
