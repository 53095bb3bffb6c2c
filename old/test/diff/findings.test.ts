import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { parseDocument } from '../../src/core/document/parse.ts';
import { createLinter } from '../../src/core/lint/linter.ts';
import { activate } from '../../src/core/lint/settings.ts';
import type { Document } from '../../src/core/model/nodes.ts';
import { compareWorkspaces } from '../../src/features/diff/compare.ts';
import { compareFindings } from '../../src/features/diff/compare-findings.ts';
import fc from '../fast-check.ts';
import { PLAIN, plainWorkspace, spelling, write } from './workspaces.ts';

const active = activate(rules, { preset: 'strict' });
const lint = (documents: readonly Document[]) => {
  const linter = createLinter(active);
  for (const document of documents) linter.add(document);
  return linter.finish().findings;
};
const changesOf = (before: readonly Document[], after: readonly Document[]) =>
  compareFindings(lint(before), lint(after), compareWorkspaces(before, after));
const read = (source: string, value: unknown) => {
  const text = JSON.stringify(value);
  return [parseDocument(text, { source, index: 0, line: 1, start: 0, end: text.length })];
};

test('new ids alone neither add nor remove findings', () => {
  fc.assert(
    fc.property(plainWorkspace, spelling, (workspace, { dialect, envelope }) => {
      const how = { ...PLAIN, dialect, envelope };
      expect(changesOf(write(workspace, how), write(workspace, { ...how, reissue: true }))).toEqual(
        { appeared: [], went: [] },
      );
    }),
    { numRuns: 300 },
  );
});

const tasting = (
  name: string | undefined,
  keys: readonly [string, string],
  to: string,
  subject: unknown,
) => ({
  object: 'automation',
  ...(name !== undefined && { name }),
  status: 'enabled',
  steps: [
    { key: keys[0], type: 'trigger', config: { event_name: 'tea.ordered' } },
    {
      key: keys[1],
      type: 'send_email',
      config: { template: { id: 'tea' }, subject, from: 'Tea <tea@house.example>' },
    },
  ],
  connections: [{ from: keys[0], to }],
});

test('a finding in a workflow without names is the same after the file is renamed', () => {
  const nameless = tasting(undefined, ['start', 'mail'], 'mail', 7);
  expect(changesOf(read('old.json', nameless), read('new.json', nameless))).toEqual({
    appeared: [],
    went: [],
  });
});

test('findings about events are compared by the name of the event', () => {
  const event = (name: string, type: string) => ({ object: 'event', name, schema: { a: type } });
  const withEvent = (name: string) =>
    read('a.json', [event(name, 'text'), event('tea.left', 'text')]);
  const { appeared, went } = changesOf(withEvent('tea.ordered'), withEvent('tea.paid'));
  expect([appeared.map(({ event }) => event), went.map(({ event }) => event)]).toEqual([
    ['tea.paid'],
    ['tea.ordered'],
  ]);
});

test('at renamed steps, a fixed fault and a new fault are reported', () => {
  const before = read('a.json', tasting('Tea', ['start', 'mail'], 'mail', 7));
  const after = read('b.json', tasting('Tea', ['start', 'letter'], 'nobody', 'Hello'));
  const { appeared, went } = changesOf(before, after);
  expect(appeared.map(({ rule }) => rule)).toContain('dangling-edge');
  expect(went.map(({ rule }) => rule)).toEqual(['invalid-config']);
});

const letter = (name: string, config: object) => ({
  ...tasting('Tea', ['start', name], name, 'Hi'),
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 5 } },
    { key: name, type: 'send_email', config: { template: { id: 'tea' }, ...config } },
  ],
});

test('at a step that kept its name, another finding of a rule is not the same one', () => {
  const [one, other] = [{ subject: 7, from: 'Tea <tea@house.example>' }, { from: 8 }];
  expect(
    changesOf(read('a.json', letter('mail', one)), read('b.json', letter('mail', other))),
  ).toMatchObject({
    appeared: [{ message: expect.stringContaining('from') }],
    went: [{ message: expect.stringContaining('subject') }],
  });
});

test.each(['mail', 'letter'])('several findings of one rule at one step are counted: %s', (key) => {
  const two = { subject: 7, from: 8 };
  for (const [fault, other] of [
    [{ subject: 7, from: 'Tea <tea@house.example>' }, 'from'],
    [{ subject: 'Hi', from: 8 }, 'subject'],
  ] as const) {
    const changed = [{ rule: 'invalid-config', message: expect.stringContaining(other) }];
    const fixed = changesOf(
      read('a.json', letter('mail', two)),
      read('b.json', letter(key, fault)),
    );
    expect(fixed).toMatchObject({ appeared: [], went: changed });
    const broken = changesOf(
      read('a.json', letter('mail', fault)),
      read('b.json', letter(key, two)),
    );
    expect(broken).toMatchObject({ appeared: changed, went: [] });
  }
});
