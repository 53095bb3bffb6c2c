import { describe, expect, test } from 'vitest';
import { brokenDocument, decodeDocument } from '../../src/core/document/decode.ts';
import { SPELLINGS } from '../../src/core/model/fields.ts';
import type { Document } from '../../src/core/model/nodes.ts';

const REF = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };
const decode = (value: unknown, assume?: 'workflows' | 'events'): Document =>
  decodeDocument(value, REF, assume);
const problemsOf = (value: unknown): readonly string[] =>
  decode(value).problems.map(({ place, message }) => `${place.pointer} ${message}`);

const trigger = { type: 'trigger', config: { event_name: 'user.created' } };
const email = { type: 'send_email', config: { template_id: 'tpl' } };

describe('the four dialects', () => {
  const expected = {
    name: 'Welcome',
    status: 'enabled',
    steps: ['a', 'b'],
    edges: [['a', 'b', 'default']],
  };
  const head = { id: '1', name: 'Welcome', status: 'enabled', created_at: '', updated_at: '' };
  const dialects = {
    alpha: {
      object: 'workflow',
      ...head,
      steps: [
        { id: 'a', ...trigger },
        { id: 'b', ...email },
      ],
      edges: [{ id: 'e', from_step_id: 'a', to_step_id: 'b', edge_type: 'default' }],
    },
    'first preview': {
      object: 'automation',
      ...head,
      steps: [
        { ref: 'a', ...trigger },
        { id: 'b', ...email },
      ],
      edges: [{ from: 'a', to: 'b', edge_type: 'default' }],
    },
    'late preview': {
      object: 'automation',
      ...head,
      steps: [
        { key: 'a', ...trigger },
        { key: 'b', ...email },
      ],
      edges: [{ from: 'a', to: 'b', edge_type: 'default' }],
    },
    today: {
      object: 'automation',
      ...head,
      steps: [
        { key: 'a', ...trigger },
        { key: 'b', ...email },
      ],
      connections: [{ from: 'a', to: 'b', type: 'default' }],
    },
    'mixed, and camelCase': {
      ...head,
      steps: [
        { key: 'a', type: 'trigger', config: { eventName: 'user.created' } },
        { id: 'b', type: 'send_email', config: { template: { id: 'tpl' } } },
      ],
      connections: [{ fromStepId: 'a', to: 'b', edgeType: 'default' }],
    },
    'by hand': {
      ...head,
      steps: [
        { key: 'a', ...trigger },
        { key: 'b', ...email },
      ],
      connections: [{ from: 'a', toStepId: 'b' }],
    },
  };
  for (const [dialect, value] of Object.entries(dialects)) {
    test(dialect, () => {
      const { workflows, problems, form } = decode(value);
      expect(problems).toEqual([]);
      expect(form).toBe('workflow');
      const found = workflows.map(({ name, status, steps, edges }) => ({
        name,
        status,
        steps: steps.map(({ key }) => key),
        edges: edges.map(({ from, to, type }) => [from, to, type]),
      }));
      expect(found).toEqual([expected]);
    });
  }

  test('a step with an id and a ref has both as keys, the id first; a repeated key is not an alias', () => {
    const { workflows } = decode({
      steps: [
        { id: 'a', ref: 'first' },
        { key: 'b', id: 'c', ref: 'd' },
        { key: 'e', ref: 'e' },
        {},
      ],
      edges: [],
    });
    expect(workflows[0]?.steps.map(({ key, alias }) => [key, alias])).toEqual([
      ['a', 'first'],
      ['b', 'c'],
      ['e', undefined],
      [undefined, undefined],
    ]);
  });

  test('edges take precedence over connections', () => {
    const { workflows } = decode({
      name: 'x',
      steps: [],
      edges: [{ from: 'a', to: 'b' }],
      connections: [],
    });
    expect(workflows[0]?.edges).toHaveLength(1);
  });
});

