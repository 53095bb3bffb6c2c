import { describe, expect, test } from 'vitest';
import { brokenDocument } from '../../src/core/document/decode.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { accept } from '../../src/core/lint/accept.ts';
import type { CheckedDocument } from '../../src/core/lint/check.ts';
import { compareParts } from '../../src/core/lint/compare.ts';
import { checkInput, lint as lintInput } from '../../src/core/lint/lint.ts';
import type { ActiveRule, SettingAt } from '../../src/core/lint/settings.ts';
import type { AnyRule, Workspace } from '../../src/core/rule.ts';

const workflow = (id: string, ...keys: readonly string[]) => ({
  id,
  name: id,
  status: 'enabled',
  steps: ['start', ...keys].map((key) => ({ key, type: 'trigger', config: {} })),
  connections: keys.map((key) => ({ from: 'start', to: key })),
});
const SUMMARY = {
  object: 'list',
  has_more: false,
  data: [{ id: 's', name: 's', status: 'enabled' }],
};
const EVENT = { name: 'order.paid', schema: null };

const active = (rule: object): ActiveRule => ({
  rule: { id: 'probe', ...rule } as unknown as AnyRule,
  severity: 'error',
  options: { own: true },
});
const refOf = (source: string, text: string) => ({
  ...{ source, index: 0, line: 1, start: 0, end: text.length },
});

const read = (files: Record<string, unknown>): readonly CheckedDocument[] =>
  Object.entries(files).map(([source, value]) => {
    const text = JSON.stringify(value);
    return { document: parseDocument(text, refOf(source, text)), text };
  });
const partOf = (rules: readonly ActiveRule[], files: Record<string, unknown>) =>
  checkInput({ documents: read(files) }, { rules });
const lint = (
  rules: readonly ActiveRule[],
  files: Record<string, unknown>,
  settingAt?: SettingAt,
) => lintInput({ documents: read(files) }, { rules, settingAt });

const FILES = { 'b.json': workflow('b', 'mail'), 'a.json': workflow('a'), 'c.json': SUMMARY };
type Compared = { readonly summaries: readonly { readonly summary: unknown }[] };
const BAD = () => {
  throw new RangeError('no such thing');
};

