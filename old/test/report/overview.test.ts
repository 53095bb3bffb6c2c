import { expect, test } from 'vitest';
import type { Finding } from '../../src/core/model/finding.ts';
import html from '../../src/core/report/html.ts';
import { buildReportData } from '../../src/core/report/html-data.ts';
import { overviewOf } from '../../src/core/report/overview.ts';
import { CONTEXT, findingOf, print, resultOf } from './samples.ts';

// The first screen of the HTML report.

const inWorkflow = (name: string, more: Partial<Finding> = {}, status = 'enabled'): Finding =>
  findingOf({
    severity: 'error',
    message: `connection to unknown step "${name}"`,
    fingerprint: name + more.message,
    workflow: { id: name, name, status },
    location: { source: `${name}.json`, pointer: '/edges/0/to' },
    ...more,
  });
const lost = (emails: number): Partial<Finding> => ({
  consequence: `${emails} later emails are never sent`,
});

const FINDINGS = [
  inWorkflow('a', lost(2)),
  inWorkflow('a', {
    rule: 'same-mail-twice',
    severity: 'warning',
    message: 'also sent by "b"',
    consequence: '1 email is sent twice',
  }),
  inWorkflow('b', lost(5)),
  inWorkflow('c', { message: 'bad sender', rule: 'invalid-sender' }),
  inWorkflow('d', lost(9), 'disabled'),
  inWorkflow('e', { severity: 'warning', message: 'no timeout', rule: 'endless-wait' }),
];

const overview = (findings: readonly Finding[]) => {
  const data = buildReportData(resultOf(findings), CONTEXT);
  const { faulty, drafts, causes } = overviewOf(data);
  const named = (lines: typeof faulty) =>
    lines.map(({ workflow, effect }) => [data.workflows[workflow]?.name, effect]);
  return {
    faulty: named(faulty),
    drafts: named(drafts),
    causes: causes.map(({ findings: own, effect }) => [own[0].rule, own.length, effect]),
  };
};

test('a workflow has one line with its effect, and a cause is one line over all workflows', () => {
  expect(overview(FINDINGS)).toEqual({
    faulty: [
      ['b', '5 emails never sent'],
      ['a', '2 emails never sent, 1 sent twice'],
      ['c', ''],
    ],
    drafts: [['d', '9 emails never sent']],
    causes: [
      ['dangling-edge', 3, '16 emails never sent'],
      ['same-mail-twice', 1, '1 email sent twice'],
      ['invalid-sender', 1, ''],
    ],
  });
});

test('without errors and lost emails, all findings are causes, and no workflow is called faulty', () => {
  const findings = FINDINGS.slice(-1);
  expect(overview(findings)).toEqual({
    faulty: [],
    drafts: [],
    causes: [['endless-wait', 1, '']],
  });
  expect(print(html, resultOf(findings))).toContain('<p class="headline">1 warning');
});

test('two findings about the same email do not count it twice', () => {
  const steps = [
    { key: 'start', type: 'trigger', config: { event_name: 'x' } },
    { key: 'mail', type: 'send_email', config: {} },
  ];
  const plain = { source: 'a.json', line: 1, pointer: '', id: 'a', name: 'a', status: 'enabled' };
  const workflow = {
    ...plain,
    summaryOnly: false,
    hasSteps: true,
    hasEdges: true,
    steps,
    edges: [],
  };
  const findings = [inWorkflow('a', lost(1)), inWorkflow('a', { ...lost(1), message: 'other' })];
  const data = buildReportData(resultOf(findings), { ...CONTEXT, workflows: [workflow] });
  expect(overviewOf(data).faulty.map(({ effect }) => effect)).toEqual(['1 email never sent']);
});

test.each([
  [FINDINGS, '3 enabled workflows do not do what they say'],
  [FINDINGS.slice(2, 3), '1 enabled workflow does not do what it says'],
  [[inWorkflow('a', { workflow: { name: 'a' } })], '1 workflow does not do what it says'],
  [FINDINGS.slice(4, 5), '1 draft does not do what it says'],
])('the headline counts workflows', (findings, headline) => {
  expect(print(html, resultOf(findings))).toContain(`<p class="headline">${headline}</p>`);
});

test('drafts are folded, and a command is printed for fixes that are made', () => {
  const fix = { title: 'replace it', safety: 'safe', edits: [] } as const;
  const [first, ...others] = FINDINGS as [Finding, ...Finding[]];
  const result = resultOf([{ ...first, fixes: [fix] }, ...others]);
  const page = print(html, result, { facts: { fix: 'edgewise lint mails/' } });
  expect(page).toMatch(/<details><summary>1 draft \(disabled\)<\/summary>/);
  expect(page).toContain(
    'Fix 1 of 3: <code>edgewise lint mails/ --fix --only dangling-edge</code>',
  );
  expect(page).toContain('<code>edgewise lint mails/ --fix</code> corrects 1 finding');
  expect(print(html, result)).not.toContain('edgewise lint');
});

test.each([
  [{}, undefined],
  [{ notChecked: [{ rule: 'cycle', reason: 'a' }] }, '1 rule not fully checked'],
  [
    { notChecked: ['cycle', 'cycle', 'no-op'].map((rule, i) => ({ rule, reason: `${i}` })) },
    '2 rules not fully checked',
  ],
  [{ failures: [{ source: 'b.json', message: 'is empty', refused: true }] }, '1 source not read'],
  [
    {
      failures: [{ source: 'b.json', message: 'is empty', refused: true }],
      notChecked: [{ rule: 'cycle', reason: 'a' }],
    },
    '1 source not read, 1 rule not fully checked',
  ],
])('the gaps of a run with %j are said: %s', (more, expected) => {
  const page = print(html, resultOf(FINDINGS, more));
  expect(/<p class="dim"><span data-kind="notes">(.*?)<\/span>/.exec(page)?.[1]).toBe(expected);
});