describe('forms', () => {
  const workflow = { name: 'Welcome', steps: [], connections: [] };
  const summary = { id: '1', name: 'Welcome', status: 'enabled' };
  const event = { name: 'user.created', schema: { plan: 'string' } };
  const shape = (value: unknown, assume?: 'workflows' | 'events') => {
    const { form, workflows, events, lists } = decode(value, assume);
    return [
      form,
      workflows.map(({ pointer, summaryOnly }) => (summaryOnly ? `${pointer} summary` : pointer)),
      events.map(({ pointer }) => pointer),
      lists.map(({ of }) => of),
    ];
  };

  test.each([
    ['one workflow', workflow, ['workflow', [''], [], []]],
    ['one workflow in list form, outside of a list', summary, ['unknown', [], [], []]],
    [
      'one workflow in list form, by its object',
      { object: 'workflow' },
      ['workflow', [' summary'], [], []],
    ],
    [
      'a workflow without readable steps',
      { name: 'x', steps: 'none', edges: [] },
      ['workflow', [''], [], []],
    ],
    [
      'a workflow with edges alone',
      { edges: [{ from: 'a', to: 'b' }] },
      ['workflow', [''], [], []],
    ],
    ['edges of another tool', { edges: [{ source: 'a', target: 'b' }] }, ['unknown', [], [], []]],
    [
      'a dated thing with a status',
      { id: '1', createdAt: '', status: 'paused' },
      ['unknown', [], [], []],
    ],
    ['one event', event, ['event', [], [''], []]],
    ['one event, by its object', { object: 'event' }, ['event', [], [''], []]],
    ['one event without a schema', { id: '1', schema: null }, ['event', [], [''], []]],
    ['a dated thing with a name', { name: 'x', created_at: '' }, ['unknown', [], [], []]],
    [
      'a list with items that have a name alone',
      { object: 'list', data: [summary, { name: 'x' }] },
      ['list', ['/data/0 summary', '/data/1 summary'], [], ['workflows']],
    ],
    [
      'an array with an item that has a name alone',
      [workflow, { name: 'x' }],
      ['array', ['/0', '/1'], [], []],
    ],
    [
      'a bundle with items that have a name alone',
      { workflows: [workflow, { name: 'x' }], events: [event] },
      ['bundle', ['/workflows/0', '/workflows/1'], ['/events/0'], []],
    ],
    ['a domain', { object: 'domain', name: 'x', schema: null }, ['resource', [], [], []]],
    ['another resource', { object: 'webhook', name: 'x', schema: null }, ['unknown', [], [], []]],
    ['a receipt for a sent event', { object: 'event', event: 'x' }, ['unknown', [], [], []]],
    ['a dated thing without a name', { id: 'x', created_at: '' }, ['unknown', [], [], []]],
    [
      'a list of workflows',
      { object: 'list', has_more: false, data: [summary, workflow] },
      ['list', ['/data/0 summary', '/data/1'], [], ['workflows']],
    ],
    ['a list of events', { hasMore: true, data: [event] }, ['list', [], ['/data/0'], ['events']]],
    [
      'a list of mixed items',
      { object: 'list', data: [event, workflow] },
      ['list', ['/data/1'], ['/data/0'], ['events']],
    ],
    ['a list of nothing', { object: 'list', data: [] }, ['list', [], [], ['unknown']]],
    [
      'a list of items that show nothing',
      { object: 'list', data: [{ title: 'x' }] },
      ['unknown', [], [], []],
    ],
    ['data without has_more is no list', { data: [event] }, ['unknown', [], [], []]],
    ['an array of workflows', [workflow, summary], ['array', ['/0', '/1 summary'], [], []]],
    ['an array of events', [{ x: 1 }, event], ['array', [], ['/0', '/1'], []]],
    ['an empty array', [], ['array', [], [], []]],
    ['an array of other things', [1, 'x', { y: 2 }], ['unknown', [], [], []]],
    [
      'a bundle of arrays',
      { workflows: [workflow], events: [event] },
      ['bundle', ['/workflows/0'], ['/events/0'], []],
    ],
    [
      'a bundle of lists',
      { workflows: { object: 'list', data: [] }, events: { object: 'list', data: [] } },
      ['bundle', [], [], ['workflows', 'events']],
    ],
    [
      'a bundle of single items',
      { workflows: workflow, events: event },
      ['bundle', ['/workflows'], ['/events'], []],
    ],
    ['half a bundle', { events: [event] }, ['bundle', [], ['/events/0'], []]],
    ['a bundle with a part missing', { workflows: [], events: null }, ['bundle', [], [], []]],
    ['nothing', {}, ['unknown', [], [], []]],
    ['null', null, ['unknown', [], [], []]],
    ['text', 'x', ['unknown', [], [], []]],
  ])('%s', (_, value, expected) => {
    expect(shape(value)).toEqual(expected);
  });

  test('ambiguous shapes are read as events where events are expected', () => {
    expect(shape({ name: 'user.created' }, 'events')).toEqual(['event', [], [''], []]);
    expect(shape([{ name: 'user.created' }], 'events')).toEqual(['array', [], ['/0'], []]);
    expect(shape({ object: 'list', data: [{ name: 'user.created' }] }, 'events')).toEqual([
      'list',
      [],
      ['/data/0'],
      ['events'],
    ]);
    expect(shape({ title: 'x' }, 'events')[0]).toBe('unknown');
    expect(shape(workflow, 'events')).toEqual(['workflow', [''], [], []]);
  });

  test('resources are read from one item, an array, a list and a file of their name', () => {
    const topic = { id: 't', name: 'News' };
    const placesOf = (value: unknown, source = 'w.json') =>
      decodeDocument(value, { ...REF, source }).resources.map(({ of, pointer }) => [of, pointer]);
    expect(placesOf({ object: 'topic', ...topic })).toEqual([['topics', '']]);
    expect(placesOf([{ object: 'topic', ...topic }, topic])).toEqual([
      ['topics', '/0'],
      ['topics', '/1'],
    ]);
    const list = (...data: unknown[]) => ({ object: 'list', data });
    expect(placesOf(list(topic, { object: 'topic' }))).toEqual([
      ['topics', '/data/0'],
      ['topics', '/data/1'],
    ]);
    expect(placesOf(list(topic), 'topics.json')).toEqual([['topics', '/data/0']]);
    expect(placesOf(list(topic, { schema: null }), 'topics.json')).toEqual([]);
    expect(placesOf(list(topic, 5), 'topics.json')).toEqual([]);
  });

  test('has_more counts only as the boolean true', () => {
    const hasMore = (list: object) =>
      decode({ object: 'list', data: [], ...list }).lists[0]?.hasMore;
    expect([
      hasMore({ has_more: true }),
      hasMore({ hasMore: true }),
      hasMore({ has_more: 'true' }),
      hasMore({}),
    ]).toEqual([true, true, false, false]);
  });
});

