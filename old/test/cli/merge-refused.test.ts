import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import fc from '../fast-check.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';
import { shard } from './sharded.ts';

const GIVEN = ['--events', 'events.json'];

describe('refused blobs and shards', () => {
  const cwd = folderOf({
    'a.ndjson': Array.from({ length: 15 }, (_, i) => FAULTY.replace('wf_welcome', `wf_${i}`)).join(
      '\n',
    ),
    'events.json': EVENTS,
  });
  const made = shard({ args: ['.', ...GIVEN], cwd, total: 3 });

  test.each([
    [['1.blob', '3.blob'], 'shard 2 of 3 is missing'],
    [['2.blob'], 'shards 1, 3 of 3 are missing'],
    [['7.blob'], 'shards 1, 2, 3, 4, 5, 6, 8, 9, 10, 11 … of 20 are missing'],
    [['1.blob', '2.blob', '3.blob', '2.blob'], '"2.blob" and "2.blob" are both shard 2 of 3'],
    [
      ['1.blob', '2.blob', '3.blob', '--preset', 'strict'],
      'the blobs were checked with other rules or options than are in force here',
    ],
    [['1.blob', '2.blob', '3.blob', '--rule', 'cycle=off'], 'other rules or options'],
    [['1.blob', '2.blob', 'events.json'], '"events.json" is not a blob of edgewise'],
  ])('merge %j', async (args, message) => {
    await made;
    if (args[0] === '7.blob')
      await run(['.', ...GIVEN, '--shard', '7/20', '-f', 'blob=7.blob'], { cwd });
    const { code, err, out } = await run(['merge', ...args, '-f', 'json'], { cwd });
    rmSync(join(cwd, '7.blob'), { force: true });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
    expect(JSON.parse(out)).toMatchObject({
      complete: false,
      failures: [{ message: expect.stringContaining(message) }],
    });
  });

  test.each([
    [
      'with another number of shards',
      ['.', ...GIVEN, '--shard', '3/4'],
      '"x.blob" is one of 4 shards, and "1.blob" one of 3',
    ],
    [
      'with other rules',
      ['.', ...GIVEN, '--shard', '3/3', '--rule', 'cycle=warning'],
      'were checked with different rules or options',
    ],
    [
      'with other paths',
      ['a.ndjson', ...GIVEN, '--shard', '3/3'],
      'were asked for different things',
    ],
  ])('a shard %s', async (_, args, message) => {
    await made;
    await run([...args, '-f', 'blob=x.blob'], { cwd });
    expect(await run(['merge', '1.blob', '2.blob', 'x.blob'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
    rmSync(join(cwd, 'x.blob'));
  });

  test('a shard that read other files is refused', async () => {
    await made;
    for (const [name, content] of [
      ['more.json', CLEAN],
      ['events.json', `${EVENTS} `],
    ] as const) {
      writeFileSync(join(cwd, name), content);
      await run(['.', ...GIVEN, '--shard', '3/3', '-f', 'blob=x.blob'], { cwd });
      if (name === 'more.json') rmSync(join(cwd, name));
      else writeFileSync(join(cwd, name), EVENTS);
      for (const order of [
        ['1.blob', '2.blob', 'x.blob'],
        ['x.blob', '1.blob', '2.blob'],
      ])
        expect(await run(['merge', ...order], { cwd })).toMatchObject({
          code: 2,
          err: expect.stringContaining(`did not read the same files: "${name}" differs`),
        });
    }
    rmSync(join(cwd, 'x.blob'));
  });

  test('a failed run deletes the blob of an earlier run', async () => {
    await made;
    writeFileSync(join(cwd, 'old.blob'), readFileSync(join(cwd, '1.blob')));
    expect(
      (
        await run(
          [
            '.',
            '--shard',
            '1/3',
            '-f',
            'blob=old.blob',
            '--rule',
            'cycle=warning',
            '--preset',
            'nope',
          ],
          { cwd },
        )
      ).code,
    ).toBe(2);
    expect(existsSync(join(cwd, 'old.blob'))).toBe(false);
    expect(
      (await run(['.', '--shard', '1/3', '-f', 'blob=old.blob', '-f', 'json=gone/x.json'], { cwd }))
        .code,
    ).toBe(2);
    writeFileSync(join(cwd, 'notes.txt'), 'mine');
    expect(
      (
        await run(
          ['--events', 'gone.json', '--shard', '1/3', '-f', 'blob=notes.txt', '--preset', 'nope'],
          { cwd },
        )
      ).code,
    ).toBe(2);
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('mine');
    rmSync(join(cwd, 'old.blob'), { force: true });
  });

  test.each([
    ['cut off', (text: string) => text.slice(0, -1), 'is cut off or damaged'],
    ['continued after its end', (text: string) => `${text}{}`, 'is cut off or damaged'],
    ['of another program', () => '{"other":"blob"}\n', 'is not a blob of edgewise'],
    ['without JSON', () => '7', 'is not a blob of edgewise'],
  ])('a blob %s is refused', async (_, change, message) => {
    await made;
    const text = gunzipSync(readFileSync(join(cwd, '1.blob'))).toString();
    writeFileSync(join(cwd, 'damaged'), gzipSync(change(text)));
    expect(await run(['merge', 'damaged', '2.blob', '3.blob'], { cwd })).toEqual({
      ...{ code: 2, out: '' },
      err: `edgewise: "damaged" ${message}\n`,
    });
  });

  test('summaries of a plugin that are not plain data are refused', async () => {
    const rule = (
      summary: string,
    ): string => `export default { id: 'our/summaries', severity: 'error', preset: 'correctness',
      category: 'email', summary: 'S.', why: 'W.', remedy: 'R.', summarize: () => (${summary}), compare() {} };`;
    const folder = folderOf({ 'a.json': FAULTY, 'own.mjs': rule('{ seen: new Date() }') });
    const args = ['a.json', '--plugin', 'own.mjs', '-f', 'blob=1.blob'];
    expect(await run(args, { cwd: folder })).toMatchObject({
      code: 2,
      err: 'edgewise: a summary of the rule "our/summaries" is not plain data: it holds a Date\n          summaries of a rule must be plain data to leave this run: see docs/plugins.md\n',
    });
    expect(existsSync(join(folder, '1.blob'))).toBe(false);
  });

  test('a blob of another version is refused', async () => {
    await made;
    const lines = gunzipSync(readFileSync(join(cwd, '1.blob')))
      .toString()
      .split('\n');
    for (const head of [
      '{"edgewise":"blob","version":3,"tool":"9.9.9"}',
      '{"edgewise":"blob","version":1,"tool":"0.1.0"}',
      '{"edgewise":"blob"}',
    ]) {
      writeFileSync(join(cwd, 'v'), gzipSync([head, ...lines.slice(1)].join('\n')));
      expect((await run(['merge', 'v', '2.blob', '3.blob'], { cwd })).err).toContain(
        'use one version for all shards and the merge',
      );
    }
  });

  test('a blob damaged at any byte is refused, packed or unpacked', async () => {
    await made;
    const expected = await run(['merge', '1.blob', '2.blob', '3.blob', '-f', 'json'], { cwd });
    expect(expected.code).toBe(1);
    const packed = readFileSync(join(cwd, '1.blob'));
    const plain = gunzipSync(packed);
    const isFine = async (bytes: Uint8Array): Promise<void> => {
      writeFileSync(join(cwd, 'damaged'), bytes);
      const { code, err, out } = await run(['merge', 'damaged', '2.blob', '3.blob', '-f', 'json'], {
        cwd,
      });
      expect(err).not.toContain('itself failed');
      // A byte that gzip ignores may differ.
      if (code !== 2) expect({ code, err, out }).toEqual(expected);
    };
    const change = fc.tuple(
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      fc.constantFrom('change', 'cut', 'double'),
    );
    await fc.assert(
      fc.asyncProperty(change, async ([at, by, isPacked, how]) => {
        const bytes = Buffer.from(isPacked ? packed : plain);
        const i = at % bytes.length;
        if (how === 'change') bytes[i] = (bytes[i] as number) ^ by;
        const changed =
          how === 'cut'
            ? bytes.subarray(0, i)
            : how === 'double'
              ? Buffer.concat([bytes.subarray(0, i), bytes])
              : bytes;
        await isFine(isPacked ? changed : gzipSync(changed));
      }),
      { numRuns: 60 },
    );
  });
});
