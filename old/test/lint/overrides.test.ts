import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { createLinter } from '../../src/core/lint/linter.ts';
import {
  type Override,
  type RuleOverride,
  resolveSettings,
} from '../../src/core/lint/overrides.ts';
import type { RuleChoice } from '../../src/core/lint/settings.ts';

const workflow = (name: string, more: object = {}) => ({
  object: 'workflow',
  id: `id of ${name}`,
  name,
  status: 'enabled',
  steps: [
    { id: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    { id: 'wait', type: 'delay', config: { duration: '20 days' } },
    {
      id: 'mail',
      type: 'send_email',
      config: { template_id: 'tpl', subject: 'Hello', from: 'Juniper <hello@juniper.io>' },
    },
  ],
  edges: [
    { id: 'e1', from_step_id: 'start', to_step_id: 'wait', edge_type: 'default' },
    { id: 'e2', from_step_id: 'wait', to_step_id: 'mail', edge_type: 'default' },
    { id: 'e3', from_step_id: 'mail', to_step_id: 'mail', edge_type: 'default' },
  ],
  ...more,
});

const FILES = {
  'welcome.json': workflow('Welcome'),
  'archive/old.json': workflow('Old welcome', { status: 'disabled' }),
  'upsell.json': workflow('Upsell'),
};

const override = (
  condition: Partial<Override>,
  changed: Record<string, RuleOverride>,
): Override => ({
  basePath: '',
  ...condition,
  rules: new Map(Object.entries(changed)),
});

/** "file severity" of every finding of a rule. */
function findings(
  rule: string,
  overrides: readonly Override[],
  choice: RuleChoice = {},
  files: Record<string, unknown> = FILES,
): readonly string[] {
  const { active, settingAt } = resolveSettings(rules, choice, overrides);
  const linter = createLinter(active, settingAt);
  for (const [source, value] of Object.entries(files)) {
    const text = JSON.stringify(value);
    linter.add(
      parseDocument(text, { source, index: 0, line: 1, start: 0, end: text.length }),
      text,
    );
  }
  return linter
    .finish()
    .findings.filter((finding) => finding.rule === rule)
    .map(({ location, severity }) => `${location.source} ${severity}`);
}

test('without overrides, places are not looked at', () => {
  expect(resolveSettings(rules, {}, []).settingAt).toBeUndefined();
});

test.each<[string, Partial<Override>, readonly string[]]>([
  [
    'a name',
    { workflows: ['Upsell'] },
    ['archive/old.json error', 'upsell.json info', 'welcome.json error'],
  ],
  [
    'a part of a name',
    { workflows: ['*elcome'] },
    ['archive/old.json info', 'upsell.json error', 'welcome.json info'],
  ],
  [
    'an id',
    { workflows: ['id of Welcome'] },
    ['archive/old.json error', 'upsell.json error', 'welcome.json info'],
  ],
  [
    'a folder',
    { files: ['archive'] },
    ['archive/old.json info', 'upsell.json error', 'welcome.json error'],
  ],
  [
    'files seen from above',
    { files: ['exports/archive/*'], basePath: 'exports' },
    ['archive/old.json info', 'upsell.json error', 'welcome.json error'],
  ],
  [
    'a status',
    { status: 'disabled' },
    ['archive/old.json info', 'upsell.json error', 'welcome.json error'],
  ],
  [
    'conditions that must all hold',
    { status: 'disabled', workflows: ['Upsell'] },
    ['archive/old.json error', 'upsell.json error', 'welcome.json error'],
  ],
])('an override by %s', (_, condition, expected) => {
  expect(
    findings('self-loop', [override(condition, { 'self-loop': { severity: 'info' } })]),
  ).toEqual(expected);
});

test('a rule can be turned off or on for some workflows', () => {
  expect(
    findings('self-loop', [
      override({ workflows: ['Upsell'] }, { 'self-loop': { severity: 'off' } }),
    ]),
  ).toEqual(['archive/old.json error', 'welcome.json error']);
  expect(
    findings(
      'self-loop',
      [override({ workflows: ['Upsell'] }, { 'self-loop': { severity: 'warning' } })],
      { severities: new Map([['self-loop', 'off']]) },
    ),
  ).toEqual(['upsell.json warning']);
});

test('options apply to the matched workflow only', () => {
  const changed = {
    'excessive-delay': { severity: 'error', options: { max: '14 days' } },
  } as const;
  expect(findings('excessive-delay', [override({ workflows: ['Upsell'] }, changed)])).toEqual([
    'upsell.json error',
  ]);
  const longer = { 'excessive-delay': { severity: 'error', options: { max: '30 days' } } } as const;
  expect(
    findings('excessive-delay', [override({ workflows: ['Upsell'] }, longer)], {
      options: new Map([['excessive-delay', { max: '10 days' }]]),
    }),
  ).toEqual(['archive/old.json error', 'welcome.json error']);
});

test('the last of several overrides counts, and options are merged', () => {
  const all = override({ workflows: ['*'] }, { 'self-loop': { severity: 'info' } });
  const one = override({ workflows: ['Upsell'] }, { 'self-loop': { severity: 'warning' } });
  expect(findings('self-loop', [all, one])).toEqual([
    'archive/old.json info',
    'upsell.json warning',
    'welcome.json info',
  ]);
  expect(findings('self-loop', [one, all])).toEqual([
    'archive/old.json info',
    'upsell.json info',
    'welcome.json info',
  ]);
  const length = override(
    { status: 'enabled' },
    { 'excessive-delay': { severity: 'info', options: { max: '14 days' } } },
  );
  const severity = override(
    { workflows: ['Upsell'] },
    { 'excessive-delay': { severity: 'error' } },
  );
  expect(findings('excessive-delay', [length, severity])).toEqual([
    'upsell.json error',
    'welcome.json info',
  ]);
});

test('an override without a severity keeps it', () => {
  const changed = { 'excessive-delay': { options: { max: '14 days' } } };
  expect(
    findings('excessive-delay', [override({ workflows: ['Upsell'] }, changed)], {
      severities: new Map([['excessive-delay', 'info']]),
    }),
  ).toEqual(['upsell.json info']);
  expect(
    findings('excessive-delay', [override({ workflows: ['Upsell'] }, changed)], {
      severities: new Map([['excessive-delay', 'off']]),
    }),
  ).toEqual([]);
});

test('rules over all workflows read workflows where they are off, and report nothing there', () => {
  const files = {
    'a.json': workflow('Same', { id: '1' }),
    'b.json': workflow('Same', { id: '2' }),
    'c.json': workflow('Same', { id: '3' }),
  };
  const off = override({ files: ['b.json'] }, { 'duplicate-workflow-name': { severity: 'off' } });
  expect(findings('duplicate-workflow-name', [], {}, files)).toEqual([
    'b.json warning',
    'c.json warning',
  ]);
  expect(findings('duplicate-workflow-name', [off], {}, files)).toEqual(['c.json warning']);
});

test('findings outside of workflows are matched by overrides for files only', () => {
  const files = {
    'events.json': {
      object: 'list',
      has_more: true,
      data: [{ id: 'e', name: ' user.created', schema: null }],
    },
  };
  const change = { 'invalid-event-name': { severity: 'info' } } as const;
  expect(
    findings('invalid-event-name', [override({ files: ['events.json'] }, change)], {}, files),
  ).toEqual(['events.json info']);
  expect(
    findings('invalid-event-name', [override({ workflows: ['*'] }, change)], {}, files),
  ).toEqual(['events.json error']);
  expect(
    findings('invalid-event-name', [override({ status: 'enabled' }, change)], {}, files),
  ).toEqual(['events.json error']);
});

const IDLE = 'its option "allow" is not given, and without it nothing is checked';
const IN_PART = 'its option "allow" is not given everywhere, and without it nothing is checked';

test.each<
  [string, { on?: boolean; allow?: string[] }, readonly RuleOverride[], string | undefined]
>([
  ['off', {}, [], undefined],
  ['on', { on: true }, [], IDLE],
  ['on, with the default value of its option', { on: true, allow: [] }, [], IDLE],
  ['on, with its option', { on: true, allow: ['acme.com'] }, [], undefined],
  ['on, and another severity elsewhere', { on: true }, [{ severity: 'error' }], IDLE],
  [
    'on, and its option is given elsewhere',
    { on: true },
    [{ options: { allow: ['acme.com'] } }],
    IN_PART,
  ],
  [
    'on, and allowing everything elsewhere',
    { on: true, allow: ['acme.com'] },
    [{ options: { allow: [] } }],
    undefined,
  ],
  ['off, and turned on elsewhere', {}, [{ severity: 'info' }], IDLE],
  [
    'off, and turned on elsewhere with its option',
    {},
    [{ severity: 'info', options: { allow: ['acme.com'] } }],
    undefined,
  ],
  [
    'off with its option, and turned on elsewhere',
    { allow: ['acme.com'] },
    [{ severity: 'info' }],
    undefined,
  ],
  [
    'off, turned on elsewhere, and with its option only in one place',
    {},
    [{ severity: 'info' }, { severity: 'info', options: { allow: ['acme.com'] } }],
    IN_PART,
  ],
  [
    'off, turned on elsewhere with its option, and off in one place',
    {},
    [{ severity: 'info', options: { allow: ['acme.com'] } }, { severity: 'off' }],
    undefined,
  ],
])('a rule that requires an option: %s', (_, { on, allow }, changes, reason) => {
  const choice = {
    ...(on && { severities: new Map([['sender-domain', 'warning']] as const) }),
    ...(allow && { options: new Map([['sender-domain', { allow }]]) }),
  };
  const overrides = changes.map((change) =>
    override({ workflows: ['*'] }, { 'sender-domain': change }),
  );
  const { active } = resolveSettings(rules, choice, overrides);
  expect(active.flatMap(({ rule, idle }) => (rule.id === 'sender-domain' ? [idle] : []))[0]).toBe(
    reason,
  );
});

test('--only turns off other rules', () => {
  const turnedOn = override({ workflows: ['*'] }, { 'no-exit': { severity: 'info' } });
  expect(
    resolveSettings(rules, { only: new Set(['self-loop']) }, [turnedOn]).active.map(
      ({ rule }) => rule.id,
    ),
  ).not.toContain('no-exit');
  expect(resolveSettings(rules, {}, [turnedOn]).active.map(({ rule }) => rule.id)).toContain(
    'no-exit',
  );
});

test('rules that are on somewhere are in the order of their ids', () => {
  const somewhere = override({ files: ['archive'] }, { 'daily-pressure': { severity: 'info' } });
  const choice: RuleChoice = { severities: new Map([['daily-pressure', 'off']]) };
  const ids = resolveSettings([...rules].reverse(), choice, [somewhere]).active.map(
    ({ rule }) => rule.id,
  );
  expect(ids).toContain('daily-pressure');
  expect(ids).toEqual([...ids].sort());
});
