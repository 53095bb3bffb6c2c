import { mkdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { NO_CONFIG } from '../../src/core/config/config.ts';
import { type AcceptanceContext, notesOfRun, readAcceptance } from '../../src/run/acceptance.ts';
import { capture, folderOf, processOf } from '../cli/run.ts';

const cwd = folderOf({
  'sub/unread.json': '[]',
  'junk.json': '[]',
  'accepted.json': '\ufeff{"version":1,"findings":[]}',
});
mkdirSync(join(cwd, 'folder'));
const runtimeIn = (folder = cwd) => ({
  ...processOf(folder),
  stdin: (async function* () {})(),
  stdout: capture(),
  stderr: capture(),
  tool: { name: 'edgewise', version: '1' },
});

const ARGS = { only: [], rule: [], workflow: [], events: [], positional: [] };

interface Given {
  readonly args?: object;
  readonly result?: object;
  readonly unused?: readonly object[];
  readonly expired?: readonly (readonly [object, number])[];
  readonly unmatched?: readonly object[];
  readonly baselined?: readonly object[];
  /** Rules in force. */
  readonly ids?: readonly string[];
  readonly names?: readonly string[];
  readonly folder?: string;
}

/** The notes of a run that checked all it was asked for, except for what is given. */
function notesOf({ unused = [], expired = [], unmatched = [], baselined = [], ...given }: Given) {
  const { ids = ['cycle'], names = [], folder } = given;
  const result = { complete: true, notChecked: [], sources: [], crashed: false, ...given.result };
  const outcome = {
    ...{ result, unused, unmatched },
    expired: new Map(expired),
    baselined: new Set(baselined),
  };
  const context = {
    settings: { acceptance: { baseline: unmatched } },
    args: { ...ARGS, ...given.args },
    active: ids.map((id) => ({ rule: { id } })),
    names: new Set(names),
    rules,
  } as unknown as AcceptanceContext;
  return notesOfRun(
    outcome as unknown as Parameters<typeof notesOfRun>[0],
    context,
    runtimeIn(folder),
  );
}

const suppression = (more: object = {}) => ({ rule: 'cycle', reason: 'x', from: 'c:1:1', ...more });

test.each([
  ['after a whole run', {}],
  ['after a run over other events', { args: { events: ['live'] } }],
  ['whose rule the configuration turns off', { ids: [] }],
  ['when another rule was not checked', { result: { notChecked: [{ rule: 'self-loop' }] } }],
  ['about a place in code, after a run over code', { args: { onlyCode: true } }, { at: 'a.ts' }],
  ['of a plugin in force', { ids: ['our/rule'] }, { rule: 'our/rule' }],
  ['of a workflow that was read', { names: ['w'] }, { workflow: 'w' }],
  ['of a workflow that is nowhere', { args: { positional: [] } }, { workflow: 'w' }],
])('a suppression without a match is reported %s', (_, given: Given, more: object = {}) => {
  const { rule, ...unused } = suppression(more);
  expect(notesOf({ ...given, unused: [{ rule, ...unused }] }).notes).toEqual([
    `c:1:1: this suppression of "${rule}" matches nothing: delete it`,
  ]);
});

test.each([
  ['after an incomplete run', { result: { complete: false } }],
  ['after one of several shards', { args: { shard: '1/2' } }],
  ['after a run over a status', { args: { status: 'enabled' } }],
  ['after a run of one rule', { args: { only: ['cycle'] } }],
  ['after a run over one workflow', { args: { workflow: ['w'] } }],
  ['after a run without events', { args: { events: ['none'] } }],
  ['after a run over code', { args: { onlyCode: true } }],
  ['whose rule was not checked', { result: { notChecked: [{ rule: 'cycle' }] } }],
  ['whose rule a flag turns off', { ids: [], args: { rule: ['cycle=off'] } }],
  ['whose rule a preset turns off', { ids: [], args: { preset: 'correctness' } }],
  ['whose rule is about code', { ids: [] }, { rule: 'sent-unknown-event' }],
  ['whose plugin is not loaded', { ids: [] }, { rule: 'our/rule' }],
  ['of a workflow in other files', { args: { positional: ['a.json'] } }, { workflow: 'w' }],
])('a suppression without a match is not reported %s', (_, given: Given, more: object = {}) => {
  expect(notesOf({ ...given, unused: [suppression(more)] }).notes).toEqual([]);
});

test('an expired suppression is reported with what returns', () => {
  const noteOf = (matches: number, given: Given = {}) =>
    notesOf({ ...given, expired: [[suppression({ expires: '2027-01-31' }), matches]] }).notes[0];
  const over = 'c:1:1: this suppression of "cycle" expired on 2027-01-31';
  const part = { args: { only: ['cycle'] } };
  expect(noteOf(0)).toBe(`${over}, and matches nothing: delete it`);
  expect(noteOf(0, part)).toBe(over);
  expect(noteOf(1)).toBe(`${over}, so its finding counts again`);
  expect(noteOf(2, part)).toBe(`${over}, so its 2 findings count again`);
});

const entry = (source?: string, rule = 'cycle') => ({ fingerprint: source ?? '', rule, source });
const BASELINE = { baseline: 'accepted.json' };

test('entries of a baseline that match nothing are reported', () => {
  const note = 'accepted.json: 1 entry matches nothing any more: --update-baseline drops it';
  const given = { args: BASELINE, result: { sources: ['a.json'] } };
  for (const source of ['a.json', 'gone.json', undefined])
    expect(notesOf({ ...given, unmatched: [entry(source)] })).toEqual({
      notes: [note],
      gone: [entry(source)],
    });
  // The configuration turns its rule off.
  expect(notesOf({ ...given, ids: [], unmatched: [entry('a.json')] }).notes).toEqual([note]);
  const two = [entry('a.json'), entry('gone.json', 'self-loop'), entry('sub/unread.json')];
  expect(notesOf({ ...given, unmatched: two }).notes).toEqual([
    'accepted.json: 2 entries match nothing any more: --update-baseline drops them',
  ]);
  // Of another working directory, sources are relative to the file.
  const args = { baseline: '../accepted.json' };
  const inner = { args, folder: join(cwd, 'sub'), result: { sources: ['unread.json'] } };
  expect(notesOf({ ...inner, unmatched: [entry('sub/unread.json')] }).notes).toHaveLength(1);
});

test.each([
  ['was not read', {}],
  ['was read in part', { result: { complete: false, sources: ['sub/unread.json'] } }],
  ['is checked for code', { args: { onlyCode: true } }, 'a.json'],
  ['is in another shard', { args: { shard: '1/2' } }, 'a.json'],
  ['is of a rule that was not checked', { result: { notChecked: [{ rule: 'cycle' }] } }, 'a.json'],
  ['is of a rule that a flag turns off', { ids: [], args: { rule: ['cycle=off'] } }, 'a.json'],
  ['is of another preset', { ids: [], args: { preset: 'correctness' } }, 'a.json'],
  ['is of an account', {}, 'https://a.example/1'],
])('an entry of a baseline is kept when its place %s', (_, given, source = 'sub/unread.json') => {
  const args = { ...BASELINE, ...('args' in given && given.args) };
  expect(notesOf({ ...given, args, unmatched: [entry(source)] })).toEqual({ notes: [], gone: [] });
});

test('a baseline is updated with the new findings and the entries that are kept, when something changed', () => {
  const args = { baseline: 'new.json', updateBaseline: true };
  const found = { fingerprint: 'f', rule: 'cycle', message: 'm', location: { source: 'a.json' } };
  const given = {
    args,
    baselined: [found],
    unmatched: [entry('gone.json'), entry('sub/unread.json')],
  };
  expect(notesOf({ ...given, result: { crashed: true } }).notes).toEqual([
    'new.json was not updated, because a rule failed',
  ]);
  const note = 'new.json: 2 findings accepted (1 new, 1 dropped)';
  expect(notesOf(given).notes).toEqual([note]);
  const path = join(cwd, 'new.json');
  expect(JSON.parse(readFileSync(path, 'utf8')).findings).toEqual([
    { fingerprint: 'f', rule: 'cycle', message: 'm', source: 'a.json' },
    entry('sub/unread.json'),
  ]);
  utimesSync(path, 1, 1);
  expect(notesOf(given).notes).toEqual([note]);
  expect(statSync(path).mtimeMs).toBe(1000);
  expect(notesOf({ ...given, baselined: [] }).notes).toEqual([
    'new.json: 1 finding accepted (0 new, 1 dropped)',
  ]);
  expect(readFileSync(path, 'utf8')).not.toContain('"f"');
});

test('what a run accepts is read first', () => {
  const setup = { config: NO_CONFIG, today: '2027-01-31' };
  const read = (flags: object) => readAcceptance(setup, flags, runtimeIn());
  expect(read({ showSuppressed: true })).toEqual({
    suppressions: [],
    today: '2027-01-31',
    updatesBaseline: false,
    showSuppressed: true,
  });
  expect(read(BASELINE)).toMatchObject({ baseline: [], showSuppressed: false });
  expect(read({ baseline: 'gone.json', updateBaseline: true })).toMatchObject({ baseline: [] });
  for (const [flags, message, hint] of [
    [
      { updateBaseline: true },
      '--update-baseline needs to know which',
      'such as --baseline edgewise.baseline.json --update-baseline',
    ],
    [
      { baseline: 'gone.json' },
      'the baseline "gone.json" does not exist',
      'add --update-baseline to write it from the findings of today',
    ],
    [{ baseline: 'folder' }, 'the baseline "folder": is a folder', undefined],
    [
      { baseline: 'junk.json' },
      '"junk.json" is not a baseline: it holds an array, not an object',
      'delete it, and write a new one with --update-baseline',
    ],
  ] as const)
    expect(() => read(flags)).toThrow(expect.objectContaining({ message, hint }));
});
