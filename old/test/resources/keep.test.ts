import { expect, test } from 'vitest';
import { resourceUsesOf } from '../../src/core/graph/resource-uses.ts';
import type { JsonObject } from '../../src/core/model/json.ts';
import type { Reference } from '../../src/core/model/references.ts';
import type { ResourceType } from '../../src/core/model/resource.ts';
import { allResources } from '../../src/core/resources/index.ts';
import { resourceOfFile, resourceTypeOf } from '../../src/core/resources/registry.ts';
import { graphOf } from '../graph/graph-of.ts';

const keep = (name: string, raw: JsonObject): object | undefined => resourceTypeOf(name)?.keep(raw);

const TEMPLATE = {
  id: 't1',
  alias: 'welcome',
  name: 'Welcome',
  status: 'published',
  published_at: '2026-10-01T00:00:00.000Z',
  has_unpublished_versions: false,
  from: 'Ada <ada@acme.io>',
  subject: 'Hello',
  reply_to: ['ada@acme.io'],
  variables: [{ key: 'NAME', type: 'string', fallback_value: 'you' }],
};

test.each([
  ['templates', TEMPLATE],
  [
    'domains',
    { id: 'd', name: 'acme.io', status: 'verified', capabilities: { sending: 'enabled' } },
  ],
  ['segments', { id: 's', name: 'Users' }],
  ['topics', { id: 't', name: 'News', default_subscription: 'opt_in' }],
  ['contact_properties', { id: 'p', key: 'city', type: 'string', fallback_value: 'Rome' }],
  ['contact_properties', { id: 'p', key: 'city', type: 'string', fallback_value: null }],
])('of an item of %s the fields that rules read are kept, and no others', (name, fields) => {
  expect(keep(name, { ...fields, comment: 'not read' })).toEqual(fields);
});

test('of the body of a template the variables are kept, with their braces', () => {
  const html = '<p>{{{NAME|you}}} {{ PLAN }} {{{CITY}} {{ZIP}}} {{#if A}} {{{NAME}}}</p>';
  expect(keep('templates', { html, text: 'Hello' })).toEqual({
    html: '{{{NAME|…}}} {{{NAME}}} {{ PLAN }} {{CITY}} {{ZIP}} {{#…}}',
    text: '',
  });
});

test('workflows use resources by these names', () => {
  const mail = (config: object) => ({ key: 'mail', type: 'send_email', config });
  const uses = resourceUsesOf(
    graphOf(
      [
        mail({ template: { id: 'welcome' }, from: 'Ada <ada@Mail.Acme.io>', topic_id: 'news' }),
        mail({ template: { id: 't2' } }),
        mail({ template: { id: 't3' }, from: 'nobody' }),
        { key: 'add', type: 'add_to_segment', config: { segment_id: 'users' } },
        { key: 'set', type: 'contact_update', config: { properties: { city: 'Rome' } } },
      ],
      [],
    ),
  );
  const names = allResources.map(({ name, usedBy }) => [name, usedBy(uses)]);
  expect(Object.fromEntries(names)).toEqual({
    templates: ['welcome', 't2', 't3'],
    domains: ['mail.acme.io'],
    segments: ['users'],
    topics: ['news'],
    contact_properties: ['city'],
  });
});

test('contact properties are needed where a step sets one, or reads one', () => {
  const { isUsedBy } = resourceTypeOf('contact_properties') as ResourceType;
  const stepsWith = (config: object) =>
    graphOf([{ key: 'mail', type: 'send_email', config }, { key: 'end' }], []).workflow.steps;
  const reads = (kind: 'contact' | 'event', name: string) => () =>
    [{ kind, name }] as unknown as readonly Reference[];
  const none = () => [];
  expect(isUsedBy(stepsWith({ properties: { city: 'Rome' } }), none)).toBe(true);
  expect(isUsedBy(stepsWith({ properties: null }), none)).toBe(false);
  expect(isUsedBy(stepsWith({}), reads('contact', 'properties.city'))).toBe(true);
  expect(isUsedBy(stepsWith({}), reads('contact', 'email'))).toBe(false);
  expect(isUsedBy(stepsWith({}), reads('event', 'properties.city'))).toBe(false);
});

test.each<[string, JsonObject, object]>([
  [
    'templates',
    { id: 1, alias: null, status: null, reply_to: null },
    { alias: null, reply_to: null },
  ],
  ['templates', { reply_to: ['ada@acme.io', 1], has_unpublished_versions: 'no', html: 5 }, {}],
  ['templates', { reply_to: 'ada@acme.io', html: null }, { reply_to: 'ada@acme.io', html: null }],
  ['templates', { variables: null }, { variables: [] }],
  ['templates', { variables: [{ key: 'A' }, { key: 2 }] }, {}],
  ['templates', { variables: ['A'] }, {}],
  ['domains', { id: null, name: 1, status: null, capabilities: { sending: null } }, {}],
  ['domains', { name: 'acme.io', capabilities: null }, { name: 'acme.io' }],
  ['contact_properties', { id: null, key: null, type: 1, fallback_value: {} }, {}],
])('of %s without the expected types, %j, is kept: %j', (name, raw, expected) => {
  expect(keep(name, raw)).toEqual(expected);
});

test('a resource is known by the name of its file', () => {
  const names = [
    'Contact-Properties.json',
    'a/templates.json.gz',
    'mytemplates.json',
    'topics.txt',
  ];
  expect(names.map((name) => resourceOfFile(name)?.name)).toEqual([
    'contact_properties',
    'templates',
    undefined,
    undefined,
  ]);
});
