import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { compareWorkspaces } from '../../src/features/diff/compare.ts';

const read = (...values: unknown[]) =>
  values.map((value, i) => {
    const text = JSON.stringify(value);
    return parseDocument(text, {
      source: `${i}.json`,
      index: 0,
      line: 1,
      start: 0,
      end: text.length,
    });
  });
const compare = (before: unknown, after: unknown) =>
  compareWorkspaces(read(before), read(after)).difference;

/** A workflow with one step besides its trigger. */
const withStep = (step: object, more: object = {}) => ({
  object: 'workflow',
  id: 'wf_tasting',
  name: 'Tea tasting',
  status: 'enabled',
  steps: [{ id: 'start', type: 'trigger', config: { event_name: 'tea.ordered' } }, step],
  edges: [{ id: 'e1', from_step_id: 'start', to_step_id: 'it', edge_type: 'default' }],
  ...more,
});
const step = (type: string, config: unknown) => withStep({ id: 'it', type, config });
const fieldsOf = (before: object, after: object) =>
  compare(before, after).workflows.flatMap(({ steps }) => steps.flatMap(({ fields }) => fields));

describe('spellings that mean the same', () => {
  test.each([
    ['delay', { seconds: 172_800 }, { duration: '2 days' }],
    ['delay', { duration: '48 hours' }, { duration: '2 Days' }],
    [
      'wait_for_event',
      { event_name: 'tea.opened', timeout_seconds: 3600 },
      { eventName: 'tea.opened', timeout: '60 minutes' },
    ],
    [
      'wait_for_event',
      { event_name: 'tea.opened', timeout: null, filter_rule: null },
      { event_name: 'tea.opened' },
    ],
    [
      'send_email',
      { template_id: 't', variables: { a: 1 }, subject: null },
      { template: { id: 't', variables: { a: 1 } } },
    ],
    [
      'send_email',
      { templateId: 't', replyTo: 'x@y.example' },
      { template: { id: 't', variables: {} }, reply_to: 'x@y.example' },
    ],
    ['send_email', { template: { id: 't' }, template_id: 't' }, { template_id: 't' }],
    ['send_email', { template: { id: 't', variables: null } }, { template: { id: 't' } }],
    ['add_to_segment', { segmentId: 's' }, { segment_id: 's' }],
    [
      'condition',
      {
        type: 'or',
        rules: [
          { type: 'rule', field: 'event.a', operator: 'exists' },
          { type: 'and', rules: [{ a: 1 }, { b: 2 }] },
        ],
      },
      {
        rules: [
          { rules: [{ b: 2 }, { a: 1 }], type: 'and' },
          { operator: 'exists', field: 'event.a', type: 'rule' },
        ],
        type: 'or',
      },
    ],
  ])('%s %j', (type, before, after) => {
    expect(compare(step(type, before), step(type, after)).same).toBe(true);
  });
});

