import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { camelCase } from '../../src/core/model/fields.ts';
import type { Edge, EventDefinition, List, Step, Workflow } from '../../src/core/model/nodes.ts';
import {
  escapeSegment,
  keyPlaceOf,
  nodeWithin,
  placeOf,
  placeOfStep,
  pointerOf,
  type Target,
} from '../../src/core/model/place.ts';

const REF = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };
const pointers = (...ats: Target[]) => ats.map((at) => placeOf(at).pointer);

const alpha = decodeDocument(
  {
    object: 'list',
    data: [
      {
        id: '1',
        name: 'A',
        steps: [{ id: 's', type: 'delay', config: { seconds: 1 } }],
        edges: [{ id: 'e', from_step_id: 's', to_step_id: 't', edge_type: 'x' }],
      },
    ],
  },
  REF,
).workflows[0] as Workflow;
const today = decodeDocument(
  {
    name: 'B',
    steps: [{ key: 's', type: 'trigger', config: { eventName: 'e', 'a/b': [1, { c: 2 }] } }],
    connections: [{ from: 's', toStepId: 't', type: 'x' }],
  },
  REF,
).workflows[0] as Workflow;

describe('placeOf', () => {
  test.each<[unknown, unknown, string | undefined, string]>([
    [[], [{ from: 's', to: 's' }], '/connections/0', '/connections'],
    [null, [{ from: 's', to: 's' }], '/connections/0', '/connections'],
    [[{ from: 's', to: 's' }], [{ from: 's', to: 's' }], '/edges/0', '/edges'],
    [[{ from: 's', to: 's' }], [], '/edges/0', '/edges'],
    [[], [], undefined, '/edges'],
    [{}, [{ from: 's', to: 's' }], undefined, '/edges'],
  ])('of edges %j beside connections %j', (edges, connections, first, all) => {
    const workflow = decodeDocument({ name: 'C', steps: [], edges, connections }, REF)
      .workflows[0] as Workflow;
    expect(workflow.edges[0] && pointerOf(workflow.edges[0])).toBe(first);
    expect(pointers([workflow, 'edges'])).toEqual([all]);
  });

  test('finds the spelling that is not null', () => {
    const { steps } = decodeDocument(
      { name: 'D', steps: [{ key: null, ref: 's', type: 'delay', config: {} }], connections: [] },
      REF,
    ).workflows[0] as Workflow;
    expect(pointers([steps[0] as Step, 'key'])).toEqual(['/steps/0/ref']);
  });

  test('finds the spelling of the document', () => {
    const [step, edge] = [alpha.steps[0], alpha.edges[0]] as const;
    if (step === undefined || edge === undefined) throw new Error('the fixture has both');
    expect(
      pointers(
        alpha,
        [alpha, 'edges'],
        step,
        [step, 'key'],
        [step, 'config', 'seconds'],
        [edge, 'from'],
        [edge, 'to'],
        [edge, 'type'],
        [edge, 'id'],
      ),
    ).toEqual([
      '/data/0',
      '/data/0/edges',
      '/data/0/steps/0',
      '/data/0/steps/0/id',
      '/data/0/steps/0/config/seconds',
      '/data/0/edges/0/from_step_id',
      '/data/0/edges/0/to_step_id',
      '/data/0/edges/0/edge_type',
      '/data/0/edges/0/id',
    ]);
  });

  test('finds camelCase spellings, names with slashes, and items of arrays', () => {
    const [step, edge] = [today.steps[0], today.edges[0]] as const;
    if (step === undefined || edge === undefined) throw new Error('the fixture has both');
    expect(
      pointers(
        [today, 'edges'],
        [step, 'key'],
        [step, 'config', 'event_name'],
        [step, 'config', 'a/b', 1, 'c'],
        [edge, 'from'],
        [edge, 'to'],
        [edge, 'type'],
      ),
    ).toEqual([
      '/connections',
      '/steps/0/key',
      '/steps/0/config/eventName',
      '/steps/0/config/a~1b/1/c',
      '/connections/0/from',
      '/connections/0/toStepId',
      '/connections/0/type',
    ]);
  });

  test('returns the parent of a missing field', () => {
    const step = today.steps[0];
    if (step === undefined) throw new Error('the fixture has one');
    expect(
      pointers(
        [today, 'id'],
        [step, 'config', 'template', 'id'],
        [step, 'config', 'a/b', 7],
        [step, 'type', 'x'],
        [step, 'config', 'constructor'],
      ),
    ).toEqual(['', '/steps/0/config', '/steps/0/config/a~1b', '/steps/0/type', '/steps/0/config']);
  });

  test('names its subject', () => {
    const nameless = decodeDocument({ steps: [{}, 5], edges: [{}] }, REF).workflows[0] as Workflow;
    const { events, lists } = decodeDocument(
      {
        object: 'list',
        data: [
          { name: 'e', schema: null },
          { id: '2', schema: null },
        ],
      },
      REF,
    );
    const subjects = [
      ...nameless.steps,
      ...nameless.edges,
      nameless,
      alpha,
      ...(events as EventDefinition[]),
      ...(lists as List[]),
    ].map((node) => placeOf(node).subject);
    expect(subjects).toEqual([
      { workflow: {}, step: '#0' },
      { workflow: {}, step: '#1' },
      { workflow: {}, edge: '? → ?' },
      { workflow: {} },
      { workflow: { id: '1', name: 'A' } },
      { event: 'e' },
      {},
      {},
    ]);
  });

  test('a spelling with a value takes precedence over one with null', () => {
    const steps = [{ key: null, id: 's', type: 'delay', config: {} }];
    const edges = [
      { from_step_id: null, from: 's', to_step_id: null, edge_type: null, type: 'default' },
    ];
    const [
      {
        steps: [step],
        edges: [edge],
      },
    ] = decodeDocument({ name: 'C', steps, edges }, REF).workflows as [Workflow];
    expect(
      pointers(
        [step as Step, 'key'],
        [edge as Edge, 'from'],
        [edge as Edge, 'to'],
        [edge as Edge, 'type'],
      ),
    ).toEqual(['/steps/0/id', '/edges/0/from', '/edges/0/to_step_id', '/edges/0/type']);
  });

  test('keyPlaceOf returns the place of the property name', () => {
    expect(keyPlaceOf([today, 'name'])).toEqual({ ...placeOf([today, 'name']), onKey: true });
  });
});

