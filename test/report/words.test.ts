import { expect, test } from 'vitest';
import type { NotChecked } from '../../src/core/model/finding.ts';
import { notCheckedEntries, wordNotChecked } from '../../src/core/report/words.ts';
import { EXIT, exitCode, type Threshold } from '../../src/node/exit-code.ts';

const ask = (rule: string, collection: string, completeness: 'absent' | 'partial'): NotChecked => ({
  ...{ is: 'collection', rule, collection, completeness },
});

test.each<readonly [NotChecked[], string[]]>([
  [[], []],
  [
    [ask('unused-event', 'events', 'partial')],
    ['unused-event (not all event definitions were loaded)'],
  ],
  [
    [ask('a', 'events', 'absent'), ask('b', 'domains', 'absent'), ask('c', 'templates', 'absent')],
    [
      'a (no event definitions were loaded)',
      'b (no domains were loaded)',
      'c (no templates were loaded)',
    ],
  ],
  [
    [{ is: 'structure', workflow: 'Welcome', rules: ['a', 'b', 'c'] }],
    ['"Welcome": 3 rules, correct the structure first'],
  ],
  [
    ['A', 'B', 'C', 'D'].map((workflow) => ({ is: 'structure', workflow, rules: ['a'] })),
    ['"A", "B", "C" …: a, correct the structure first'],
  ],
  [[{ is: 'size', workflow: 'Big', rules: ['a', 'b'] }], ['"Big": a, b, too many steps or edges']],
  [[{ is: 'cases', workflow: 'Wide', rules: ['a'] }], ['"Wide": a, more than 1,000 cases']],
  [[{ is: 'list-form', workflows: 2 }], ['2 workflows in list form, without steps']],
  [
    [{ is: 'place', source: 'send.ts', line: 4, what: 'the event name' }],
    ['send.ts:4: the event name; see edgewise record'],
  ],
])('%j', (notChecked, lines) => {
  expect([...wordNotChecked(notChecked)]).toEqual(lines);
});

test('an entry a rule for programs', () => {
  expect(
    notCheckedEntries([
      { is: 'structure', workflow: 'Welcome', rules: ['a', 'b'] },
      { is: 'list-form', workflows: 1 },
      ask('c', 'contact_properties', 'partial'),
    ]),
  ).toEqual([
    { rule: 'a', reason: '"Welcome": correct the structure first' },
    { rule: 'b', reason: '"Welcome": correct the structure first' },
    { rule: '*', reason: '1 workflow in list form, without steps' },
    { rule: 'c', reason: 'not all contact properties were loaded' },
  ]);
});

type Counts = readonly [errors: number, warnings: number, infos: number];

test.each<
  readonly [Counts, Partial<{ exit: 2 | 3; crashed: true; accepted: true }>, Threshold, number]
>([
  [[0, 0, 0], {}, {}, EXIT.clean],
  [[0, 9, 9], {}, {}, EXIT.clean],
  [[1, 0, 0], {}, {}, EXIT.findings],
  [[0, 1, 0], {}, { failOn: 'warning' }, EXIT.findings],
  [[1, 0, 0], {}, { failOn: 'warning' }, EXIT.findings],
  [[0, 0, 1], {}, { failOn: 'warning' }, EXIT.clean],
  [[0, 0, 1], {}, { failOn: 'info' }, EXIT.findings],
  [[9, 9, 9], {}, { failOn: 'never' }, EXIT.clean],
  [[0, 2, 0], {}, { maxWarnings: 2 }, EXIT.clean],
  [[0, 3, 0], {}, { maxWarnings: 2 }, EXIT.findings],
  [[0, 3, 0], {}, { failOn: 'never', maxWarnings: 2 }, EXIT.findings],
  [[1, 0, 0], { accepted: true }, {}, EXIT.clean],
  [[0, 0, 0], { exit: 3 }, {}, EXIT.incomplete],
  [[1, 0, 0], { exit: 3 }, {}, EXIT.findings],
  [[1, 0, 0], { exit: 2 }, {}, EXIT.failed],
  [[0, 0, 0], { crashed: true }, { failOn: 'never' }, EXIT.failed],
])(
  '%j %j %j: exit %d',
  ([errors, warnings, infos], { exit, crashed, accepted }, threshold, code) => {
    const findings = [
      ...Array.from({ length: errors }, () => ({ severity: 'error' })),
      ...Array.from({ length: warnings }, () => ({ severity: 'warning' })),
      ...Array.from({ length: infos }, () => ({ severity: 'info' })),
    ].map((each) => (accepted ? { ...each, accepted: { by: 'baseline' } } : each));
    const failures = exit === undefined ? [] : [{ source: 'a', message: 'b', exit }];
    const result = { findings, failures, crashed: crashed ? [{ rule: 'a' }] : [] };
    expect(exitCode(result as never, threshold)).toBe(code);
  },
);