describe('changes of a config, one by one', () => {
  test.each([
    [
      'delay',
      { seconds: 60 },
      { duration: '2 minutes' },
      [{ path: '/config/duration', before: 60, after: '2 minutes' }],
    ],
    // edgewise reads five minutes; the service may read another duration.
    [
      'delay',
      { duration: '5m' },
      { duration: '5 minutes' },
      [{ path: '/config/duration', before: '5m', after: '5 minutes' }],
    ],
    // Two lengths may contradict each other, so each is reported.
    [
      'delay',
      { seconds: 60, duration: '1 hour' },
      { seconds: 60 },
      [
        { path: '/config/duration', before: '1 hour', after: 60 },
        { path: '/config/seconds', before: 60 },
      ],
    ],
    [
      'send_email',
      { template_id: 'a' },
      { template: { id: 'b' } },
      [{ path: '/config/template/id', before: 'a', after: 'b' }],
    ],
    [
      'send_email',
      { template_id: 'a', variables: { x: 1, y: { var: 'contact.email' } } },
      { template: { id: 'a', variables: { x: 2, y: { var: 'contact.name' } } } },
      [
        { path: '/config/template/variables/x', before: 1, after: 2 },
        {
          path: '/config/template/variables/y/var',
          before: 'contact.email',
          after: 'contact.name',
        },
      ],
    ],
    [
      'condition',
      { type: 'and', rules: [{ f: 1 }, { f: 2 }, { f: 3 }] },
      { type: 'and', rules: [{ f: 3 }, { f: 9 }, { f: 1 }] },
      [{ path: '/config/rules/1/f', before: 2, after: 9 }],
    ],
    [
      'condition',
      { type: 'and', rules: [{ f: 1 }] },
      { type: 'and', rules: [{ f: 2 }, { f: 1 }] },
      [{ path: '/config/rules/0', after: { f: 2 } }],
    ],
    [
      'condition',
      { type: 'and', rules: [{ f: 1 }, { f: 1 }] },
      { type: 'and', rules: [{ f: 1 }] },
      [{ path: '/config/rules/1', before: { f: 1 } }],
    ],
    ['other', { note: null }, {}, [{ path: '/config/note', before: null }]],
    ['other', { list: [1, 1] }, { list: [1, 1, 1] }, [{ path: '/config/list/2', after: 1 }]],
    ['other', { list: [1, 2, 3] }, { list: [1, 5, 2, 3] }, [{ path: '/config/list/1', after: 5 }]],
    [
      'other',
      { list: [1, 2, 3] },
      { list: [4, 2, 5] },
      [
        { path: '/config/list/0', before: 1, after: 4 },
        { path: '/config/list/2', before: 3, after: 5 },
      ],
    ],
    ['other', { ['x'.repeat(102)]: 1 }, {}, [{ path: `/config/${'x'.repeat(100)}…`, before: 1 }]],
    // What cannot be read as a template, or contradicts itself, is compared as written.
    [
      'send_email',
      { template: 'a' },
      { template: 'b' },
      [{ path: '/config/template', before: 'a', after: 'b' }],
    ],
    [
      'send_email',
      { template: { id: 'a' }, template_id: 'b' },
      { template: { id: 'a' }, template_id: 'c' },
      [{ path: '/config/template_id', before: 'b', after: 'c' }],
    ],
    [
      'wait_for_event',
      { event_name: 'a', eventName: 'b' },
      { event_name: 'a', eventName: 'c' },
      [{ path: '/config/eventName', before: 'b', after: 'c' }],
    ],
    [
      'other',
      { 'a/b': 1 },
      { 'a~b': 1 },
      [
        { path: '/config/a~0b', after: 1 },
        { path: '/config/a~1b', before: 1 },
      ],
    ],
    [
      'other',
      'text',
      { a: 1 },
      [
        { path: '/config', before: 'text' },
        { path: '/config/a', after: 1 },
      ],
    ],
  ])('%s %j → %j', (type, before, after, expected) => {
    expect(fieldsOf(step(type, before), step(type, after))).toEqual(expected);
  });

  test('what is no list of steps or edges, and no step, is compared as written', () => {
    const tea = withStep({ id: 'it', type: 'delay', config: {} });
    const { edges: _, ...rest } = tea;
    const fieldsOfFlow = (before: object, after: object) =>
      compare(before, after).workflows.flatMap(({ fields }) => fields);
    expect(fieldsOfFlow({ ...tea, steps: 'a' }, { ...tea, steps: 'b' })).toEqual([
      { path: '/steps', before: 'a', after: 'b' },
    ]);
    for (const name of ['edges', 'connections'])
      expect(fieldsOfFlow({ ...rest, [name]: 1 }, { ...rest, [name]: 2 })).toEqual([
        { path: '/edges', before: 1, after: 2 },
      ]);
    const odd = (step: unknown) => ({ ...tea, steps: [tea.steps[0], step], edges: [] });
    expect(compare(odd('a'), odd('b')).workflows).toMatchObject([
      { steps: [{ change: 'removed' }, { change: 'added' }] },
    ]);
    expect(compare(odd('a'), odd('a')).same).toBe(true);
    const keyed = (key: unknown) => withStep({ key, type: 'delay', config: {} });
    expect(compare(keyed(5), keyed(6)).same, 'a key that is no text').toBe(false);
  });

  test('unknown fields of a step and of a workflow are compared', () => {
    const [change] = compare(
      withStep({ id: 'it', type: 'delay', config: {} }),
      withStep({ id: 'it', type: 'wait', config: {}, note: 'x' }, { owner: 'Ada' }),
    ).workflows;
    expect(change?.fields).toEqual([{ path: '/owner', after: 'Ada' }]);
    expect(change?.steps).toMatchObject([
      {
        change: 'changed',
        key: 'it',
        fields: [
          { path: '/note', after: 'x' },
          { path: '/type', before: 'delay', after: 'wait' },
        ],
      },
    ]);
  });
});