test('nodeWithin finds the node of a pointer', () => {
  const [step] = alpha.steps;
  const [edge] = alpha.edges;
  const nodes = [
    '/data/0/steps/0/config/seconds',
    '/data/0/edges/0',
    '/data/0',
    '/data/0/steps',
    '/data/0/steps/9/x',
    '/data/0/note/0',
  ].map((pointer) => nodeWithin(alpha, pointer));
  expect(nodes).toEqual([step, edge, alpha, alpha, alpha, alpha]);
  expect(nodeWithin(today, '/connections/0/from')).toBe(today.edges[0]);
  expect(pointerOf(nodeWithin(today, '/steps/0'))).toBe('/steps/0');
});

test('nodeWithin does not find edges of a list that is not in use', () => {
  const edge = { from: 'start', to: 'mail' };
  const value = {
    name: 'A',
    steps: [{ key: 'start', type: 'trigger', config: { event_name: 'a.b' } }],
    edges: [edge],
    connections: [edge],
  };
  const [workflow] = decodeDocument(value, REF).workflows as [Workflow];
  expect(nodeWithin(workflow, '/edges/0/from')).toBe(workflow.edges[0]);
  expect(nodeWithin(workflow, '/connections/0/from')).toBe(workflow);
});

test('the place of a step is computed from that of its workflow', () => {
  for (const workflow of [alpha, today])
    for (const step of workflow.steps)
      expect(placeOfStep(placeOf(workflow), step)).toEqual(placeOf(step));
  expect(placeOfStep(placeOf(alpha), { index: 3 }).subject).toEqual({
    workflow: { id: '1', name: 'A' },
    step: '#3',
  });
});

test('spellings', () => {
  expect([
    camelCase('event_name'),
    camelCase('from_step_id'),
    camelCase('name'),
    camelCase('_x'),
  ]).toEqual(['eventName', 'fromStepId', 'name', 'X']);
  expect(escapeSegment('a~/b')).toBe('a~0~1b');
});
