import { describe, expect, test } from 'vitest';
import { resourceUsesOf } from '../../src/core/graph/resource-uses.ts';
import { graphOf, type RawEdge, type RawStep } from './graph-of.ts';

const START: RawStep = { key: 'start', type: 'trigger', config: { event_name: 'user.created' } };

/** What the steps after a trigger name, on a chain. */
function usesOf(...steps: readonly RawStep[]) {
  const keys = ['start', ...steps.map(({ key = '' }) => key)];
  const edges = steps.map((_, i) => ({ from: keys[i] as string, to: keys[i + 1] as string }));
  return resourceUsesOf(graphOf([START, ...steps], edges));
}

const mail = (config: object): RawStep => ({ key: 'mail', type: 'send_email', config });
const NOTHING = { event: undefined, emails: [], segments: [], topics: [], properties: [] };

describe('emails', () => {
  test('with variables', () => {
    const paid = {
      key: 'paid',
      type: 'wait_for_event',
      config: { event_name: 'order.paid', timeout: '1 day' },
    };
    const variables = {
      a: 'text',
      b: 1,
      c: { var: 'event.plan' },
      d: { var: 'wait_events.order.paid.total' },
      e: null,
      f: [1],
      'g/h': true,
    };
    const config = { template: { id: 'welcome', variables }, subject: 'Hi', from: 'a@acme.com' };
    const of = (key: string, at: string, rest: object) => ({
      key,
      at: `config/template/variables/${at}`,
      constant: undefined,
      reference: undefined,
      awaited: undefined,
      ...rest,
    });
    const { event, emails } = usesOf(paid, mail(config));
    expect(event).toBe('user.created');
    expect(emails).toEqual([
      {
        index: 2,
        key: 'mail',
        template: 'welcome',
        templateAt: 'config/template/id',
        hasSubject: true,
        lacksSubject: undefined,
        from: 'a@acme.com',
        variables: [
          of('a', 'a', { constant: 'string' }),
          of('b', 'b', { constant: 'number' }),
          of('c', 'c', { reference: 'event.plan' }),
          of('d', 'd', { reference: 'wait_events.order.paid.total', awaited: 'order.paid' }),
          of('e', 'e', { constant: 'null' }),
          of('f', 'f', { constant: 'list' }),
          of('g/h', 'g~1h', { constant: 'boolean' }),
        ],
      },
    ]);
  });

  test('without variables need no event', () => {
    const uses = usesOf(mail({ template_id: 'welcome', subject: '' }));
    expect(uses).toMatchObject({
      event: undefined,
      emails: [{ templateAt: 'config/template_id' }],
    });
    expect(uses.emails[0]).toMatchObject({ hasSubject: false, variables: [] });
    expect(usesOf(mail({ templateId: 'welcome' })).emails[0]?.templateAt).toBe('config/templateId');
  });

  test.each([{}, { template: { id: ' ' } }, { template_id: '' }])('not with %j', (config) => {
    expect(usesOf(mail(config))).toEqual(NOTHING);
  });
});

describe('the subject that the alpha requires', () => {
  const lacks = (mails: RawStep, edge: object = { from: 'start', to: 'mail' }) =>
    resourceUsesOf(graphOf([START, mails], [edge as RawEdge])).emails[0]?.lacksSubject;
  const alpha = { id: 'mail', type: 'send_email' };
  const config = { template_id: 'welcome' };

  test('is missing or blank', () => {
    expect(lacks({ ...alpha, config })).toMatchObject({ isBlank: false });
    expect(lacks({ ...alpha, config: { ...config, subject: '' } })).toMatchObject({
      isBlank: true,
    });
    expect(lacks({ ...alpha, config: { ...config, subject: 'Hi' } })).toBeUndefined();
  });

  test('is not required of a step with a key, nor of a template as an object', () => {
    expect(lacks(mail(config))).toBeUndefined();
    expect(lacks({ ...alpha, key: 'mail', config })).toBeUndefined();
    expect(lacks({ ...alpha, config: { template: { id: 'welcome' } } })).toBeUndefined();
  });

  test.each(['from_step_id', 'fromStepId'])('is required where an edge has %s', (field) => {
    const edges = [
      { [field]: 'start', to: 'mail' },
      { from: 'mail', to: 'mail' },
    ];
    const graph = graphOf([START, mail(config)], edges as RawEdge[]);
    expect(resourceUsesOf(graph).emails[0]?.lacksSubject).toBeDefined();
  });
});

test('segments and topics', () => {
  const step = (type: string, config: object): RawStep => ({ key: type, type, config });
  const added = { index: 1, key: 'add_to_segment', name: 's1', at: 'config/segment_id' };
  expect(usesOf(step('add_to_segment', { segment_id: 's1' }))).toEqual({
    ...NOTHING,
    segments: [added],
  });
  expect(usesOf(step('add_to_segment', { segmentId: 's1' })).segments).toEqual([
    { ...added, at: 'config/segmentId' },
  ]);
  for (const name of ['', ' ', 7])
    expect(usesOf(step('add_to_segment', { segment_id: name }))).toEqual(NOTHING);
  expect(usesOf(mail({ topic_id: 't1' })).topics).toEqual([
    { index: 1, key: 'mail', name: 't1', at: 'config/topic_id' },
  ]);
});

test('properties that are read, compared and set', () => {
  const rule = (field: string, operator: string, value?: unknown) => ({
    type: 'rule',
    field,
    operator,
    ...(value !== undefined && { value }),
  });
  const rules = [
    rule('contact.properties.plan', 'eq', 'pro'),
    rule('contact.properties.plan', 'exists', 5),
    rule('contact.properties.age', 'gt'),
    rule('contact.first_name', 'eq', 'Ada'),
    rule('event.properties.plan', 'eq', 'pro'),
    { type: 'rule', operator: 'eq', value: 1 },
  ];
  const { properties } = usesOf(
    { key: 'if', type: 'condition', config: { type: 'and', rules } },
    mail({ template: { id: 'a', variables: { P: { var: 'contact.properties.plan.name' } } } }),
    {
      key: 'set',
      type: 'contact_update',
      config: { first_name: 'Ada', properties: { a: 1, b: { var: 'event.b' }, c: null } },
    },
  );
  const ifs = { index: 1, key: 'if', how: 'compares' };
  const set = { index: 3, key: 'set', how: 'sets' };
  expect(properties).toEqual([
    {
      index: 2,
      key: 'mail',
      name: 'plan',
      at: 'config/template/variables/P/var',
      constant: undefined,
      how: 'reads',
    },
    { ...ifs, name: 'plan', at: 'config/rules/0/field', constant: 'string' },
    { ...ifs, name: 'plan', at: 'config/rules/1/field', constant: undefined },
    { ...ifs, name: 'age', at: 'config/rules/2/field', constant: undefined },
    { ...set, name: 'a', at: 'config/properties/a', constant: 'number' },
    { ...set, name: 'b', at: 'config/properties/b', constant: undefined },
    { ...set, name: 'c', at: 'config/properties/c', constant: undefined },
  ]);
});
