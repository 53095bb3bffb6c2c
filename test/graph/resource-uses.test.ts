import { describe, expect, test } from 'vitest';
import {
  hasSubject,
  lacksAlphaSubject,
  resourceUsesOf,
} from '../../src/core/graph/resource-uses.ts';
import type { NamedUse } from '../../src/core/model/resource-uses.ts';
import { isEmail } from '../../src/core/model/step-type.ts';
import { graphOf, type RawEdge, type RawStep } from './graph-of.ts';

const START: RawStep = { key: 'start', type: 'trigger', config: { event_name: 'user.created' } };

/** What the steps after a trigger name, on a chain. */
function usesOf(...steps: readonly RawStep[]) {
  const keys = ['start', ...steps.map(({ key = '' }) => key)];
  const edges = steps.map((_, i) => ({ from: keys[i] as string, to: keys[i + 1] as string }));
  const uses = resourceUsesOf(graphOf([START, ...steps], edges));
  const plain = Object.entries(uses).map(([of, named]: [string, readonly NamedUse[]]) => [
    of,
    named.map(({ step, path, ...rest }) => ({ key: step.key, at: path.join('/'), ...rest })),
  ]);
  return Object.fromEntries(plain) as Record<string, readonly object[]>;
}

const mail = (config: object): RawStep => ({ key: 'mail', type: 'send_email', config });
const NOTHING = { emails: [], segments: [], topics: [], properties: [] };

describe('emails', () => {
  test('by their template, in each spelling', () => {
    const named = (config: object) => usesOf(mail(config))['emails'];
    expect(named({ template: { id: 'welcome' } })).toEqual([
      { key: 'mail', name: 'welcome', at: 'config/template/id' },
    ]);
    for (const field of ['template_id', 'templateId'])
      expect(named({ [field]: 'welcome' })).toEqual([
        { key: 'mail', name: 'welcome', at: 'config/template_id' },
      ]);
  });

  test.each([{}, { template: { id: ' ' } }, { template_id: '' }])('not with %j', (config) => {
    expect(usesOf(mail(config))).toEqual(NOTHING);
  });
});

test('blank text is a subject, empty text is not', () => {
  const { steps } = graphOf([mail({}), mail({ subject: '' }), mail({ subject: ' ' })], []).workflow;
  expect(steps.map(hasSubject)).toEqual([false, false, true]);
});

describe('the subject that the alpha requires', () => {
  const lacks = (mails: RawStep, edge: object = { from: 'start', to: 'mail' }) =>
    graphOf([START, mails], [edge as RawEdge])
      .workflow.steps.filter(isEmail)
      .some(lacksAlphaSubject);
  const alpha = { id: 'mail', type: 'send_email' };
  const config = { template_id: 'welcome' };

  test('is missing or blank', () => {
    expect(lacks({ ...alpha, config })).toBe(true);
    expect(lacks({ ...alpha, config: { ...config, subject: '' } })).toBe(true);
    expect(lacks({ ...alpha, config: { ...config, subject: 'Hi' } })).toBe(false);
    expect(lacks({ ...alpha, config: { ...config, subjet: 'Hi' } })).toBe(false);
    expect(lacks({ ...alpha, config: {} })).toBe(false);
  });

  test('is not required of a step with a key, nor of a template as an object', () => {
    expect(lacks(mail(config))).toBe(false);
    expect(lacks({ ...alpha, key: 'mail', config })).toBe(false);
    expect(lacks({ ...alpha, config: { template: { id: 'welcome' } } })).toBe(false);
  });

  test.each(['from_step_id', 'fromStepId'])('is required where an edge has %s', (field) => {
    const edges = [
      { [field]: 'start', to: 'mail' },
      { from: 'mail', to: 'mail' },
    ];
    const { steps } = graphOf([START, mail(config)], edges as RawEdge[]).workflow;
    expect(steps.filter(isEmail).map(lacksAlphaSubject)).toEqual([true]);
  });
});

test('segments and topics', () => {
  const step = (type: string, config: object): RawStep => ({ key: type, type, config });
  const added = { key: 'add_to_segment', name: 's1', at: 'config/segment_id' };
  expect(usesOf(step('add_to_segment', { segment_id: 's1' }))).toEqual({
    ...NOTHING,
    segments: [added],
  });
  expect(usesOf(step('add_to_segment', { segmentId: 's1' }))['segments']).toEqual([added]);
  for (const name of ['', ' ', 7])
    expect(usesOf(step('add_to_segment', { segment_id: name }))).toEqual(NOTHING);
  expect(usesOf(mail({ topic_id: 't1' }))['topics']).toEqual([
    { key: 'mail', name: 't1', at: 'config/topic_id' },
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
    { type: 'rule', field: 'contact.properties.age', value: 1 },
    rule('contact.properties.tags', 'eq', ['a']),
  ];
  const { properties } = usesOf(
    { key: 'if', type: 'condition', config: { type: 'and', rules } },
    mail({
      template: { id: 'a', variables: { P: { var: 'contact.properties.plan.name' } } },
      subject: 'Hi {{{contact.properties.age}}}',
    }),
    {
      key: 'set',
      type: 'contact_update',
      config: { first_name: 'Ada', properties: { a: 1, b: { var: 'event.b' }, c: null } },
    },
  );
  const ifs = { key: 'if', how: 'compares' };
  const plan = { name: 'plan', text: 'contact.properties.plan' };
  const set = (name: string, constant?: string) => {
    return { key: 'set', how: 'sets', name, text: name, at: `config/properties/${name}`, constant };
  };
  expect(properties).toEqual([
    {
      ...{ key: 'mail', name: 'age', text: '{{{contact.properties.age}}}' },
      ...{ at: 'config/subject', constant: undefined, how: 'reads' },
    },
    {
      ...{ key: 'mail', name: 'plan', text: 'contact.properties.plan.name' },
      ...{ at: 'config/template/variables/P/var', constant: undefined, how: 'reads' },
    },
    { ...ifs, ...plan, at: 'config/rules/0/field', constant: 'string' },
    { ...ifs, ...plan, at: 'config/rules/1/field', constant: undefined },
    {
      ...{ ...ifs, name: 'age', text: 'contact.properties.age' },
      ...{ at: 'config/rules/2/field', constant: undefined },
    },
    {
      ...{ ...ifs, name: 'age', text: 'contact.properties.age' },
      ...{ at: 'config/rules/6/field', constant: undefined },
    },
    {
      ...{ ...ifs, name: 'tags', text: 'contact.properties.tags' },
      ...{ at: 'config/rules/7/field', constant: 'list' },
    },
    set('a', 'number'),
    set('b'),
    set('c'),
  ]);
});
