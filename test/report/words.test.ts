import { expect, test } from 'vitest';
import type { NotChecked } from '../../src/core/model/finding.ts';
import { notCheckedEntries, wordNotChecked } from '../../src/core/report/words.ts';
import { EXIT, exitCode, type Threshold } from '../../src/node/exit-code.ts';

const NO_EVENTS = 'no event definitions were loaded';
const STRUCTURE = 'correct the structure first';

test.each<readonly [NotChecked[], string[]]>([
  [[], []],
  [[{ rules: ['a'], reason: NO_EVENTS }], [`a (${NO_EVENTS})`]],
  [
    [{ rules: ['a', 'b', 'c'], of: '"Welcome"', reason: STRUCTURE }],
    [`"Welcome": 3 rules, ${STRUCTURE}`],
  ],
  [
    ['"A"', '"B"', '"C"', '"D"'].map((of) => ({ rules: ['a'], of, reason: STRUCTURE })),
    [`"A", "B", "C" …: a, ${STRUCTURE}`],
  ],
  [[{ rules: [], reason: '2 workflows in list form' }], ['2 workflows in list form']],
  [[{ rules: [], of: 'send.ts:4', reason: 'the event name' }], ['send.ts:4: the event name']],
])('%j', (notChecked, lines) => {
  expect([...wordNotChecked(notChecked)]).toEqual(lines);
});

test('an entry a rule for programs', () => {
  expect(
    notCheckedEntries([
      { rules: ['a', 'b'], of: '"Welcome"', reason: STRUCTURE },
      { rules: [], reason: '1 workflow in list form' },
    ]),
  ).toEqual([
    { rule: 'a', reason: `"Welcome": ${STRUCTURE}` },
    { rule: 'b', reason: `"Welcome": ${STRUCTURE}` },
    { rule: '*', reason: '1 workflow in list form' },
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