describe('pairing of steps', () => {
  const email = (id: string, subject: string) => ({
    id,
    type: 'send_email',
    config: { template_id: 't', subject },
  });
  const chain = (...steps: { id: string }[]) => ({
    id: 'wf',
    name: 'Tea',
    steps,
    edges: steps.slice(1).map(({ id }, i) => ({ from: steps[i]?.id, to: id })),
  });
  const start = { id: 'start', type: 'trigger', config: { event_name: 'tea.ordered' } };

  test('a renamed step with a small change is the same step', () => {
    const [change] = compare(
      chain(start, email('hello', 'Hi'), email('bye', 'Bye')),
      chain(start, email('welcome', 'Hello'), email('bye', 'Bye')),
    ).workflows;
    expect(change).toMatchObject({
      edges: [],
      steps: [
        { change: 'changed', key: 'welcome', was: 'hello', fields: [{ path: '/config/subject' }] },
      ],
    });
  });

  test('a step without similarity to the one at its position is another step', () => {
    const delay = { id: 'later', type: 'delay', config: { seconds: 60 } };
    const other = { id: 'other', type: 'send_email', config: { template_id: 'u', subject: 'Ho' } };
    for (const step of [delay, other]) {
      const [change] = compare(chain(start, email('hello', 'Hi')), chain(start, step)).workflows;
      expect(change?.steps.map((each) => each.change)).toEqual(['removed', 'added']);
    }
  });

  test('new UUIDs are not a rename', () => {
    const [a, b] = ['0a2504c8-42b6-4fe9-8762-93d779000001', '0a2504c8-42b6-4fe9-8762-93d779000002'];
    expect(compare(chain(start, email(a, 'Hi')), chain(start, email(b, 'Hi'))).same).toBe(true);
  });

  test('a name in place of a UUID is a rename', () => {
    const id = '0a2504c8-42b6-4fe9-8762-93d779000001';
    expect(
      compare(chain(start, email(id, 'Hi')), chain(start, email('hello', 'Hi'))).workflows,
    ).toMatchObject([{ steps: [{ change: 'renamed', key: 'hello', was: id }] }]);
  });

  test('steps with an id and a ref are matched by either', () => {
    const both = { ...email('5', 'Hi'), ref: 'hello' };
    const { id: _, ...plain } = { ...email('5', 'Hi'), key: 'hello' };
    const after = { ...chain(start, { id: 'hello' }), steps: [start, plain] };
    expect(compare(chain(start, both), after).same).toBe(true);
    expect(compare(after, chain(start, both)).same).toBe(true);
  });

  test('steps that look the same are paired in order after their keys were changed', () => {
    const pairs = (...keys: readonly string[]) => ({
      ...chain(start),
      steps: [start, ...keys.map((key) => email(key, 'Hi'))],
      edges: keys.map((key, i) => ({ from: key, to: keys[i ^ 1] })),
    });
    expect(compare(pairs('a', 'b', 'c', 'd'), pairs('w', 'x', 'y', 'z')).workflows).toMatchObject([
      {
        edges: [],
        steps: ['aw', 'bx', 'cy', 'dz'].map(([was, key]) => ({ change: 'renamed', key, was })),
      },
    ]);
  });

  test('steps that look the same are paired by their neighbours, not by their order', () => {
    const delay = { id: 'later', type: 'delay', config: { seconds: 60 } };
    const [before, after] = [
      ['a', 'b'],
      ['x', 'y'],
    ].map(([one = '', two = '']) => chain(start, email(one, 'Hi'), delay, email(two, 'Hi')));
    const shuffled = { ...after, steps: after?.steps.toReversed() };
    expect(compare(before, shuffled).workflows).toMatchObject([
      {
        edges: [],
        steps: [
          { was: 'a', key: 'x' },
          { was: 'b', key: 'y' },
        ],
      },
    ]);
  });

  test('steps with names keep them where their contents move on', () => {
    const named = (...subjects: readonly string[]) =>
      chain(start, ...subjects.map((subject, i) => email('abcd'[i] as string, subject)));
    const { workflows } = compare(named('x', 'y', 'z'), named('new', 'x', 'y', 'z'));
    expect(workflows[0]?.steps.map(({ change, key }) => `${change} ${key}`).join()).toBe(
      'changed a,changed b,changed c,added d',
    );
  });

  describe('with numbered keys', () => {
    const numbered = (...subjects: readonly string[]) =>
      chain(start, ...subjects.map((subject, i) => email(`step_${i + 1}`, subject)));
    const stepsOf = (before: readonly string[], after: readonly string[]) =>
      compare(numbered(...before), numbered(...after)).workflows.flatMap(({ steps }) =>
        steps.map(({ change, key }) => `${change} ${key}`),
      );

    test('an insertion or a removal that renumbers the others is one step', () => {
      for (const at of [0, 1, 2, 3]) {
        const more = ['a', 'b', 'c'].toSpliced(at, 0, 'new');
        expect(stepsOf(['a', 'b', 'c'], more)).toEqual([`added step_${at + 1}`]);
        expect(stepsOf(more, ['a', 'b', 'c'])).toEqual([`removed step_${at + 1}`]);
      }
    });

    test('an insertion is one step where a file lists steps in another order', () => {
      const { steps, ...rest } = numbered('a', 'new', 'b', 'c');
      const after = { ...rest, steps: steps.toReversed() };
      expect(compare(numbered('a', 'b', 'c'), after).workflows).toMatchObject([
        { steps: [{ change: 'added', key: 'step_2' }] },
      ]);
    });

    test('a renamed step is the same step', () => {
      const [before, after] = ['mail_1', 'mail_2'].map((key) => chain(start, email(key, 'Hi')));
      expect(compare(before, after).workflows).toMatchObject([
        { steps: [{ change: 'renamed', key: 'mail_2', was: 'mail_1' }] },
      ]);
    });

    test('a changed step, and two that swap their content, keep their keys', () => {
      expect(stepsOf(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual(['changed step_2']);
      expect(stepsOf(['a', 'b', 'c'], ['b', 'a', 'c'])).toEqual([
        'changed step_1',
        'changed step_2',
      ]);
    });
  });

  test('steps with duplicate keys are paired in order', () => {
    const twice = chain(start, email('hello', 'Hi'), email('hello', 'Ho'));
    expect(compare(twice, twice).same).toBe(true);
  });
});

describe('workflows and events', () => {
  test('are matched by id, else by name', () => {
    const tea = withStep({ id: 'it', type: 'delay', config: {} });
    expect(compare([tea], [{ ...tea, id: 'wf_other' }]).same).toBe(true);
    expect(compare([tea], [{ ...tea, name: 'Tasting' }]).workflows).toMatchObject([
      { change: 'changed', name: 'Tasting' },
    ]);
    expect(
      compare([tea], [{ ...tea, id: 'wf_other', name: 'Tasting' }])
        .workflows.map(({ change }) => change)
        .sort(),
    ).toEqual(['added', 'removed']);
  });

  test('a workflow in list form and in full is one workflow', () => {
    const tea = withStep({ id: 'it', type: 'delay', config: {} });
    const { steps: _, edges: __, ...listed } = tea;
    const list = { object: 'list', has_more: false, data: [listed] };
    expect(compareWorkspaces(read(list, tea), read(tea)).difference).toMatchObject({
      same: true,
      notCompared: [],
    });
    expect(compare(list, tea)).toMatchObject({
      same: true,
      notCompared: [{ what: 'the steps of workflow "Tea tasting"', oneSided: true }],
    });
    expect(compare(list, list)).toMatchObject({ same: true, notCompared: [] });
    expect(compare({ ...list, has_more: true }, tea).notCompared).toMatchObject([
      { what: 'all workflows', oneSided: false },
      {},
    ]);
    const odd = { ...tea, status: 'disabled', steps: 'none', edges: 'none' };
    expect(compare(list, odd).workflows).toMatchObject([
      { fields: [{ path: '/status', before: 'enabled', after: 'disabled' }] },
    ]);
    const [added] = compare([], list).workflows;
    expect(added).toMatchObject({ change: 'added', id: 'wf_tasting' });
    expect(added, 'its steps are not known').not.toHaveProperty('size');
    expect(compare({ ...list, data: [], has_more: true }, []).notCompared).toMatchObject([
      { what: 'a list', oneSided: false },
    ]);
  });

  test('a workflow with too many steps is not compared by its steps', () => {
    const tea = withStep({ id: 'it', type: 'delay' });
    const [large, small] = [read({ ...tea, steps: Array(1001).fill(null) }), read(tea)];
    for (const sides of [
      [small, large],
      [large, small],
    ] as const)
      expect(compareWorkspaces(...sides).difference).toMatchObject({
        same: true,
        notCompared: [
          {
            what: 'the steps and edges of workflow "Tea tasting"',
            reason: 'it is larger than 1,000 steps or 5,000 edges',
            oneSided: true,
          },
        ],
      });
  });

  test('a null schema equals a missing one, and differs from an empty one', () => {
    const event = { object: 'event', id: 'e', name: 'tea.ordered', schema: null };
    const { schema: _, ...bare } = event;
    expect(compare([event], [{ ...bare, id: 'f' }]).same).toBe(true);
    expect(compare([event], [{ ...event, schema: {} }]).events).toEqual([
      {
        change: 'changed',
        of: 'event',
        name: 'tea.ordered',
        fields: [{ path: '/schema', after: {} }],
      },
    ]);
  });
});

test('workflows of one name are paired by content when all ids are new, in any order', () => {
  const tea = (id: string, seconds: number, edges: object[] = []) =>
    withStep({ id: 'it', type: 'delay', config: { seconds } }, { id, edges });
  expect(compare([tea('a', 1), tea('b', 2)], [tea('c', 2), tea('d', 1)]).same).toBe(true);
  const twins = [tea('a', 1, [{ from_step_id: 'start', to_step_id: 'it' }]), tea('b', 1)];
  const later = [tea('c', 1, twins[0]?.edges), tea('d', 1)];
  for (const before of [twins, twins.toReversed()])
    for (const after of [later, later.toReversed()]) expect(compare(before, after).same).toBe(true);
});

test('changes are sorted by name, those without a name first', () => {
  const names = ['b', undefined, 'a', undefined];
  const flows = names.map((name) => ({ object: 'workflow', name, steps: [], edges: [] }));
  const events = names.map((name, i) => ({ object: 'event', id: i, name, schema: null }));
  const { workflows, events: added } = compare([], [...flows, ...events]);
  for (const changes of [workflows, added])
    expect(changes.map(({ name }) => name)).toEqual([undefined, undefined, 'a', 'b']);
  const ids = ['2', '1'].map((id) => ({ ...flows[0], id }));
  expect(compare([], ids).workflows.map(({ id }) => id)).toEqual(['1', '2']);
  const twins = ['x', 'y'].map((status) => ({ ...flows[0], status }));
  expect(compare(twins, [{ ...flows[0], status: 'z' }]).workflows).toMatchObject([
    { change: 'changed', fields: [{ before: 'x', after: 'z' }] },
    { change: 'removed' },
  ]);
});

test('documents that one side could not load are neither added nor removed', () => {
  const tea = withStep({ id: 'it', type: 'delay', config: {} });
  const event = { id: 'e', name: 'tea.ordered', schema: null };
  const all = read([tea], [event]);
  const nothing = {
    before: new Set<'workflows' | 'events'>(),
    after: new Set<'workflows' | 'events'>(),
  };
  const gap = new Set(['workflows' as const]);
  expect(
    compareWorkspaces(all, read([event]), { ...nothing, after: gap }).difference,
  ).toMatchObject({
    same: true,
    notCompared: [{ what: 'workflows that were removed' }],
  });
  expect(
    compareWorkspaces(read([event]), all, { ...nothing, before: gap }).difference,
  ).toMatchObject({
    same: true,
    notCompared: [{ what: 'workflows that were added' }],
  });
  expect(
    compareWorkspaces(all, read([event]), { ...nothing, before: gap }).difference.workflows,
  ).toMatchObject([{ change: 'removed' }]);
  expect(
    compareWorkspaces(all, read([tea]), { ...nothing, after: gap }).difference.events,
  ).toMatchObject([{ change: 'removed' }]);
});

test('workflows and events with equal or missing names are paired by content', () => {
  const tea = withStep({ id: 'it', type: 'delay', config: { seconds: 1 } });
  const { id: _, ...first } = tea;
  const { id: __, ...second } = withStep({ id: 'it', type: 'delay', config: { seconds: 2 } });
  expect(compare([first, second], [second, first]).same).toBe(true);
  const events = [
    { id: 'a', name: 'tea.ordered', schema: { a: 'string' } },
    { id: 'b', name: 'tea.ordered', schema: null },
  ];
  expect(compare(events, [...events].reverse()).same).toBe(true);
  expect(
    compare([{ id: 'a', object: 'event', name: 3 }], [{ id: 'a', object: 'event', name: 4 }])
      .events,
  ).toMatchObject([{ change: 'changed', fields: [{ path: '/name' }] }]);
  const nameless = { steps: tea.steps, edges: [] };
  expect(compare([nameless], [{ ...nameless, status: 'enabled' }]).workflows).toMatchObject([
    { change: 'changed', fields: [{ path: '/status' }] },
  ]);
});
