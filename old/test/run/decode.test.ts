import { expect, test } from 'vitest';
import {
  OWN_FILE,
  type SourceInfo,
  type SourceItem,
  splitLines,
} from '../../src/core/document/split.ts';
import { type DecodeSettings, decodeItems, namesOfWorkflows } from '../../src/run/decode.ts';
import { holdWorkspace } from '../../src/run/hold.ts';
import { load } from '../../src/run/load.ts';
import { CLEAN, EVENTS } from '../cli/run.ts';

const NAMED = { explicit: true };
const FOUND = { explicit: false };
const OTHER = CLEAN.replace('wf_welcome', 'wf_2')
  .replace('Welcome series', 'Second')
  .replace('"enabled"', '"disabled"');
const BOTH = `{"workflows":[${CLEAN},${OTHER}],"events":${EVENTS}}`;

const file = (source: string, text: string, from: SourceInfo = NAMED): SourceItem => ({
  documents: [{ ref: { source, index: 0, line: 1, start: 0, end: text.length }, text }],
  from,
});
const lines = (source: string, ...texts: readonly string[]): SourceItem => ({
  documents: [...splitLines(texts.join('\n'), source)],
  from: FOUND,
});

/** What is checked: the names of workflows and events by source. */
function checkedOf(items: readonly SourceItem[], settings?: DecodeSettings) {
  const decoded = decodeItems(items, settings);
  const checked = decoded.input.documents.map(({ document: { ref, workflows, events } }) =>
    [ref.source, ...workflows.map(({ name }) => name), ...events.map(({ name }) => name)].join(' '),
  );
  return { ...decoded, checked };
}

test('workflows are chosen by status, id and name, and events can be left out', () => {
  const chosen = (settings: DecodeSettings) => {
    const { checked, input } = checkedOf([file('a', BOTH)], settings);
    const unmatched = (input.unmatched ?? []).map(({ message }) => message);
    return [
      ...checked,
      ...(input.leftOut ?? []).map(({ what, of }) => `${of}: ${what}`),
      ...unmatched,
    ];
  };
  expect(chosen({})).toEqual(['a Welcome series Second user.created']);
  expect(chosen({ events: 'none' })).toEqual(['a Welcome series Second']);
  expect(chosen({ status: 'disabled' })).toEqual([
    'a Second user.created',
    'workflows: --status disabled leaves some out',
  ]);
  for (const workflows of [['wf_2'], ['Second']])
    expect(chosen({ workflows })).toEqual([
      'a Second user.created',
      'workflows: --workflow leaves some out',
    ]);
  expect(chosen({ status: 'enabled', workflows: ['wf_2', 'gone'] })).toEqual([
    'a user.created',
    'workflows: --status enabled and --workflow leaves some out',
    'no workflow has the id or name "gone"',
  ]);
  for (const replaced of ['wf_2', 'Second'])
    expect(chosen({ replaced: new Set([replaced]) })).toEqual(['a Welcome series user.created']);
  expect(namesOfWorkflows(decodeItems([file('a', BOTH)], { status: 'disabled' }))).toEqual(
    new Set(['wf_2', 'Second']),
  );
});

test('a list of events with more pages counts only when events are wanted', () => {
  const text = BOTH.replace('"has_more":false', '"has_more":true');
  const lists = (settings: DecodeSettings) =>
    decodeItems([file('a', text)], settings).input.documents.flatMap(({ document }) =>
      document.lists.map(({ of, hasMore }) => `${of} ${hasMore}`),
    );
  expect(lists({})).toEqual(['events true']);
  expect(lists({ events: 'none' })).toEqual([]);
});

test('a workflow that no file has is not reported when there may be more', () => {
  const unmatched = (items: readonly SourceItem[], settings: DecodeSettings = {}) =>
    decodeItems(items, { workflows: ['gone'], ...settings }).input.unmatched;
  const failure = (refused: boolean) => ({ failure: { source: 'b', message: 'no', refused } });
  const message = 'no workflow has the id or name "gone"';
  expect(unmatched([failure(true)])).toEqual([{ source: '--workflow', message, refused: true }]);
  expect(unmatched([failure(false)])).toEqual([]);
  expect(unmatched([], { shard: { index: 1, total: 2 } })).toEqual([]);
  expect([[failure(true)], [failure(false)], []].map((items) => decodeItems(items).empty)).toEqual([
    ...[true, false, true],
  ]);
});

