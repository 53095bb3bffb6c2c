import { expect, test } from 'vitest';
import { readLive } from '../../src/run/named-sources.ts';

const NEEDED = { names: ['templates'], onlyUsed: true };

/** What is read of the account by these flags; nothing without an account. */
async function readBy(flags: object, index?: number) {
  const read: object[] = [];
  const live = { read: (what: object) => void read.push(what) };
  const context = { openLive: async () => live } as unknown as Parameters<typeof readLive>[1];
  const args = { live: false, events: [], ...flags } as unknown as Parameters<typeof readLive>[0];
  const shard = index === undefined ? undefined : { index, total: 2 };
  await readLive(args, context, NEEDED, shard);
  return read[0];
}

test('of the account, all is read, or only the events', async () => {
  const all = { workflows: true, events: true, resources: NEEDED };
  expect(await readBy({})).toBeUndefined();
  expect(await readBy({ events: ['a.json'] })).toBeUndefined();
  expect(await readBy({ live: true })).toEqual(all);
  expect(await readBy({ live: true, events: ['a.json', 'live'] })).toEqual(all);
  expect(await readBy({ live: true, events: ['a.json'] })).toEqual({ ...all, events: false });
  expect(await readBy({ events: ['live'], resources: 'all' })).toEqual({
    ...all,
    workflows: false,
    resources: undefined,
  });
  expect(await readBy({ live: true, resources: 'none' })).toEqual({
    ...all,
    resources: { names: [], onlyUsed: false },
  });
});

test('each workflow is read by one shard', async () => {
  const shards = await Promise.all([1, 2].map((index) => readBy({ live: true }, index)));
  const isIn = (id: string) =>
    (shards as { isInShard(id: string): boolean }[]).map((shard) => shard.isInShard(id));
  const found = Array.from({ length: 40 }, (_, i) => isIn(`${i}`).join());
  expect(new Set(found)).toEqual(new Set(['true,false', 'false,true']));
});
