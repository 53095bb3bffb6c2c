import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { SourceInfo } from '../../src/core/document/split.ts';
import { isNeeded, shareOf } from '../../src/run/shard.ts';
import { CLEAN, EVENTS } from '../cli/run.ts';

const NAMED = { explicit: true };
const FOR_ALL = [
  { explicit: true, assume: 'events' },
  { explicit: true, isLive: true },
];
const DOMAINS =
  '{"object":"list","has_more":false,"data":[{"object":"domain","id":"d","name":"a.example"}]}';
const workflows = (count: number): string =>
  `{"object":"list","has_more":true,"data":[${Array.from({ length: count }, (_, i) => CLEAN.replace('wf_welcome', `w${i}`)).join()}]}`;

/** For each of three shards: whether it needs a document, the workflows that it checks, and whether the rest of it is checked there. */
function sharesOf(text: string, number?: number, from: SourceInfo = NAMED): readonly string[] {
  const ref = { source: 'a.json', index: 0, line: 1, start: 0, end: text.length };
  const document = parseDocument(text, ref, from.assume);
  const source = number === undefined ? { ref, text } : { ref, text, number };
  return [1, 2, 3].map((index) => {
    const shard = { index, total: 3 };
    const share = shareOf(document, source, from, shard);
    const { workflows, events, lists } = share.document;
    const ids = [...workflows, ...events].map(({ id }) => id);
    const rest = lists.length > 0 ? ['list'] : [];
    const needs = isNeeded(document, source, from, shard) ? 'needs' : 'skips';
    return [needs, ...ids, ...rest, share.isOwn].join(' ');
  });
}

test('the workflows of a document are divided from its number on, and the rest is in one shard', () => {
  expect(sharesOf(workflows(4))).toEqual([
    'needs w0 w3 list true',
    'needs w1 false',
    'needs w2 false',
  ]);
  expect(sharesOf(workflows(2), 4)).toEqual([
    'skips false',
    'needs w0 list true',
    'needs w1 false',
  ]);
  expect(sharesOf('{"a":1}', 2)).toEqual(['skips false', 'skips false', 'needs true']);
  expect(sharesOf('{"steps":[', 1)).toEqual(['needs false', 'needs true', 'needs false']);
});

test('every shard needs what is for all, and the first one checks it', () => {
  for (const from of FOR_ALL)
    expect(sharesOf(EVENTS, 1, from)).toEqual([
      'needs ev_1 list true',
      ...Array(2).fill('needs false'),
    ]);
  expect(sharesOf(workflows(2), 1, FOR_ALL[1])).toEqual([
    ...['needs list true', 'needs w0 false', 'needs w1 false'],
  ]);
});

test('a part of a run, and a run without shards, have whole documents', () => {
  const ref = { source: 'a.json', index: 0, line: 1, start: 0, end: 0 };
  const document = parseDocument(EVENTS, ref);
  const whole = { document, isOwn: true };
  expect(shareOf(document, { ref, text: '' }, NAMED, undefined)).toEqual(whole);
  const from = { explicit: true, isShare: true };
  expect(shareOf(document, { ref, text: '' }, from, { index: 2, total: 2 })).toEqual(whole);
});

test.each([
  ['event definitions', EVENTS],
  ['resources', DOMAINS],
  ['event definitions', `{"events":${EVENTS},"domains":${DOMAINS}}`],
])('%s in a file that is not named for them are refused', (what, text) => {
  expect(() => sharesOf(text)).toThrow(
    expect.objectContaining({
      message: `"a.json" has ${what}, which every shard needs whole`,
      hint: 'give it to --events: --events a.json',
    }),
  );
});
