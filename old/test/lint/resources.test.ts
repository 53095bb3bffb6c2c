import { describe, expect, test } from 'vitest';
import { createResources } from '../../src/core/lint/resources.ts';
import type { ResourceItem } from '../../src/core/model/nodes.ts';
import type { ResourceType } from '../../src/core/model/resource.ts';
import { resourceTypeOf } from '../../src/core/resources/registry.ts';
import { lintTexts, printFinding } from '../lint-text.ts';

const workflow = {
  id: '7f1e9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21',
  name: 'Trial',
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
    {
      key: 'mail',
      type: 'send_email',
      config: {
        template: { id: 'welcome', variables: { plan: { var: 'contact.properties.town' } } },
        from: 'Parcel <hello@mail.parcel.io>',
        topic_id: 'news',
      },
    },
    { key: 'tag', type: 'add_to_segment', config: { segment_id: 'users' } },
  ],
  connections: [
    { from: 'start', to: 'mail' },
    { from: 'mail', to: 'tag' },
  ],
};
const list = (data: readonly object[], more = {}) => ({
  object: 'list',
  has_more: false,
  data,
  ...more,
});
const collections = {
  templates: [
    {
      id: 't1',
      alias: 'welcome',
      name: 'Welcome',
      status: 'draft',
      variables: [{ key: 'planName', type: 'string' }],
    },
  ],
  domains: [{ id: 'd1', name: 'parcel.io', status: 'verified' }],
  segments: [{ id: 's1', name: 'Users', created_at: '2026-10-01T00:00:00.000Z' }],
  topics: [{ id: 'n1', name: 'News', default_subscription: 'opt_in' }],
  contact_properties: [{ id: 'p1', key: 'city', type: 'string' }],
};
const FILES = { contact_properties: 'contact-properties' } as const;
const fileOf = (name: string): string =>
  `${name === 'contact_properties' ? FILES[name] : name}.json`;

const NEEDS = [
  'missing-sender',
  'missing-subject',
  'missing-template-variable',
  'template-variable-type',
  'undeclared-template-variable',
  'unknown-contact-property',
  'unknown-segment',
  'unknown-template',
  'unknown-topic',
  'unpublished-template',
  'unverified-domain',
];

function findingsOf(files: Record<string, unknown>): readonly string[] {
  const texts = Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]);
  const { findings } = lintTexts(Object.fromEntries(texts) as Record<string, string>);
  return findings
    .filter(({ rule }) => NEEDS.includes(rule))
    .map((finding) => `${finding.rule} ${printFinding(finding).replace(/^\S+ \S+/, '')}`)
    .map((line) => line.replace(/related \S+ \S+/g, 'related').replace(/\d+:\d+ to \d+:\d+/g, 'to'))
    .sort();
}

describe('a run with resources', () => {
  const bundle = findingsOf({ 'all.json': { workflows: [workflow], ...collections } });

  test('has a finding of each rule about them', () => {
    expect(bundle.map((line) => line.split(' ')[0])).toEqual(
      [
        'missing-sender',
        'missing-subject',
        'undeclared-template-variable',
        'unknown-contact-property',
        'unknown-segment',
        'unknown-topic',
        'unpublished-template',
        'unverified-domain',
      ].filter((rule) => rule !== 'missing-sender'),
    );
  });

  test('reads a bundle of lists and a bundle of arrays', () => {
    const lists = Object.entries(collections).map(([name, items]) => [name, list(items)]);
    const value = { workflows: [workflow], ...Object.fromEntries(lists) };
    expect(findingsOf({ 'all.json': value })).toEqual(bundle);
  });

  test.each([
    ['first', 'z-workflow.json'],
    ['last', 'a-workflow.json'],
  ])('reads files named after them, which come %s', (_, name) => {
    const files = Object.entries(collections).map(([of, items]) => [fileOf(of), list(items)]);
    const parts = [...files, [name, workflow]].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    expect(findingsOf(Object.fromEntries(parts))).toEqual(bundle);
  });

  test('reads a separate bundle after the workflows', () => {
    expect(findingsOf({ 'a.json': workflow, 'b.json': collections })).toEqual(bundle);
  });
});

test('workflows before and after the resources are checked once', () => {
  const other = { ...workflow, id: 'c3d41f52-0b7e-4a86-9d2f-5e8a1c7b6f90', name: 'Other' };
  const separate = findingsOf({ 'a.json': workflow, 'b.json': collections, 'c.json': other });
  const together = findingsOf({ 'a.json': { workflows: [workflow, other], ...collections } });
  expect(separate.length).toBeGreaterThan(0);
  expect(separate).toEqual(together);
});

test.each(['a.json', 'z.json'])('in an empty list, no segment of %s is known', (name) => {
  const found = findingsOf({ [name]: workflow, 'segments.json': list([]) });
  expect(found.map((line) => line.split(' ')[0])).toEqual(['unknown-segment']);
});