test('events of the account replace those of files, except of files that are named for events', () => {
  const { checked } = checkedOf(
    [
      file('a', EVENTS),
      file('b', EVENTS, { explicit: true, assume: 'events' }),
      file('c', EVENTS, { explicit: true, isLive: true }),
    ],
    { replacesEvents: true },
  );
  expect(checked).toEqual(['a', 'b user.created', 'c user.created']);
});

test('what is found in folders and is not ours is skipped with its reason, JSON Lines once', () => {
  const log = '{"level":"info"}';
  const items = [
    file('a.json', log, FOUND),
    file('b.json', log),
    { skipped: { source: 'x.json', reason: 'a link' } },
    lines('logs.ndjson', log, log),
    lines('ours.ndjson', log, CLEAN),
    { ignored: { source: 'y.json', reason: 'left out' } },
    { ignored: { source: 'z.json', reason: OWN_FILE } },
    { absent: 'no permission', of: 'topics' },
  ];
  const { checked, skipped, ignored, input, empty } = checkedOf(items);
  expect(checked).toEqual(['b.json', 'ours.ndjson', 'ours.ndjson Welcome series']);
  expect(skipped).toEqual([
    { source: 'a.json', reason: 'an object with "level"' },
    { source: 'x.json', reason: 'a link' },
    { source: 'logs.ndjson', reason: 'no line holds a workflow or an event' },
  ]);
  expect(ignored).toEqual([{ source: 'y.json', reason: 'left out' }]);
  expect(input.leftOut).toEqual([{ what: 'no permission', of: 'topics' }]);
  expect(empty).toBe(false);
});

test('a run is empty without workflows and events: resources alone have nothing to check', () => {
  const domains =
    '{"object":"list","has_more":false,"data":[{"object":"domain","id":"d","name":"a.example"}]}';
  const isEmpty = (...texts: readonly string[]) =>
    decodeItems(texts.map((text, i) => file(`${i}`, text))).empty;
  expect([isEmpty('{}'), isEmpty(EVENTS), isEmpty(CLEAN), isEmpty('{}', CLEAN)]).toEqual([
    ...[true, false, false, false],
  ]);
  expect([isEmpty(domains), isEmpty(domains, CLEAN)]).toEqual([true, false]);
});

test('a named file of one workflow is a choice; folders, lists and accounts are all there is', () => {
  const selections = (item: SourceItem, settings?: DecodeSettings) => [
    ...(decodeItems([item], settings).input.selections ?? []),
  ];
  expect(selections(file('a', CLEAN))).toEqual(['chosen']);
  expect(selections(file('a', CLEAN), { areAllSources: true })).toEqual(['gathered']);
  for (const item of [
    file('a', CLEAN, FOUND),
    file('a', BOTH),
    file('a', `{"object":"list","has_more":false,"data":[${CLEAN}]}`),
    file('a', CLEAN, { explicit: true, isLive: true }),
  ])
    expect(selections(item)).toEqual(['gathered']);
  expect(selections(file('a', EVENTS))).toEqual([]);
});

test('documents in memory have their text, and what is not ours is a failure', async () => {
  async function* all() {
    yield file('b.json', CLEAN);
    yield file('a.json', EVENTS, { explicit: true, isLive: true });
    yield file('c.json', '[');
    yield file('d.json', '{}', { explicit: true, isLive: true, assume: 'events' });
    yield file('e.json', '{"a":1}', FOUND);
    yield { ...lines('f.ndjson', CLEAN, '['), from: NAMED };
    yield { failure: { source: 'g.json', message: 'no', refused: false }, of: 'events' };
  }
  const { documents, failures, skipped } = await holdWorkspace(all());
  expect(documents.map(({ document, text }) => [document.ref.source, text !== undefined])).toEqual([
    ['a.json', false],
    ['b.json', true],
    ['f.ndjson', true],
  ]);
  expect(failures.map(({ source, of, isTemporary }) => [source, of, isTemporary])).toEqual([
    ['g.json', 'events', true],
    ['c.json', undefined, undefined],
    ['d.json', 'events', undefined],
    ['f.ndjson:2', undefined, undefined],
  ]);
  expect(skipped).toBe(1);
});

test('more text than fits into memory is one failure', async () => {
  async function* all() {
    yield { skipped: { source: 'x', reason: 'y' } };
    yield file('a', ' '.repeat(600));
    yield file('b', ' '.repeat(10));
  }
  expect(await load(all(), undefined, 1100)).toHaveLength(3);
  expect(await load(all(), undefined, 1099)).toEqual([
    {
      failure: {
        source: 'b',
        message:
          'the input has more than 0 MB of text in all, so nothing was checked; divide it with --shard',
        refused: true,
      },
    },
  ]);
});
