import { expect, test } from 'vitest';
import type { Finding, Result } from '../../src/core/model/finding.ts';
import sarif from '../../src/core/report/sarif.ts';
import { findingOf, print, resultOf } from './samples.ts';

const runOf = (result: Result) => JSON.parse(print(sarif, result)).runs[0];
const resultFor = (more: Partial<Finding>) => runOf(resultOf([findingOf(more)])).results[0];

test('fixes are replacements of regions', () => {
  const region = { startLine: 1, startColumn: 2, endLine: 1, endColumn: 3 };
  const edits = [{ pointer: '/a', startOffset: 1, endOffset: 2, region, text: '"b"' }];
  const fixes = [{ title: 'replace [a]', safety: 'safe', edits }] as const;
  expect(resultFor({ fixes }).fixes).toEqual([
    {
      description: { text: 'replace \\[a\\]' },
      artifactChanges: [
        {
          artifactLocation: { uri: 'welcome.json', uriBaseId: '%SRCROOT%' },
          replacements: [{ deletedRegion: region, insertedContent: { text: '"b"' } }],
        },
      ],
    },
  ]);
  expect(resultFor({ fixes: [] })).not.toHaveProperty('fixes');
});

test.each([
  [{ by: 'suppression', reason: 'known' }, 'known'],
  [{ by: 'baseline' }, 'in the baseline'],
] as const)('a finding with %j is suppressed as %j', (suppressed, justification) => {
  expect(resultFor({ suppressed }).suppressions).toEqual([
    { kind: 'external', status: 'accepted', justification },
  ]);
  expect(resultFor({})).not.toHaveProperty('suppressions');
});

test('related places have numbers and messages', () => {
  const location = { source: 'b.json', pointer: '' };
  expect(resultFor({ related: [{ message: 'a [b]', location }] }).relatedLocations).toEqual([
    {
      id: 1,
      message: { text: 'a \\[b\\]' },
      physicalLocation: {
        artifactLocation: { uri: 'b.json', uriBaseId: '%SRCROOT%' },
        region: { startLine: 1 },
      },
    },
  ]);
  expect(resultFor({})).not.toHaveProperty('relatedLocations');
});

test('notifications name their kind, the file or the rule', () => {
  const failures = [{ source: 'b.json', message: 'gone', refused: true }];
  const notChecked = ['long-subject', 'other'].map((rule) => ({ rule, reason: 'no list' }));
  const { tool, invocations } = runOf(resultOf([], { failures, notChecked }));
  const { rules, notifications } = tool.driver;
  const index = rules.findIndex(({ id }: { id: string }) => id === 'long-subject');
  expect(invocations[0].toolExecutionNotifications).toEqual([
    {
      descriptor: { id: 'not-read', index: 0 },
      level: 'error',
      message: { text: 'b.json: gone' },
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'b.json', uriBaseId: '%SRCROOT%' } } },
      ],
    },
    {
      descriptor: { id: 'not-checked', index: 1 },
      level: 'note',
      message: { text: 'not checked: long-subject (no list)' },
      associatedRule: { id: 'long-subject', index },
    },
    {
      descriptor: { id: 'not-checked', index: 1 },
      level: 'note',
      message: { text: 'not checked: other (no list)' },
    },
  ]);
  expect(notifications.map(({ id }: { id: string }) => id)).toEqual([
    'not-read',
    'not-checked',
    'left-out',
  ]);
});

test('a result has the names of its workflow, step, edge and event', () => {
  const names = { step: 'a', edge: 'a → b', event: 'user.created' };
  const { properties } = resultFor({ workflow: { id: '1', name: 'Welcome' }, ...names });
  expect(properties).toEqual({ workflowId: '1', workflowName: 'Welcome', ...names });
});