describe('a hook', () => {
  test.each([
    ['workflow', false, ['a', 'b']],
    ['workflow', true, ['a', 'b', 's']],
    ['summarize', false, ['a', 'b']],
    ['summarize', true, ['a', 'b', 's']],
  ])('%s sees workflows in list form when asked to: %s', (hook, listForm, expected) => {
    const seen: string[] = [];
    const see = ({ workflow: { ref } }: { workflow: { ref: { id: string } } }) => {
      seen.push(ref.id);
    };
    lint([active({ [hook]: see, listForm })], FILES);
    expect(seen).toEqual(expected);
  });

  test.each([['workflow'], ['summarize'], ['document']])(
    '%s that fails is a finding of each document, and the run is not complete',
    (hook) => {
      const { findings, complete, crashed } = lint([active({ [hook]: BAD })], {
        'a.json': workflow('a'),
        'b.json': workflow('b'),
      });
      expect(findings.map(({ rule, location }) => `${rule} ${location.source}`)).toEqual([
        'rule-crashed a.json',
        'rule-crashed b.json',
      ]);
      expect(findings[0]?.message).toContain('RangeError: no such thing');
      expect({ complete, crashed }).toEqual({ complete: false, crashed: true });
    },
  );

  test.each([['workspace'], ['compare']])(
    '%s that fails is a finding of the first document by name',
    (hook) => {
      const { findings, crashed } = lint([active({ [hook]: BAD })], FILES);
      expect(findings.map(({ location }) => location.source)).toEqual(['a.json']);
      expect(crashed).toBe(true);
      expect(lint([active({ [hook]: BAD })], {})).toMatchObject({ findings: [], crashed: true });
    },
  );

  test('document and event are left out for documents that another part checks', () => {
    const seen: string[] = [];
    const rules = [
      active({
        document: () => seen.push('document'),
        event: () => seen.push('event'),
        workflow: () => seen.push('workflow'),
      }),
    ];
    const documents = read({ 'a.json': { workflows: [workflow('a')], events: [EVENT] } });
    const shared = documents.map((each) => ({ ...each, isShared: true }));
    checkInput({ documents: shared }, { rules });
    expect(seen).toEqual(['workflow']);
    checkInput({ documents }, { rules });
    expect(seen).toEqual(['workflow', 'document', 'event', 'workflow']);
  });

  test('document is told the keys that its text has twice', () => {
    const counts: number[] = [];
    const look = ({ duplicateKeys }: { duplicateKeys(): readonly unknown[] }) => {
      counts.push(duplicateKeys().length);
    };
    const text = '{"object":"event","name":"a","name":"b"}';
    const document = parseDocument(text, refOf('a.json', text));
    const broken = brokenDocument(refOf('b.json', text), { message: 'm' } as never);
    const documents = [{ document, text }, { document }, { document: broken, text }];
    lintInput({ documents }, { rules: [active({ document: look })] });
    expect(counts).toEqual([1, 0, 0]);
  });

  test('event is called for each definition, and compare with summaries in order of files', () => {
    const events: unknown[] = [];
    const compared: unknown[] = [];
    lint(
      [
        active({
          event: ({ event }: { event: { name: string } }) => events.push(event.name),
          summarize: ({ workflow: { ref } }: { workflow: { ref: { id: string } } }) =>
            ref.id === 'x' ? undefined : [ref.id],
          compare: ({ summaries }: Compared) =>
            compared.push(...summaries.map(({ summary }) => summary)),
        }),
      ],
      { ...FILES, 'x.json': workflow('x'), 'e.json': EVENT },
    );
    expect(events).toEqual(['order.paid']);
    expect(compared).toEqual([['a'], ['b']]);
  });

  test('knows all definitions, whatever the order of the files', () => {
    const known: unknown[] = [];
    const look = ({ workspace: { events, definition } }: { workspace: Workspace }) =>
      void known.push(events, definition('order.paid')?.name);
    const files = { 'a.json': workflow('a'), 'z.json': { events: [EVENT] } };
    lint([active({ workflow: look })], files);
    expect(known).toEqual(['complete', 'order.paid']);
  });
});

test('each hook gets the options of its place, and reports nothing where the rule is off', () => {
  const given: unknown[] = [];
  const hook =
    (name: string) => (_: unknown, report: (given: object) => void, options: unknown) => {
      given.push([name, options]);
      report({
        at: { document: refOf('a.json', '{}'), pointer: '', subject: {} },
        message: name,
      });
    };
  const summarize = (_: unknown, options: unknown) => void given.push(['summarize', options]);
  const rule = active({ document: hook('document'), workflow: hook('workflow'), summarize });
  const workspace = { ...active({ id: 'wide', workspace: hook('workspace') }) };
  const isOn = new Map([['a.json', { ...rule, options: { own: false } }]]);
  const on = lint([rule, workspace], { 'a.json': workflow('a') }, (asked, source) =>
    asked === rule ? isOn.get(source) : asked,
  );
  expect(given).toEqual([
    ['document', { own: false }],
    ['workflow', { own: false }],
    ['summarize', { own: false }],
    ['workspace', { own: true }],
  ]);
  expect(on.findings.map(({ message }) => message).sort()).toEqual([
    'document',
    'workflow',
    'workspace',
  ]);
  given.length = 0;
  const off = lint([rule, workspace], { 'a.json': workflow('a') }, () => undefined);
  expect(off.findings).toEqual([]);
  // The workflow hook is not called; summaries are made for reports elsewhere.
  expect(given).toEqual([
    ['document', { own: true }],
    ['summarize', { own: true }],
    ['workspace', { own: true }],
  ]);
});

test('what was read is counted, and sources are listed in order', () => {
  const { summary, sources, complete, failures } = lint([], { ...FILES, 'e.json': EVENT });
  expect(summary).toMatchObject({ sources: 4, workflows: 3, steps: 3, edges: 1, events: 1 });
  expect(sources).toEqual(['a.json', 'b.json', 'c.json', 'e.json']);
  expect({ complete, failures }).toEqual({ complete: true, failures: [] });
});

