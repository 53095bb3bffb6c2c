import { describe, expect, test } from 'vitest';
import { brokenDocument } from '../../src/core/document/decode.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { finishParts, markCheckedInPart } from '../../src/core/lint/finish.ts';
import { createLinter, type Linter } from '../../src/core/lint/linter.ts';
import type { ActiveRule, SettingAt } from '../../src/core/lint/settings.ts';
import type { AnyRule, Workspace } from '../../src/rule.ts';

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

function add(linter: Linter, files: Record<string, unknown>, isWhole?: boolean): Linter {
  for (const [source, value] of Object.entries(files)) {
    const text = JSON.stringify(value);
    linter.add(parseDocument(text, refOf(source, text)), () => text, isWhole);
  }
  return linter;
}
const lint = (rules: readonly ActiveRule[], files: Record<string, unknown>, at?: SettingAt) =>
  add(createLinter(rules, at), files).finish((ref) => JSON.stringify(files[ref.source]));

const FILES = { 'b.json': workflow('b', 'mail'), 'a.json': workflow('a'), 'c.json': SUMMARY };
const BAD = () => {
  throw new RangeError('no such thing');
};

describe('a hook', () => {
  test.each([
    ['workflow', false, ['b', 'a']],
    ['workflow', true, ['b', 'a', 's']],
    ['facts', false, ['b', 'a']],
    ['facts', true, ['b', 'a', 's']],
  ])('%s sees workflows in list form when asked to: %s', (hook, summaries, expected) => {
    const seen: string[] = [];
    const see = ({ workflow: { ref } }: { workflow: { ref: { id: string } } }) => {
      seen.push(ref.id);
    };
    lint([active({ [hook]: see, summaries })], FILES);
    expect(seen).toEqual(expected);
  });

  test.each([['workflow'], ['facts'], ['document']])(
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

  test('workspace that fails is a finding of the first document by name', () => {
    const { findings, crashed } = lint([active({ workspace: BAD })], FILES);
    expect(findings.map(({ location }) => location.source)).toEqual(['a.json']);
    expect(crashed).toBe(true);
    expect(lint([active({ workspace: BAD })], {})).toMatchObject({ findings: [], crashed: true });
  });

  test('document is left out for documents that are checked in part', () => {
    const seen: string[] = [];
    const rules = [
      active({ document: () => seen.push('document'), workflow: () => seen.push('workflow') }),
    ];
    add(createLinter(rules), { 'a.json': workflow('a') }, false);
    expect(seen).toEqual(['workflow']);
    add(createLinter(rules), { 'a.json': workflow('a') });
    expect(seen).toEqual(['workflow', 'document', 'workflow']);
  });

  test('document is told the keys that its text has twice', () => {
    const counts: number[] = [];
    const look = ({ duplicateKeys }: { duplicateKeys(): readonly unknown[] }) => {
      counts.push(duplicateKeys().length);
    };
    const linter = createLinter([active({ document: look })]);
    const text = '{"object":"event","name":"a","name":"b"}';
    const document = parseDocument(text, refOf('a.json', text));
    linter.add(document, () => text);
    linter.add(document, () => undefined);
    linter.add(brokenDocument(refOf('b.json', text), { message: 'm' } as never), () => text);
    expect(counts).toEqual([1, 0, 0]);
  });

  test('event is called for each definition, and facts in order of files', () => {
    const events: unknown[] = [];
    const facts: unknown[] = [];
    lint(
      [
        active({
          event: ({ event }: { event: { name: string } }) => events.push(event.name),
          facts: ({ workflow: { ref } }: { workflow: { ref: { id: string } } }) =>
            ref.id === 'x' ? undefined : [ref.id],
          workspace: (context: { facts: readonly { fact: unknown }[] }) =>
            facts.push(...context.facts.map(({ fact }) => fact)),
        }),
      ],
      { ...FILES, 'x.json': workflow('x'), 'e.json': EVENT },
    );
    expect(events).toEqual(['order.paid']);
    expect(facts).toEqual([['a'], ['b']]);
  });

  test('workspace has no facts without a hook that collects them', () => {
    let count: number | undefined;
    const workspace = ({ facts }: { facts: readonly unknown[] }) => void (count = facts.length);
    lint([active({ workspace })], FILES);
    expect(count).toBe(0);
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
  const facts = (_: unknown, options: unknown) => void given.push(['facts', options]);
  const rule = active({ document: hook('document'), workflow: hook('workflow'), facts });
  const workspace = { ...active({ id: 'wide', workspace: hook('workspace') }) };
  const isOn = new Map([['a.json', { ...rule, options: { own: false } }]]);
  const on = lint([rule, workspace], { 'a.json': workflow('a') }, (asked, source) =>
    asked === rule ? isOn.get(source) : asked,
  );
  expect(given).toEqual([
    ['document', { own: false }],
    ['workflow', { own: false }],
    ['facts', { own: false }],
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
  // The workflow hook is not called; facts are collected for reports elsewhere.
  expect(given).toEqual([
    ['document', { own: true }],
    ['facts', { own: true }],
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
  const linter = add(createLinter([needs]), { 'a.json': workflow('a') });
  for (const [source, message] of [
    ['z.json', 'too large'],
    ['b.json', 'late'],
    ['b.json', 'gone'],
  ] as const)
    linter.fail({ source, message, refused: false }, source === 'z.json' ? 'workflows' : 'events');
  linter.leaveOut('drafts are left out', 'workflows');
  const { complete, failures, notChecked } = linter.finish(() => undefined);
  expect(complete).toBe(false);
  expect(failures.map(({ source, message }) => `${source} ${message}`)).toEqual([
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
  const part = add(createLinter(rules), { 'a.json': workflow('a') }).part();
  const skipped = ['z.json', 'y.json'].map((source) => ({ source, reason: 'other' }));
  const finish = (unfinished?: string) =>
    finishParts([part], {
      ...{ rules, readText: () => undefined, skipped: skipped as never, unfinished },
      onRulesDone: () => calls.push('done'),
    });
  expect(finish('a shard is missing').notChecked).toEqual([
    { rule: 'probe', reason: 'a shard is missing' },
    { rule: 'idle', reason: 'nothing to do' },
  ]);
  expect(calls).toEqual(['done']);
  const { notChecked, skipped: files } = finish();
  expect(notChecked).toEqual([{ rule: 'idle', reason: 'nothing to do' }]);
  expect(calls).toEqual(['done', 'workspace', 'done']);
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

test('facts about resources are collected again for workflows before the first resource', () => {
  const [calls, seen]: [string[], unknown[]] = [[], []];
  const collecting = (id: string, rule: object) =>
    active({
      ...{ id, ...rule },
      facts: (context: { workflow: { ref: { id: string } }; hasResources: boolean }) => {
        const { ref } = context.workflow;
        calls.push(`${id} ${ref.id}`);
        return ref.id === 'x' ? undefined : `${ref.id} ${context.hasResources}`;
      },
      workspace: ({ facts }: { facts: readonly { fact: unknown }[] }) =>
        void seen.push(facts.map(({ fact }) => fact)),
    });
  const rules = [collecting('plain', {}), collecting('about', { needs: { templates: 'any' } })];
  const before = { 'a.json': workflow('a'), 's.json': SUMMARY, 'x.json': workflow('x') };
  const templates = { templates: [{ id: 't', name: 'T' }] };
  lint(rules, { ...before, 't.json': templates, 'c.json': workflow('c') });
  expect(seen).toEqual([
    ['a false', 'c true'],
    ['a true', 'c true'],
  ]);
  expect(calls).toEqual([
    ...['plain a', 'about a', 'plain x', 'about x', 'plain c', 'about c'],
    ...['about a', 'about x'],
  ]);
  seen.length = 0;
  lint(rules, before);
  expect(seen).toEqual([['a false'], ['a false']]);
});

test('facts that rules share are collected once', () => {
  let calls = 0;
  const facts = () => ++calls;
  const seen: unknown[] = [];
  const workspace = ({ facts: all }: { facts: readonly { fact: unknown }[] }) =>
    void seen.push(all.map(({ fact }) => fact));
  lint([active({ id: 'one', facts, workspace }), active({ id: 'two', facts, workspace })], {
    'a.json': workflow('a'),
  });
  expect(calls).toBe(1);
  expect(seen).toEqual([[1], [1]]);
});

test('what a rule leaves unchecked is listed', () => {
  const workspace = ({ leaveUnchecked }: { leaveUnchecked(reason: string): void }) =>
    leaveUnchecked('too long');
  expect(lint([active({ workspace })], FILES).notChecked).toContainEqual({
    ...{ rule: 'probe', reason: 'too long' },
  });
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

  test('files are not checked', () => {
    const linter = createLinter([active({ workflow: reportMore })]);
    add(linter, { 'a.json': workflow('a'), 'b.json': EVENT });
    const { findings, failures, sources } = linter.part();
    expect(findings).toHaveLength(100_000);
    expect(failures).toEqual(FULL);
    expect([...sources]).toEqual(['a.json']);
    expect(linter.isFull()).toBe(true);
  });

  test('those over all files are not listed', () => {
    const found = lint([active({ workspace: reportMore })], { 'a.json': workflow('a') });
    expect(found.findings).toHaveLength(100_000);
    expect(found.failures).toEqual(FULL);
    expect(found.complete).toBe(false);
  });
});

test('the runs and calls of an audit are counted', () => {
  const samples = {
    workflows: [workflow('a')],
    run_samples: [
      { workflow: 'a', runs: 5 },
      { workflow: 'b', runs: 2 },
    ],
    event_samples: [{ event: 'order.paid', accepted: 4, refused: 3 }],
  };
  expect(lint([], { 'a.json': samples }).audit).toEqual({ runs: 7, logs: 7 });
  expect(lint([], { 'a.json': { ...samples, event_samples: undefined } }).audit).toEqual({
    runs: 7,
  });
  expect(lint([], { 'a.json': workflow('a') })).not.toHaveProperty('audit');
});

test('what one of several parts has read, or has crashed on, holds for the run', () => {
  const failing = ({ workflow: { ref } }: { workflow: { ref: { id: string } } }) => {
    if (ref.id === 'a') BAD();
  };
  const rules = [active({ workflow: failing })];
  const parts = [
    { 'a.json': { workflows: [workflow('a')], run_samples: [{ workflow: 'a', runs: 5 }] } },
    { 'b.json': workflow('b') },
  ].map((files) => add(createLinter(rules), files).part());
  const result = finishParts(parts, { rules, readText: () => undefined, skipped: [] });
  expect(result.audit).toEqual({ runs: 5 });
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
  expect(markCheckedInPart(result).notChecked).toEqual([
    { rule: 'found', reason: 'too long', inPart: true },
    { rule: 'silent', reason: 'too long' },
  ]);
});

test('the owner of a step key is the first other workflow with it', () => {
  const owners: unknown[] = [];
  const workspace = ({ workspace: { ownerOfStep } }: { workspace: Workspace }) => {
    const ask = (key: string, id: string, name: string) =>
      owners.push(ownerOfStep(key, { id, name }));
    ask('mail', 'x', 'x');
    ask('mail', 'b', 'b');
    ask('mail', 'b', 'x');
    ask('mail', 'x', 'b');
    ask('start', 'x', 'x');
    ask('none', 'x', 'x');
  };
  lint([active({ stepOwners: true, workspace })], FILES);
  expect(owners).toEqual(['b', undefined, 'b', 'b', 'a', undefined]);
});

test('workflows are grouped by equal ids or names, in order of files', () => {
  const groups: unknown[] = [];
  const named = (id: string, name?: string) => ({ ...workflow(id), name });
  const workspace = ({ workspace: { alike } }: { workspace: Workspace }) => {
    for (const by of ['id', 'name'] as const)
      groups.push(alike(by).map((group) => group.map(({ document: { source } }) => source)));
  };
  lint([active({ workspace })], {
    'd.json': named('1', 'x'),
    'c.json': named('1', 'y'),
    'b.json': named('2', 'x'),
    'a.json': named('3'),
    'e.json': named('4'),
  });
  expect(groups).toEqual([[['c.json', 'd.json']], [['b.json', 'd.json']]]);
});
