import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { compareWorkspaces } from '../../src/features/diff/compare.ts';

const documentOf = (value: object) =>
  decodeDocument(value, { source: 'a.json', index: 0, line: 1, start: 0, end: 0 });
const compare = (before: object, after: object) =>
  compareWorkspaces([documentOf(before)], [documentOf(after)]).difference;
const template = {
  ...{ id: 't1', alias: 'welcome', name: 'Welcome', status: 'published' },
  ...{ subject: 'Hi', html: '<p>{{{NAME}}}</p>', variables: [{ key: 'NAME', type: 'string' }] },
};
const { subject: _, html: __, variables: ___, ...listed } = template;
const workspace = (...templates: readonly object[]) => ({ workflows: [], templates });

test('the content of a template is compared, but not body, order and timestamps', () => {
  const other = { ...listed, id: 't2', alias: 'other' };
  const later = { ...template, html: '<h1>{{{NAME}}}</h1>', published_at: '2026-10-01T00:00:00Z' };
  expect(compare(workspace(template, other), workspace(other, later)).same).toBe(true);
  const nulls = { ...template, reply_to: null };
  expect(compare(workspace(template), workspace(nulls)).same, 'null is absent').toBe(true);
});

test('changes are listed by field, and items by name', () => {
  const changed = { ...template, status: 'draft', variables: [{ key: 'PLAN', type: 'string' }] };
  const { resources, same } = compare(
    workspace(template, { ...listed, id: 't2', alias: 'gone' }),
    workspace(changed, { ...listed, id: 't3', alias: 'new' }),
  );
  expect(same).toBe(false);
  expect(resources).toMatchObject([
    { change: 'removed', of: 'template', name: 'gone' },
    { change: 'added', of: 'template', name: 'new' },
    {
      ...{ change: 'changed', of: 'template', name: 'welcome' },
      fields: [
        { path: '/status', before: 'published', after: 'draft' },
        { path: '/variables/0/key', before: 'NAME', after: 'PLAN' },
      ],
    },
  ]);
});

test('a template in list form is compared by the fields of the list form', () => {
  expect(compare(workspace(template), workspace(listed)).same).toBe(true);
  expect(compare(workspace(template), workspace({ ...listed, name: 'B' })).resources).toMatchObject(
    [{ change: 'changed', fields: [{ path: '/name' }] }],
  );
});

test('a resource that only one side has is reported as not compared', () => {
  const { same, notCompared } = compare(workspace(template), { workflows: [] });
  expect(same).toBe(true);
  expect(notCompared).toEqual([
    { what: 'templates', reason: 'the second side holds none', oneSided: false },
  ]);
  expect(compare({ workflows: [] }, workspace(template)).notCompared).toMatchObject([
    { reason: 'the first side holds none' },
  ]);
});

test('an item without id and alias is one of its own', () => {
  const nameless = { name: 'Draft', html: '' };
  expect(compare(workspace(template), workspace(template, nameless)).resources).toEqual([
    { change: 'added', of: 'template', name: 'without a name', fields: [] },
  ]);
});

test('resources that one side could not load are neither added nor removed', () => {
  const [few, all] = [
    workspace(template),
    workspace(template, { ...template, id: 't2', alias: 'b' }),
  ];
  const gap = new Set(['templates']);
  const changesOf = (before: object, after: object, gaps: object) =>
    compareWorkspaces([documentOf(before)], [documentOf(after)], {
      ...{ before: new Set<string>(), after: new Set<string>() },
      ...gaps,
    }).difference.resources.map(({ change }) => change);
  expect(changesOf(few, all, { before: gap })).toEqual([]);
  expect(changesOf(all, few, { after: gap })).toEqual([]);
  expect(changesOf(few, all, { after: gap })).toEqual(['added']);
  expect(changesOf(all, few, { before: gap })).toEqual(['removed']);
});
