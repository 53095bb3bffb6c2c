import { expect, test } from 'vitest';
import type { FindingData, WorkflowData } from '../../src/core/report/page-data.ts';
import {
  createSearch,
  type FindingFilter,
  NO_FILTER,
  wordsOf,
} from '../../src/features/html/view/filter.ts';

const workflows: readonly WorkflowData[] = [
  { id: 'aut_1', name: 'Welcome series', source: 'welcome.json' },
  { id: 'aut_2', name: 'Win\nback', source: 'live' },
];

const finding = (more: Partial<FindingData>): FindingData => ({
  rule: 'cycle',
  severity: 'error',
  message: 'goes round',
  fingerprint: 'f',
  place: 'welcome.json:1:1',
  source: 'welcome.json',
  related: [],
  fixes: [],
  ...more,
});

const findings = [
  finding({ workflow: 0, help: 'add a delay' }),
  finding({
    workflow: 1,
    place: 'live',
    severity: 'info',
    rule: 'missing-sender',
    message: 'no name',
  }),
  finding({
    source: 'events.json',
    place: 'events.json:2:2',
    severity: 'warning',
    rule: 'unused-event',
  }),
  finding({ workflow: 1, place: 'live', severity: 'warning', rule: 'cycle' }),
];

const search = createSearch(findings, workflows);
const find = (filter: Partial<FindingFilter>) => search({ ...NO_FILTER, ...filter });

test.each<[string, Partial<FindingFilter>, readonly number[]]>([
  ['all, in their own order', {}, [0, 1, 2, 3]],
  ['words in any order and case', { text: 'DELAY  round' }, [0]],
  ['a word of the workflow', { text: 'welcome' }, [0]],
  ['a fingerprint', { text: 'f nothing' }, []],
  ['a severity', { severities: new Set(['warning']) }, [2, 3]],
  ['no severity', { severities: new Set() }, []],
  ['a rule', { rule: 'cycle' }, [0, 3]],
  ['a workflow by its shown name', { workflow: 'win\\nback' }, [1, 3]],
  ['a workflow by its id', { workflow: ' AUT_1 ' }, [0]],
  ['findings without a workflow, by source', { workflow: 'events' }, [2]],
])('finds %s', (_, filter, expected) => {
  expect(find(filter)).toEqual(expected);
});

test('words are separated by white space', () => {
  expect(wordsOf(' A\tb  ')).toEqual(['a', 'b']);
  expect(wordsOf('')).toEqual([]);
});
