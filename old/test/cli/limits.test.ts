import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSources } from '../../src/load/sources.ts';
import { load } from '../../src/run/load.ts';
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
  const cwd = folderOf({ 'a.ndjson.gz': gzipSync('{}\n'.repeat(120_000)) });
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

test('more text in all than fits into memory is not checked at all, also when it is unpacked', async () => {
  const line = `{"note":"${'x'.repeat(1000)}"}\n`;
  const cwd = folderOf({ 'a.ndjson.gz': gzipSync(line.repeat(3500)), 'b.json': EVENTS });
  const open = () => openSources({ paths: ['.'], cwd, stdin: process.stdin }).items;
  expect(await load(open(), undefined, 3 * 1024 ** 2)).toEqual([
    {
      failure: {
        source: 'a.ndjson.gz',
        message:
          'the input has more than 3 MB of text in all, so nothing was checked; divide it with --shard',
        refused: true,
      },
    },
  ]);
  const whole = await load(open(), undefined, 4 * 1024 ** 2);
  expect(whole.filter((item) => 'failure' in item)).toEqual([]);
  const small = folderOf({ 'a.ndjson': '[]\n'.repeat(3000) });
  const lines = openSources({ paths: ['.'], cwd: small, stdin: process.stdin }).items;
  expect(await load(lines, undefined, 1024 ** 2)).toMatchObject([{ failure: {} }]);
  // A shard counts its own documents.
  const half = await load(open(), { index: 1, total: 2 }, 2 * 1024 ** 2);
  expect(half.filter((item) => 'failure' in item)).toEqual([]);
});
