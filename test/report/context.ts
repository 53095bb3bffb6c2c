import { decodeValue } from '../../src/core/document/decode.ts';
import { type LintResult, type LintSettings, lint } from '../../src/core/lint/lint.ts';
import { DEFAULT_CHOICE } from '../../src/core/lint/settings.ts';
import type { Input } from '../../src/core/model/workflow.ts';
import { FORMATS } from '../../src/core/report/formats.ts';
import {
  NOTHING_SILENCED,
  PLAIN_PALETTE,
  type ReportContext,
} from '../../src/core/report/reporter.ts';
import { type CaseInput, documentsOf, ruleSet } from '../cases.ts';

/** Few, so that a new rule does not change these reports. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['dangling-edge', 'unreachable-step', 'duplicate-step-key', 'unknown-event'],
  ...['trailing-delay', 'unused-event', 'unknown-field', 'no-action', 'unknown-resource'],
]);

export const CONTEXT: ReportContext = {
  tool: { name: 'edgewise', version: '0.1.0' },
  rules: ruleSet.rules.filter(({ id }) => SHOWN.has(id)),
  exitCode: 1,
  palette: PLAIN_PALETTE,
  elapsed: 38,
  quiet: false,
  showAccepted: false,
  width: 80,
  maxFindings: 50,
  silenced: NOTHING_SILENCED,
};

export async function print(
  format: string,
  result: LintResult,
  context: Partial<ReportContext> = {},
): Promise<string> {
  const { default: reporter } = (await FORMATS.get(format)?.load()) ?? {};
  return [...(reporter?.(result, { ...CONTEXT, ...context }) ?? [])].join('');
}

/** All rules on files, or on the notation of cases. */
export const run = (input: CaseInput, settings: LintSettings = {}): LintResult =>
  lint(documentsOf({ input }), ruleSet, {
    choice: { ...DEFAULT_CHOICE, only: SHOWN },
    ...settings,
  });

/** Items of the account, which have no text. */
export const runOnAccount = (values: readonly object[]): LintResult => {
  const documents = values.map((value, i) => {
    const name = `https://api.example.com/automations/${i + 1}`;
    const input: Input = { name, value, isNamed: true };
    return decodeValue(input, value);
  });
  return lint(documents, ruleSet, { choice: { ...DEFAULT_CHOICE, only: SHOWN } });
};

const WELCOME = `{
  "name": "Welcome series",
  "status": "enabled",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "hello", "type": "send_email", "config": { "template": { "id": "hello" } } },
    { "key": "tips", "type": "send_email", "config": { "template": { "id": "tips" } } }
  ],
  "connections": [
    { "from": "start", "to": "hello" },
    { "from": "hello", "to": "lesson" }
  ]
}
`;

const line = (name: string): string =>
  JSON.stringify({
    ...{ name, status: 'disabled' },
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'user.creatd' } },
      { key: 'wait', type: 'delay', config: { duration: '3 days' } },
    ],
    connections: [{ from: 'start', to: 'wait' }],
  });

/** Every kind of finding, place and remark. */
export const EVERYTHING: LintResult = run(
  {
    'events.json': {
      object: 'list',
      has_more: false,
      data: [
        { object: 'event', name: 'user.created', schema: null },
        { object: 'event', name: '誕生日.近い', schema: null },
      ],
    },
    'drafts.jsonl': ['One', 'Two', 'Three'].map(line).join('\n'),
    'flows/welcome.json': WELCOME,
    'list.json': {
      object: 'list',
      has_more: true,
      data: [{ object: 'automation', id: 'a1', name: 'Old', status: 'enabled' }],
    },
  },
  {
    choice: { ...DEFAULT_CHOICE, preset: 'strict', only: SHOWN },
    acceptance: {
      suppressions: [
        { rule: 'no-action', workflow: 'One', reason: 'a draft', from: 'edgewise.config.json:3:5' },
        { rule: 'cycle', reason: 'wanted', from: 'edgewise.config.json:4:5' },
        { rule: 'no-action', workflow: 'Two', reason: 'later', expires: '2026-12-31' },
      ],
      baseline: new Set(['0000000000000000']),
      today: '2027-01-01',
    },
    failures: [{ source: 'flows/locked.json', message: 'permission denied', exit: 2 }],
    skipped: [
      { source: 'tsdoc.json', reason: 'not a workflow' },
      { source: 'flows/cut.json', reason: 'an empty file', isDoubtful: true },
    ],
  },
);

export const SILENCED = {
  rules: ['cycle'],
  overrides: ['invalid-sender'],
  files: ['old.json', 'older.json'],
  options: ['unknown-event'],
  severities: ['no-exit'],
  failOn: 'never',
} as const;