test('files that cannot be read are listed in order, and rules that need them do not run', () => {
  const needs = active({ needs: { workflows: 'complete' }, workspace: () => {} });
  const failures = [
    ['z.json', 'too large', 'workflows'],
    ['b.json', 'late', 'events'],
    ['b.json', 'gone', 'events'],
  ].map(([source = '', message = '', of]) => ({
    failure: { source, message, refused: false },
    of,
  }));
  const {
    complete,
    failures: listed,
    notChecked,
  } = lintInput(
    {
      documents: read({ 'a.json': workflow('a') }),
      failures,
      leftOut: [{ what: 'drafts are left out', of: 'workflows' }],
    },
    { rules: [needs] },
  );
  expect(complete).toBe(false);
  expect(listed.map(({ source, message }) => `${source} ${message}`)).toEqual([
    'b.json gone',
    'b.json late',
    'z.json too large',
  ]);
  expect(notChecked).toEqual([
    {
      rule: 'probe',
      reason: 'the workflow list is partial (drafts are left out; z.json could not be read)',
    },
  ]);
});

test('rules over the whole workspace do not run on a part of it', () => {
  const calls: string[] = [];
  const rules = [
    active({ workspace: () => calls.push('workspace') }),
    { ...active({ id: 'idle', workflow: () => {} }), idle: 'nothing to do' },
  ];
  const skipped = ['z.json', 'y.json'].map((source) => ({ source, reason: 'other' }));
  const parts = [{ ...partOf(rules, { 'a.json': workflow('a') }), skipped }];
  const finish = (unfinished?: string) => {
    const settings = { rules, unfinished };
    return accept(parts, compareParts(parts, settings), () => undefined, settings).result;
  };
  expect(finish('a shard is missing').notChecked).toEqual([
    { rule: 'probe', reason: 'a shard is missing' },
    { rule: 'idle', reason: 'nothing to do' },
  ]);
  expect(calls).toEqual([]);
  const { notChecked, skipped: files } = finish();
  expect(notChecked).toEqual([{ rule: 'idle', reason: 'nothing to do' }]);
  expect(calls).toEqual(['workspace']);
  expect(files.map(({ source }) => source)).toEqual(['y.json', 'z.json']);
});

test('causes come first among the findings of their workflow, in the places of these', () => {
  const at =
    (pointer: string) =>
    (context: { workflow: { ref: object; document: object } }, report: (given: object) => void) =>
      report({
        at: {
          document: context.workflow.document,
          pointer,
          subject: { workflow: context.workflow.ref },
        },
        message: pointer,
      });
  const rules = [
    active({ id: 'effect', workflow: at('/steps') }),
    active({ id: 'cause', isCause: true, workflow: at('/connections') }),
  ];
  const { findings } = lint(rules, { 'b.json': workflow('b'), 'a.json': workflow('a') });
  expect(findings.map(({ rule, location }) => `${rule} ${location.source}`)).toEqual([
    'cause a.json',
    'effect a.json',
    'cause b.json',
    'effect b.json',
  ]);
});

test('summaries that rules share are made once', () => {
  let calls = 0;
  const summarize = () => ++calls;
  const seen: unknown[] = [];
  const compare = ({ summaries }: Compared) =>
    void seen.push(summaries.map(({ summary }) => summary));
  lint([active({ id: 'one', summarize, compare }), active({ id: 'two', summarize, compare })], {
    'a.json': workflow('a'),
  });
  expect(calls).toBe(1);
  expect(seen).toEqual([[1], [1]]);
});

test('what rules build of the workspace is built once', () => {
  let builds = 0;
  const build = () => ++builds;
  const seen: number[] = [];
  const look = ({ workspace }: { workspace: Workspace }) =>
    void seen.push(workspace.memoized(build));
  lint([active({ id: 'one', workflow: look }), active({ id: 'two', workflow: look })], FILES);
  expect(seen).toEqual([1, 1, 1, 1]);
});

test('what a rule leaves unchecked is listed once, with the number of its items', () => {
  type Context = { leaveUnchecked(reason: string, item?: { noun: string; name: string }): void };
  const workflowHook = ({ leaveUnchecked, workflow }: Context & { workflow: { name: string } }) => {
    leaveUnchecked('too long');
    leaveUnchecked('unknown', { noun: 'template', name: 'shared' });
    leaveUnchecked('unknown', { noun: 'template', name: workflow.name });
    leaveUnchecked('lost', { noun: 'topic', name: 'one' });
  };
  const { notChecked } = lint([active({ workflow: workflowHook })], FILES);
  expect(notChecked.filter(({ rule }) => rule === 'probe')).toEqual([
    { rule: 'probe', reason: 'too long' },
    { rule: 'probe', reason: '3 templates are unknown' },
    { rule: 'probe', reason: '1 topic is lost' },
  ]);
});