test('no segment is reported as unknown when the file that is named after them is broken', () => {
  const { findings, notChecked } = lintTexts({
    'a.json': JSON.stringify(workflow),
    'b.json': JSON.stringify({ segments: collections.segments }),
    'segments.json': '[',
  });
  expect(findings.map(({ rule }) => rule)).not.toContain('unknown-segment');
  expect(notChecked).toContainEqual({
    rule: 'unknown-segment',
    reason:
      'the segment list is partial (segments.json: unexpected end of file: 1 unclosed bracket)',
  });
});

describe('unknown resources', () => {
  const linted = (...values: readonly unknown[]) =>
    lintTexts(Object.fromEntries(values.map((value, i) => [`${i}.json`, JSON.stringify(value)])))
      .notChecked;

  test('without resources, each rule lists the ones that it needs', () => {
    const reasons = linted(workflow).filter(({ absent }) => absent !== undefined);
    expect(reasons.map(({ rule, reason }) => `${rule}: ${reason}`)).toEqual([
      'blank-variable: no templates were loaded',
      'missing-sender: no templates were loaded',
      'missing-subject: no templates were loaded',
      'missing-template-variable: no templates were loaded',
      'template-variable-type: no templates were loaded',
      'undeclared-template-variable: no templates were loaded',
      'unknown-contact-property: no contact properties were loaded',
      'unknown-segment: no segments were loaded',
      'unknown-template: no templates were loaded',
      'unknown-topic: no topics were loaded',
      'unpublished-template: no templates were loaded',
      'unverified-domain: no domains were loaded',
      'unverified-domain: no templates were loaded',
    ]);
  });

  test('a workflow that uses no resources needs none', () => {
    const quiet = { ...workflow, steps: workflow.steps.slice(0, 1), connections: [] };
    expect(linted(quiet).filter(({ absent }) => absent !== undefined)).toEqual([]);
  });

  test('for a partial list, and for templates alone, the reason is given', () => {
    const partial = {
      workflows: [workflow],
      segments: list(collections.segments, { has_more: true }),
    };
    const single = { object: 'template', ...collections.templates[0] };
    const reasons = linted(partial, single).map(({ rule, reason }) => `${rule}: ${reason}`);
    expect(reasons).toContain(
      'unknown-segment: the segment list is partial (0.json: has_more is true)',
    );
    expect(reasons).toContain(
      'unknown-template: the template list is partial (no list of templates was read)',
    );
  });

  test('a file of them that cannot be read is the reason', () => {
    const { notChecked } = lintTexts({
      'a.json': JSON.stringify(workflow),
      'templates.json': '[',
    });
    expect(notChecked.filter(({ rule }) => rule === 'unknown-template')).toEqual([
      {
        rule: 'unknown-template',
        reason:
          'no templates were loaded (templates.json: unexpected end of file: 1 unclosed bracket)',
      },
    ]);
  });

  test('templates in list form are counted', () => {
    const { variables: _, ...short } = collections.templates[0] as { variables: unknown };
    const reasons = linted({ workflows: [workflow], templates: [short] });
    expect(reasons).toContainEqual({
      rule: 'missing-template-variable',
      reason: '1 template is in list form, without their variables, subject and sender',
    });
  });
});

describe('items of a resource', () => {
  const templates = resourceTypeOf('templates') as ResourceType;
  const item = (source: string, value: object): ResourceItem => ({
    ...{ of: 'templates', value, pointer: '' },
    document: { source, index: 0, line: 1, start: 0, end: 1 },
  });

  test('read in a list and separately are one, with the fields of both, where the whole one is', () => {
    const inList = item('a.json', { id: 't', name: 'Old', status: 'draft' });
    const whole = item('b.json', { id: 't', name: 'New', variables: [] });
    const other = item('c.json', { id: 'u', status: 'draft' });
    for (const all of [
      [inList, whole, other],
      [other, whole, inList],
    ])
      expect(createResources(all)(templates).items).toEqual([
        { ...whole, value: { id: 't', name: 'New', status: 'draft', variables: [] } },
        other,
      ]);
  });

  test('without a name are different items', () => {
    const all = [item('b.json', { name: 'A' }), item('a.json', { name: 'A' })];
    expect(createResources(all)(templates).items).toEqual([all[1], all[0]]);
  });

  test('are found by their ids, and by an alias that is the id of no other', () => {
    const first = item('a.json', { id: 't', alias: 'u' });
    const second = item('b.json', { id: 'u', alias: 'welcome' });
    const { find, names } = createResources([first, second])(templates);
    expect(['t', 'u', 'welcome', 'v'].map(find)).toEqual([first, second, second, undefined]);
    expect([...names()]).toEqual(['t', 'u', 'welcome']);
  });

  test('of one type are computed once, and those of another type are not among them', () => {
    const resources = createResources([item('a.json', { id: 't' })]);
    expect(resources(templates)).toBe(resources(templates));
    expect(resources(resourceTypeOf('topics') as ResourceType).items).toEqual([]);
  });
});
