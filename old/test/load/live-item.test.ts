import { expect, test } from 'vitest';
import { type LiveItem, sourceItems } from '../../src/load/live-item.ts';

async function itemsOf(...given: readonly LiveItem[]) {
  async function* all() {
    yield* given;
  }
  const found: unknown[] = [];
  for await (const item of sourceItems(all())) found.push(item);
  return found;
}

test('a workflow is one of a list of workflows, and each shard reads its own, and the resources', async () => {
  const found = await itemsOf(
    {
      kind: 'document',
      of: 'workflow',
      source: 'https://a.example/w',
      text: '"é"',
      path: '/w.json',
    },
    { kind: 'document', of: 'events', source: 'https://a.example/e', text: '[]', createdBy: null },
    { kind: 'document', of: 'templates', source: 'https://a.example/t', text: '[]' },
  );
  expect(found).toMatchObject([
    {
      documents: [
        { ref: { source: 'https://a.example/w', start: 0, end: 4, line: 1 }, text: '"é"' },
      ],
      from: { assume: 'workflows', isShare: true, isLive: true, explicit: true, path: '/w.json' },
    },
    { from: { assume: 'events', isShare: false, createdBy: null } },
    { from: { assume: 'templates', isShare: true } },
  ]);
});

test('what is missing is incomplete: one collection, both, or resources', async () => {
  const failure = (...of: readonly string[]): LiveItem => ({
    kind: 'failure',
    of,
    source: '/x',
    message: '503',
    refused: false,
  });
  const failed = { source: '/x', message: '503', refused: false };
  const lost = (of: string) => ({ absent: '/x could not be read', of });
  expect(await itemsOf(failure('events'))).toEqual([{ failure: failed, of: 'events' }]);
  expect(await itemsOf(failure('workflows', 'events', 'templates'))).toEqual([
    { failure: failed, of: undefined },
    lost('templates'),
  ]);
  expect(await itemsOf(failure('templates', 'segments', 'nothing'))).toEqual([
    { failure: failed, of: 'templates' },
    lost('segments'),
  ]);
  const absent = { kind: 'absent', of: 'topics', source: '/y', reason: 'no permission' } as const;
  expect(await itemsOf(absent)).toEqual([{ absent: 'no permission', of: 'topics' }]);
});
