import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createUnpackedCount, readDocuments } from '../../src/load/read.ts';
import { EVENTS, folderOf, run } from './run.ts';

interface Report {
  readonly complete: boolean;
  readonly summary: Record<string, number>;
  readonly failures: readonly object[];
  readonly findings: readonly object[];
}

const jsonOf = async (...args: Parameters<typeof run>) => {
  const { code, out } = await run(['-f', 'json', ...args[0]], args[1]);
  return { code, out, report: JSON.parse(out) as Report };
};

const TOO_MANY = { message: 'more than 100,000 findings; the rest is not checked' };

test('a small gzip file of many faulty lines stops at 100,000 findings', async () => {
  const cwd = folderOf({ 'a.ndjson.gz': gzipSync('{}\n'.repeat(200_000)) });
  const { code, report } = await jsonOf(['a.ndjson.gz'], { cwd });
  expect(report.findings).toHaveLength(100_000);
  expect(report.failures).toMatchObject([{ source: 'a.ndjson.gz', ...TOO_MANY }]);
  expect([code, report.complete]).toEqual([2, false]);
});

test('one array, and findings over the whole workspace, stop at 100,000 findings', async () => {
  const names = Array.from({ length: 50_001 }, (_, i) =>
    `{"name":"n${i}","schema":{"a":"string"}},`.repeat(3),
  );
  const cwd = folderOf({
    'array.json': `[${EVENTS.slice(EVENTS.indexOf('[') + 1, -2)}${',0'.repeat(100_001)}]`,
    'doubles.json': `[${names.join('').slice(0, -1)}]`,
  });
  for (const file of ['array.json', 'doubles.json']) {
    const only = file === 'array.json' ? 'invalid-shape' : 'duplicate-event-name';
    const { code, report } = await jsonOf([file, '--only', only], { cwd });
    expect([code, report.findings.length], file).toEqual([2, 100_000]);
    expect(report.failures).toMatchObject([{ source: file, ...TOO_MANY }]);
  }
});

test('a run with too much input fails before any check', async () => {
  const cwd = folderOf({ 'a.ndjson.gz': gzipSync('{}\n'.repeat(1_000_000)), 'b.json': '{}' });
  const { code, report } = await jsonOf(['.'], { cwd });
  expect(report.failures).toEqual([
    {
      source: 'a.ndjson.gz',
      message: expect.stringMatching(/MB of text in all.*divide it with --shard$/),
    },
  ]);
  expect([code, report.complete, report.findings]).toEqual([2, false, []]);
});

test('the total size of all unpacked gzip files is limited', async () => {
  const path = `${folderOf({ 'a.ndjson.gz': gzipSync('[]\n'.repeat(1000)) })}/a.ndjson.gz`;
  const read = async (count: (bytes: number) => void): Promise<void> => {
    for await (const batch of readDocuments({ source: 'a', path }, count)) for (const _ of batch);
  };
  const count = createUnpackedCount(5000);
  await read(count);
  await expect(read(count)).rejects.toThrow('compressed files unpack to more than');
});