describe('the definition that a name means', () => {
  const meantAmong = (defined: readonly string[], name: string): string | undefined => {
    type Find = (name: string) => { name?: string } | undefined;
    let meant: ReturnType<Find>;
    const workspace = ({ workspace: { definitionMeant } }: { workspace: Record<string, Find> }) => {
      meant = definitionMeant?.(name);
    };
    const events = defined.map((each) => ({ name: each, schema: null }));
    lint([active({ workspace })], { 'a.json': workflow('a'), 'events.json': list(events) });
    return meant?.name;
  };
  const list = (data: readonly object[]) => ({ object: 'list', has_more: false, data });

  test.each([
    ['that of the name', ['trial.started', 'trial.start'], 'trial.start', 'trial.start'],
    ['the only near one', ['user.left', 'trial.started'], 'trial.startd', 'trial.started'],
    ['the nearer of two', ['trial.starteds', 'trial.started'], 'trial_started', 'trial.started'],
    ['the nearer of two', ['trial.started', 'trial.starteds'], 'trial_started', 'trial.started'],
    [
      'none of two equally near ones',
      ['trial.started', 'trial.starter'],
      'trial.starte',
      undefined,
    ],
    ['none of another number', ['lesson.2.done', 'user.left'], 'lesson.1.done', undefined],
    ['none without a near one', ['user.left'], 'trial.started', undefined],
    ['none for a name of the service', ['resent:email'], 'resend:email', undefined],
  ])('is %s: of %j for %s', (_, defined, name, meant) => {
    expect(meantAmong(defined, name)).toBe(meant);
  });
});

describe('after 100,000 findings', () => {
  const FULL = [
    {
      source: 'a.json',
      message: 'more than 100,000 findings; the rest is not checked',
      refused: true,
    },
  ];
  const reportMore = (_: unknown, report: (given: object) => void) => {
    for (let i = 0; i < 100_002; i++)
      report({ at: { document: refOf('a.json', '{}'), pointer: '', subject: {} }, message: 'm' });
  };

  test('those of files are not listed', () => {
    const { findings, failures } = partOf([active({ workflow: reportMore })], {
      'a.json': workflow('a'),
      'b.json': EVENT,
    });
    expect(findings).toHaveLength(100_000);
    expect(failures).toEqual(FULL);
  });

  test('those over all files are not listed', () => {
    const found = lint([active({ workspace: reportMore })], { 'a.json': workflow('a') });
    expect(found.findings).toHaveLength(100_000);
    expect(found.failures).toEqual(FULL);
    expect(found.complete).toBe(false);
  });
});

test('what one of several parts has crashed on holds for the run', () => {
  const failing = ({ workflow: { ref } }: { workflow: { ref: { id: string } } }) => {
    if (ref.id === 'a') BAD();
  };
  const rules = [active({ workflow: failing })];
  const parts = [{ 'a.json': workflow('a') }, { 'b.json': workflow('b') }].map((files) =>
    partOf(rules, files),
  );
  const compared = compareParts(parts, { rules });
  const { result } = accept(parts, compared, () => undefined, { rules });
  expect(result.crashed).toBe(true);
});

test('rules that cannot be decided everywhere count as checked in part where they have findings', () => {
  const probe = (id: string, finds: boolean) =>
    active({
      id,
      workflow: (_: unknown, report: (given: object) => void) => {
        if (finds)
          report({
            at: { document: refOf('a.json', '{}'), pointer: '', subject: {} },
            message: id,
          });
      },
      workspace: ({ leaveUnchecked }: { leaveUnchecked(reason: string): void }) =>
        leaveUnchecked('too long'),
    });
  const result = lint([probe('found', true), probe('silent', false)], { 'a.json': workflow('a') });
  expect(result.notChecked).toEqual([
    { rule: 'found', reason: 'too long', inPart: true },
    { rule: 'silent', reason: 'too long' },
  ]);
});