describe('tolerance', () => {
  test('a fault in one place does not affect the rest', () => {
    const { workflows } = decode({
      name: 5,
      steps: [
        { key: 'a', ...trigger },
        7,
        { key: 1, type: 2, config: 3 },
        { key: 'b', type: 'delay', config: { seconds: 60 } },
      ],
      edges: [{ from: 'a', to: 5 }, null, { from: 'a', to: 'b', type: 9 }],
    });
    const [workflow] = workflows;
    expect(workflow?.name).toBeUndefined();
    expect(workflow?.steps.map(({ key, type, config }) => [key, type, config])).toEqual([
      ['a', 'trigger', { event_name: 'user.created' }],
      [undefined, undefined, {}],
      [undefined, undefined, {}],
      ['b', 'delay', { seconds: 60 }],
    ]);
    expect(workflow?.edges.map(({ from, to, type }) => [from, to, type])).toEqual([
      ['a', undefined, 'default'],
      [undefined, undefined, 'default'],
      ['a', 'b', undefined],
    ]);
  });

  test('a JSON Schema has properties and their types', () => {
    const properties = {
      n: { type: 'integer' },
      s: { type: 'string' },
      o: { type: 'object' },
      x: 1,
    };
    const { events } = decode([{ name: 'a', schema: { type: 'object', properties } }]);
    expect([...(events[0]?.schema ?? [])]).toEqual([
      ['n', 'number'],
      ['s', 'string'],
      ['o', undefined],
      ['x', undefined],
    ]);
  });

  test('a schema keeps its properties, and types that are strings', () => {
    const { events } = decode([
      { name: 'a', schema: { x: 'string', y: 5, __proto__: 1 } },
      { name: 'b', schema: null },
      { name: 'c', schema: 'none', created_at: '' },
    ]);
    expect(events.map(({ schema }) => schema && [...schema])).toEqual([
      [
        ['x', 'string'],
        ['y', undefined],
      ],
      null,
      null,
    ]);
  });

  test('problems have the names of their workflow, step and edge', () => {
    const workflow = { id: 'w', name: 'Welcome', status: 'enabled' };
    const { problems } = decode({
      id: 'w',
      name: 'Welcome',
      steps: [{ key: 'a', type: 'trigger', config: {} }, { key: 'b' }],
      edges: [{ from: 'a' }],
      created_at: 1,
      status: 'enabled',
    });
    expect(
      problems.map(({ rule, field, place }) => [rule, field, place.pointer, place.subject]),
    ).toEqual([
      ['invalid-config', 'event_name', '/steps/0/config', { workflow, step: 'a' }],
      ['invalid-shape', 'created_at', '/created_at', { workflow }],
      ['invalid-shape', 'type', '/steps/1', { workflow, step: 'b' }],
      ['invalid-shape', 'config', '/steps/1', { workflow, step: 'b' }],
      ['invalid-shape', 'to', '/edges/0', { workflow, edge: 'a → ?' }],
    ]);
  });

  test('names with slashes and tildes are escaped in pointers', () => {
    expect(problemsOf({ name: 'x', schema: { 'a/b~c': 1 } })).toEqual([
      '/schema/a~1b~0c "a/b~c" of schema of event "x" must be the name of a type, such as "string", but is the number 1',
    ]);
  });

  test('a misspelt field is reported with its near match, a known field is not reported', () => {
    const help = (value: unknown) => decode(value).problems.map((problem) => problem.help);
    expect(help({ name: 'x', steps: [{ key: 'a', ...trigger }], conections: [] })).toEqual([
      'rename "conections" to "connections"',
    ]);
    expect(help({ name: 'x', steps: [], edges: [{ from_step_id: 'a' }] })).toEqual([undefined]);
  });

  test('the expected spelling is that of the siblings', () => {
    const steps = (...keys: object[]) => keys.map((key) => ({ ...trigger, ...key }));
    expect(problemsOf({ name: 'x', steps: steps({}, { ref: 'a' }), edges: [] })).toEqual([
      '/steps/0 this "trigger" step has no "ref"',
    ]);
    expect(problemsOf({ name: 'x', steps: steps({}), edges: [] })).toEqual([
      '/steps/0 this "trigger" step has no "key" or "id" or "ref"',
    ]);
    expect(
      problemsOf({ name: 'x', steps: [], edges: [{}, null, { fromStepId: 'a', toStepId: 'b' }] }),
    ).toEqual([
      '/edges/0 this edge has no "fromStepId"',
      '/edges/0 this edge has no "toStepId"',
      '/edges/1 this edge must be an object, but is null',
    ]);
  });
});

test('a document with a syntax error has one problem, at the error', () => {
  const { form, problems } = brokenDocument(REF, {
    offset: 3,
    length: 2,
    message: 'no',
    help: 'mend it',
  });
  expect(form).toBe('broken');
  expect(problems).toEqual([
    {
      rule: 'invalid-json',
      place: { document: REF, pointer: '', span: { offset: 3, length: 2 }, subject: {} },
      message: 'no',
      help: 'mend it',
    },
  ]);
});

test.each(['step', 'edge'] as const)('every spelling of a field of a %s is read', (kind) => {
  for (const [field, names] of Object.entries(SPELLINGS[kind])) {
    for (const name of names) {
      const value = { name: 'x', steps: [], edges: [], [`${kind}s`]: [{ [name]: 'text' }] };
      const [workflow] = decodeDocument(value, REF).workflows;
      const nodes: readonly object[] = workflow?.[`${kind}s`] ?? [];
      expect(nodes, name).toMatchObject([{ [field]: 'text' }]);
    }
  }
});
