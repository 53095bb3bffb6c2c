import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { changesBetween } from '../../src/features/diff/changed.ts';

const flow = (id: string, event: string) => ({
  id,
  name: `Flow ${id}`,
  status: 'enabled',
  steps: [{ key: 'start', type: 'trigger', config: { event_name: event } }],
  connections: [],
});
const bundle = (workflows: object[], events: object[] = []) =>
  JSON.stringify({ workflows, events });

function compare(before: string, after: string) {
  const ref = (text: string) => ({
    source: 'a.json',
    index: 0,
    line: 1,
    start: 0,
    end: text.length,
  });
  const [then, now] = [before, after].map((text) => ({
    document: parseDocument(text, ref(text)),
    text,
    isSame: false,
  })) as [
    Parameters<typeof changesBetween>[1][number],
    Parameters<typeof changesBetween>[1][number],
  ];
  return changesBetween([then], [now]);
}

test('in a source of several lines, a finding is about the document at its line', () => {
  const lines = (...texts: readonly string[]) =>
    ['a.ndjson', 'b.ndjson'].flatMap((source) =>
      texts.map((text, index) => ({
        document: parseDocument(text, { source, index, line: index + 1, start: 0, end: 0 }),
        text,
        isSame: source === 'b.ndjson',
      })),
    );
  const [one, two, off] = [flow('1', 'a'), flow('2', 'b'), { ...flow('2', 'b'), status: 'off' }];
  const [then, now] = [
    [one, two],
    [one, off],
  ].map((flows) => lines(...flows.map((each) => JSON.stringify(each))));
  const changes = changesBetween(then ?? [], now ?? []);
  const concerns = (source: string, startLine: number): boolean =>
    changes.concerns({
      ...at('/status'),
      location: { source, pointer: '/status', region: { startLine } },
    } as Finding);
  expect(concerns('a.ndjson', 2)).toBe(true);
  expect([concerns('a.ndjson', 1), concerns('b.ndjson', 2), concerns('a.ndjson', 3)]).toEqual([
    false,
    false,
    false,
  ]);
});

const at = (pointer: string, related: string[] = []): Finding =>
  ({
    location: { source: 'a.json', pointer },
    related: related.map((each) => ({
      message: '',
      location: { source: 'a.json', pointer: each },
    })),
  }) as unknown as Finding;

test('in a bundle, only the changed workflow is affected', () => {
  const changes = compare(
    bundle([flow('1', 'a'), flow('2', 'b')]),
    bundle([flow('1', 'a'), { ...flow('2', 'b'), status: 'disabled' }]),
  );
  expect(changes.workflows).toBe(1);
  expect(changes.concerns(at('/workflows/0/steps/0'))).toBe(false);
  expect(changes.concerns(at('/workflows/1/steps/0/config'))).toBe(true);
  expect(
    changes.concerns(at('/workflows/0', ['/workflows/1/name'])),
    'it has to do with one that changed',
  ).toBe(true);
  expect(changes.concerns(at('/workflows/10')), 'no part of /workflows/1').toBe(true);
});

test('order of items and fields, and white space, are not changes', () => {
  const { connections, ...rest } = flow('1', 'a');
  const changes = compare(
    bundle([flow('1', 'a'), flow('2', 'b')]),
    JSON.stringify(JSON.parse(bundle([flow('2', 'b'), { connections, ...rest }])), null, 3),
  );
  expect(changes.workflows).toBe(0);
});

test('a new duplicate key is a change, also with the same value', () => {
  const text = bundle([flow('1', 'a')]);
  expect(compare(text, text.replace('"status":', '"status":"disabled","status":')).workflows).toBe(
    1,
  );
});

test('a changed event affects its workflows, and a new unused event affects none', () => {
  const flows = [flow('1', 'a'), flow('2', 'b')];
  const [a, b] = [
    { name: 'a', schema: null },
    { name: 'b', schema: null },
  ];
  const changed = compare(
    bundle(flows, [a, b]),
    bundle(flows, [a, { name: 'b', schema: { total: 'number' } }]),
  );
  expect([
    changed.workflows,
    changed.concerns(at('/workflows/1')),
    changed.concerns(at('/events/1')),
    changed.concerns(at('/events/0')),
  ]).toEqual([1, true, true, false]);
  expect(
    compare(bundle(flows, [a, b]), bundle(flows, [b, a, { name: 'c', schema: null }])).workflows,
  ).toBe(0);
  expect(
    compare(bundle(flows, [a, b]), bundle(flows, [{ ...a, id: 'ev_1' }, b])).workflows,
    'the id of an event does not affect workflows',
  ).toBe(0);
});

