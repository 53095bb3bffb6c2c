import { describe, expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { accept } from '../../src/core/lint/accept.ts';
import { compareParts } from '../../src/core/lint/compare.ts';
import { checkInput } from '../../src/core/lint/lint.ts';
import { createLinter } from '../../src/core/lint/linter.ts';
import type { Part } from '../../src/core/lint/part.ts';
import type { ActiveRule } from '../../src/core/lint/settings.ts';
import type { NotChecked } from '../../src/core/model/finding.ts';
import type { RuleMeta } from '../../src/core/rule.ts';
import { lintTexts } from '../lint-text.ts';

const workflow = {
  name: 'Order mails',
  status: 'enabled',
  steps: [{ key: 'start', type: 'trigger', config: { event_name: 'order.paid' } }],
  connections: [],
};
const summary = { id: '1', name: 'Order mails', status: 'enabled' };
const event = { name: 'order.paid', schema: null };
const list = (data: unknown, hasMore = false) => ({ object: 'list', has_more: hasMore, data });

function run(
  meta: Partial<RuleMeta<object>> & { readonly workflow?: () => void },
  ...values: unknown[]
): { readonly ran: boolean; readonly notChecked: readonly NotChecked[] } {
  let ran = false;
  const rule = { id: 'probe', ...meta, workspace: () => (ran = true) };
  const linter = createLinter([{ rule, severity: 'info', options: {} } as unknown as ActiveRule]);
  values.forEach((value, i) => {
    linter.add(decodeDocument(value, { source: `${i}.json`, index: 0, line: 1, start: 0, end: 0 }));
  });
  return { notChecked: linter.finish().notChecked, ran };
}

describe('a rule that needs event definitions', () => {
  const needs = { needs: { events: 'any' } } as const;
  test.each([
    ['all are loaded', [workflow, event], true, []],
    ['they come in an empty list', [{ workflows: workflow, events: list([]) }], true, []],
    ['none were loaded', [workflow], false, ['no event definitions were loaded']],
    ['none were loaded, and no steps either', [list([summary])], true, []],
    [
      'none were loaded, and a file is broken',
      [workflow, { workflows: [], events: list('none') }],
      false,
      ['the event list is partial (1.json: items of a list cannot be read)'],
    ],
    [
      'some are missing in the list',
      [workflow, list([event], true)],
      true,
      ['the event list is partial (1.json: has_more is true)'],
    ],
    [
      'a list of another type has more',
      [workflow, event, list([], true)],
      true,
      ['the event list is partial (2.json: has_more is true)'],
    ],
    [
      'one of them cannot be read',
      [workflow, list([event, 7])],
      true,
      ['the event list is partial (1.json: items of a list cannot be read)'],
    ],
    [
      'one of them has no readable name',
      [workflow, list([{ ...event, name: 5 }])],
      true,
      ['the event list is partial (1.json: the name of an event cannot be read)'],
    ],
    [
      'some are missing for three reasons',
      [workflow, ...[1, 2, 3].map(() => list([event], true))],
      true,
      [
        'the event list is partial (1.json: has_more is true; 2.json: has_more is true; 3.json: has_more is true)',
      ],
    ],
    [
      'some are missing for several reasons',
      [workflow, ...[1, 2, 3, 4, 5].map(() => list([event], true))],
      true,
      [
        'the event list is partial (1.json: has_more is true; 2.json: has_more is true; 3.json: has_more is true; and 2 more)',
      ],
    ],
  ])('%s', (_, values, ran, reasons) => {
    const got = run(needs, ...values);
    expect(got.ran).toBe(ran);
    expect(
      got.notChecked.filter(({ rule }) => rule === 'probe').map(({ reason }) => reason),
    ).toEqual(reasons);
  });

  test('a rule that can run without them runs, and reports that it could not decide', () => {
    const ofWorkflows = { needs: { events: 'partly' }, workflow: () => {} } as const;
    const gapsOf = ({ notChecked }: ReturnType<typeof run>) =>
      notChecked.filter(({ rule }) => rule === 'probe').map(({ reason }) => reason);
    expect(run(ofWorkflows, workflow)).toMatchObject({
      ran: true,
      notChecked: [{ rule: 'probe', reason: 'no event definitions were loaded' }],
    });
    expect(gapsOf(run(ofWorkflows, list([summary])))).toEqual([]);
    expect(gapsOf(run(ofWorkflows, workflow, event))).toEqual([]);
    // It has no findings on missing definitions.
    expect(gapsOf(run({ needs: { events: 'partly' } }, workflow))).toEqual([]);
  });

  test('a rule that needs the complete list does not run on a partial one', () => {
    expect(run({ needs: { events: 'complete' } }, workflow, list([event], true)).ran).toBe(false);
    expect(run({ needs: { events: 'complete' } }, workflow, list([event])).ran).toBe(true);
  });
});

describe('a rule that needs all workflows', () => {
  const needs = { needs: { workflows: 'complete', events: 'partly' } } as const;
  test.each([
    ['all are loaded', [workflow, event], true, []],
    ['none were loaded', [event], false, ['no workflows were loaded']],
    ['nothing was loaded', [], true, []],
    ['an empty list', [{ workflows: list([]), events: [event] }], true, []],
    [
      'some are missing in the list',
      [list([workflow], true), event],
      false,
      ['the workflow list is partial (0.json: has_more is true)'],
    ],
    [
      'one is in list form',
      [list([summary]), event],
      false,
      ['the steps of 1 workflow are not known (list form)'],
    ],
    [
      'two are in list form',
      [list([summary, { ...summary, id: '2' }]), event],
      false,
      ['the steps of 2 workflows are not known (list form)'],
    ],
    [
      'one is in list form, and whole elsewhere',
      [list([summary]), { ...workflow, id: '1' }, event],
      true,
      [],
    ],
    [
      'one is in list form, and another whole',
      [list([summary]), { ...workflow, id: '2' }, event],
      false,
      ['the steps of 1 workflow are not known (list form)'],
    ],
    [
      'the steps of one cannot be read',
      [{ ...workflow, steps: 'none' }, event],
      false,
      ['the workflow list is partial (0.json: the steps of a workflow cannot be read)'],
    ],
    [
      'events are missing',
      [workflow, list([event], true)],
      true,
      ['the event list is partial (1.json: has_more is true)'],
    ],
  ])('%s', (_, values, ran, reasons) => {
    const got = run(needs, ...values);
    expect(got.ran).toBe(ran);
    expect(
      got.notChecked.filter(({ rule }) => rule === 'probe').map(({ reason }) => reason),
    ).toEqual(reasons);
  });

  test('a rule that can use a partial list runs on it', () => {
    expect(run({ needs: { workflows: 'any' } }, list([workflow], true))).toEqual({
      ran: true,
      notChecked: [
        { rule: 'probe', reason: 'the workflow list is partial (0.json: has_more is true)' },
      ],
    });
    expect(run({ needs: { workflows: 'any' } }, event).ran).toBe(false);
  });
});

const reasonsOf = (parts: readonly Part[], rules: readonly ActiveRule[]): readonly string[] =>
  accept(parts, compareParts(parts, { rules }), () => undefined, { rules }).result.notChecked.map(
    ({ reason }) => reason,
  );

describe('of workflows in single files', () => {
  const rule = { id: 'probe', needs: { workflows: 'complete' }, workspace: () => {} };
  const active = [{ rule, severity: 'info', options: {} }] as unknown as readonly ActiveRule[];
  const part = (value: unknown, ...selections: readonly ('chosen' | 'gathered')[]) => {
    const ref = { source: 'a.json', index: 0, line: 1, start: 0, end: 0 };
    const documents = [{ document: decodeDocument(value, ref) }];
    return checkInput({ documents, selections }, { rules: active });
  };
  const reasons = (...parts: readonly Part[]) => reasonsOf(parts, active);
  const SELECTED = ['only single files were read, so other workflows may exist'];

  test('others may exist, unless folders were read as well', () => {
    expect(reasons(part(workflow))).toEqual([]);
    expect(reasons(part(workflow, 'chosen'))).toEqual(SELECTED);
    expect(reasons(part(workflow, 'gathered'))).toEqual([]);
    expect(reasons(part(workflow, 'chosen', 'gathered'))).toEqual([]);
    expect(reasons(part(workflow, 'chosen'), part(workflow, 'gathered'))).toEqual([]);
    expect(reasons(part(workflow, 'chosen'), part(workflow))).toEqual(SELECTED);
  });
});

test('what one of several parts lists is known for all', () => {
  const rule = { id: 'probe', needs: { events: 'any' }, workspace: () => {} };
  const active = [{ rule, severity: 'info', options: {} }] as unknown as readonly ActiveRule[];
  const part = (source: string, value: unknown) => {
    const ref = { source, index: 0, line: 1, start: 0, end: 0 };
    const documents = [{ document: decodeDocument(value, ref) }];
    return checkInput({ documents }, { rules: active });
  };
  const reasons = (...parts: readonly Part[]) => reasonsOf(parts, active);
  const [flow, short] = [part('a.json', workflow), part('b.json', list([summary]))];
  expect(reasons(flow, part('b.json', list([event])))).toEqual([]);
  expect(reasons(flow, short)[0]).toBe('no event definitions were loaded');
  expect(reasons(short).filter((reason) => reason.startsWith('no '))).toEqual([]);
});

test('workflows in list form are reported for all rules', () => {
  const reasons = (...values: unknown[]) => run({}, ...values).notChecked;
  expect(reasons(list([summary]))).toEqual([
    {
      rule: '*',
      reason: '1 workflow is in list form, without steps: only names, ids and status were checked',
    },
  ]);
  expect(reasons(list([summary, { name: 'x', status: 'enabled' }]))).toEqual([
    {
      rule: '*',
      reason:
        '2 workflows are in list form, without steps: only names, ids and status were checked',
    },
  ]);
  expect(reasons(list([summary]), { ...workflow, id: '1' })).toEqual([]);
});

test('workflows in list form are counted, unless they are whole elsewhere', () => {
  const count = (...values: unknown[]) =>
    lintTexts(Object.fromEntries(values.map((each, i) => [`${i}.json`, JSON.stringify(each)])))
      .summary.workflows;
  expect(count(list([summary, { ...summary, id: '2' }]), { ...workflow, id: '3' })).toBe(3);
  expect(count(list([summary]), { ...workflow, id: '1' })).toBe(1);
});

describe('rules of the catalogue', () => {
  const notChecked = (files: Record<string, unknown>) =>
    Object.fromEntries(
      lintTexts(
        Object.fromEntries(
          Object.entries(files).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
        { preset: 'strict' },
      )
        .notChecked.filter(({ rule }) =>
          ['unknown-event', 'type-mismatch', 'unused-event', 'dangling-edge'].includes(rule),
        )
        .map(({ rule, reason }) => [rule, reason]),
    );

  test('without events', () => {
    expect(notChecked({ 'w.json': workflow })).toEqual({
      'type-mismatch': 'no event definitions were loaded',
      'unknown-event': 'no event definitions were loaded',
      'unused-event': 'no event definitions were loaded',
    });
  });

  test('without workflows', () => {
    expect(notChecked({ 'e.json': [event] })).toEqual({
      'unused-event': 'no workflows were loaded',
    });
  });

  test('with a part of the events', () => {
    const reason = 'the event list is partial (e.json: has_more is true)';
    expect(notChecked({ 'w.json': workflow, 'e.json': list([event], true) })).toEqual({
      'type-mismatch': reason,
      'unknown-event': reason,
      'unused-event': reason,
    });
  });

  test('with a part of the workflows', () => {
    expect(notChecked({ 'w.json': list([workflow], true), 'e.json': [event] })).toEqual({
      'unused-event': 'the workflow list is partial (w.json: has_more is true)',
    });
  });

  test('with a broken file, which may contain either', () => {
    expect(notChecked({ 'w.json': workflow, 'e.json': [event], 'x.json': '{"events"' })).toEqual({
      'type-mismatch':
        'the event list is partial (x.json: unexpected end of file: 1 unclosed bracket)',
      'unknown-event':
        'the event list is partial (x.json: unexpected end of file: 1 unclosed bracket)',
      'unused-event':
        'the workflow list is partial (x.json: unexpected end of file: 1 unclosed bracket)',
    });
  });

  test('with a broken workflow, which contains no events', () => {
    expect(notChecked({ 'w.json': workflow, 'e.json': [event], 'x.json': '{"steps"' })).toEqual({
      'unused-event':
        'the workflow list is partial (x.json: unexpected end of file: 1 unclosed bracket)',
    });
  });

  test('with complete events and workflows', () => {
    expect(notChecked({ 'w.json': workflow, 'e.json': [event] })).toEqual({});
  });

  test('a placeholder for an event is reported where the events could not be read', () => {
    const steps = [{ key: 'start', type: 'trigger', config: { event_name: 'YOUR_EVENT' } }];
    const rulesFor = (events: unknown) =>
      lintTexts({ 'w.json': JSON.stringify({ ...workflow, steps }), 'e.json': `${events}` })
        .findings.filter(({ location }) => location.source === 'w.json')
        .map(({ rule }) => rule);
    expect(rulesFor('{"events"')).toContain('placeholder-value');
    expect(rulesFor(JSON.stringify([event]))).not.toContain('placeholder-value');
  });
});