test('a workflow is also affected by events that it waits for or refers to', () => {
  const waiting = {
    ...flow('1', 'a'),
    steps: [
      { key: 'wait', type: 'wait_for_event', config: { event_name: 'x.paid' } },
      {
        key: 'ask',
        type: 'condition',
        config: {
          type: 'and',
          rules: ['event.order.total', 'wait_events.y.paid.total'].map((field) => ({
            ...{ type: 'rule', field, operator: 'exists' },
          })),
        },
      },
    ],
  };
  const events = (name: string) => [{ name, schema: null }];
  for (const name of ['x.paid', 'y.paid'])
    expect(compare(bundle([waiting], events(name)), bundle([waiting])).workflows, name).toBe(1);
  for (const name of ['user.left', 'order', 'y.paid.total'])
    expect(compare(bundle([waiting], events(name)), bundle([waiting])).workflows, name).toBe(0);
});

test('a changed event affects a workflow with a misspelt name of it, unless that is another event', () => {
  const [then, now] = [null, { plan: 'string' }].map((schema) => ({
    name: 'user.created',
    schema,
  }));
  const flows = [flow('1', 'user.creatd')];
  const twin = { name: 'user.creatd', schema: null };
  expect(compare(bundle(flows, [then as object]), bundle(flows, [now as object])).workflows).toBe(
    1,
  );
  expect(
    compare(bundle(flows, [then as object, twin]), bundle(flows, [now as object, twin])).workflows,
  ).toBe(0);
});

test('an event that a changed workflow no longer uses is affected', () => {
  const events = ['a', 'b'].map((name) => ({ name, schema: null }));
  const changes = compare(bundle([flow('1', 'a')], events), bundle([flow('1', 'b')], events));
  expect(['/events/0', '/events/1'].map((each) => changes.concerns(at(each)))).toEqual([
    true,
    false,
  ]);
});

test('a changed template affects the workflows that send it', () => {
  const sends = (id: string) => ({
    ...flow(id, 'a'),
    steps: [{ key: 'mail', type: 'send_email', config: { template: { id: `t${id}` } } }],
  });
  const [then, now] = ['Hi', 'Hello'].map((subject) =>
    JSON.stringify({
      workflows: [sends('1'), sends('2')],
      templates: ['t1', 't2'].map((id) => ({ id, html: '', ...(id === 't1' && { subject }) })),
    }),
  ) as [string, string];
  const changes = compare(then, now);
  expect(changes.workflows).toBe(1);
  expect(changes.concerns(at('/workflows/0/steps/0'))).toBe(true);
});

test('a changed event without a name affects no workflow', () => {
  const text = bundle([flow('1', 'a')], [{ name: 3, schema: null }]);
  const changes = compare(text, text.replace('null', '{}'));
  expect([changes.workflows, changes.concerns(at('/events/0/name'))]).toEqual([0, true]);
});

test('names such as __proto__ and constructor are ordinary names', () => {
  const odd = flow('__proto__', 'constructor');
  expect(
    compare(bundle([odd], [{ name: 'constructor', schema: null }]), bundle([odd])).workflows,
  ).toBe(1);
});

test('each earlier item accounts for one of the same content', () => {
  const twin = flow('1', 'a');
  const changes = compare(bundle([twin]), bundle([twin, twin]));
  expect([0, 1].map((i) => changes.concerns(at(`/workflows/${i}`)))).toEqual([false, true]);
  const [null_, typed] = [null, { total: 'number' }].map((schema) => ({ name: 'a', schema }));
  const events = [null_ as object, typed as object];
  expect(
    compare(bundle([twin], events), bundle([twin], events.toReversed())).workflows,
    'two events of one name in another order',
  ).toBe(0);
});

test('a workflow with a duplicate key that is in another place did not change', () => {
  const twice = (workflows: object[]) =>
    bundle(workflows).replace('"name":"Flow 1"', '"name":"Flow","name":"Flow 1"');
  const [one, two] = [flow('1', 'a'), flow('2', 'b')];
  expect(compare(twice([one, two]), twice([two, one])).workflows).toBe(0);
});

test('a finding about a whole document is about what changed in it', () => {
  const isChanged = (before: string, after: string): boolean =>
    compare(before, after).concerns(at(''));
  const page = (more: boolean): string =>
    JSON.stringify({ object: 'list', has_more: more, data: [flow('1', 'a')] });
  expect([isChanged(page(false), page(false)), isChanged(page(false), page(true))]).toEqual([
    false,
    true,
  ]);
  expect(compare(page(false), page(true)).workflows).toBe(0);
  expect([isChanged('{"steps":[', '{"steps":['), isChanged('{"steps":[', '{"steps":[{')]).toEqual([
    false,
    true,
  ]);
  const odd = (workflows: unknown): string => JSON.stringify({ workflows, events: [] });
  expect([isChanged(odd(1), odd(1)), isChanged(odd(1), odd('none'))]).toEqual([false, true]);
});
