import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { isMine, quickId } from '../../src/run/shard.ts';
import fc from '../fast-check.ts';
import { fixtureDocuments } from '../fixtures.ts';
import { runLive } from '../live/run.ts';
import { joinedEvents, startService, welcomes } from '../live/service.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, type Run, run } from './run.ts';

// Shards and their merge: the same bytes as one run, or a refusal.

interface Sharded {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly total: number;
  readonly env?: Record<string, string>;
}

/** Checks in shards, into `1.blob` and so on. */
async function shard({ args, cwd, total, env = {} }: Sharded): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (let i = 1; i <= total; i++)
    runs.push(
      await run([...args, '--shard', `${i}/${total}`, '-f', `blob=${i}.blob`], { cwd, env }),
    );
  return runs;
}

const blobsOf = (total: number): string[] =>
  Array.from({ length: total }, (_, i) => `${i + 1}.blob`);

const fixtures = new Map<string, string[]>();
for (const { document, text } of fixtureDocuments()) {
  const name = document.ref.source.replaceAll('/', '-');
  fixtures.set(name, [...(fixtures.get(name) ?? []), text]);
}
const LIST = {
  object: 'list',
  has_more: true,
  data: [
    { id: 'wf_1', name: 'A', status: 'enabled' },
    { id: 'wf_welcome', name: 'B', status: 'enabled' },
    7,
  ],
};
const FILES: Record<string, string> = {
  ...Object.fromEntries(
    [...fixtures]
      .filter((_, i) => i % 15 === 0)
      .map(([name, texts]) => [`fixtures/${name}`, texts.join('\n')]),
  ),
  'a/lines.ndjson': Array.from({ length: 60 }, (_, i) =>
    (i % 3 === 0 ? FAULTY : CLEAN).replace('wf_welcome', `wf_${i - (i % 4 === 1 ? 1 : 0)}`),
  ).join('\n'),
  'a/list.json': JSON.stringify(LIST),
  'a/all.json': JSON.stringify({
    workflows: [JSON.parse(CLEAN), JSON.parse(FAULTY)],
    events: JSON.parse(EVENTS),
  }),
  'a/nameless.json': JSON.stringify([
    { steps: [], edges: [] },
    { steps: [{}], edges: [{ from: 'x', to: 'y' }] },
  ]),
  'a/twice.json': '{"object":"workflow","id":"one","id":"two","name":"T","steps":[],"edges":[]}',
  'a/other.json': '{"compilerOptions":{}}',
  'events.json': EVENTS,
};
const folder = folderOf(FILES);
const FORMATS = ['json', 'sarif', 'junit', 'gitlab', 'markdown', 'jsonl', 'checkstyle'];
// In another folder, since the next run would read files in this one.
const reports = folderOf({});
const files = (prefix: string): string[] =>
  FORMATS.flatMap((format) => ['-f', `${format}=${join(reports, prefix)}.${format}`]);

describe('merged reports have the bytes of one run', () => {
  test.each([
    ['everything', ['--preset', 'strict'], 3],
    ['a status', ['--status', 'enabled'], 4],
    ['without events', ['a', '--events', 'none'], 2],
    ['with --workflow', ['--workflow', 'wf_8', '--workflow', 'nobody'], 2],
    ['more shards than workflows', ['a/list.json', 'events.json'], 12],
    ['what cannot be read', ['gone.json', 'a', 'fixtures', 'gone.json'], 2],
  ])('%s', async (_, args, total) => {
    const scope = args.filter(
      (word) =>
        ['--status', 'enabled', '--events', 'none', '--workflow', 'wf_8', 'nobody'].includes(
          word,
        ) || !word.startsWith('-'),
    );
    const settings = args.filter((word) => !scope.includes(word));
    const alone = await run([...args, ...files('alone')], { cwd: folder });
    const runs = await shard({ args, cwd: folder, total });
    for (const { err } of runs) expect(err).not.toContain('itself failed');
    const merged = await run(
      [
        'merge',
        ...blobsOf(total).reverse(),
        ...settings.filter((word) => word !== 'strict'),
        ...(args.includes('strict') ? ['strict'] : []),
        ...files('merged'),
      ],
      { cwd: folder },
    );
    expect(merged).toEqual(alone);
    for (const format of FORMATS)
      expect(
        readFileSync(join(reports, `merged.${format}`), 'utf8') ===
          readFileSync(join(reports, `alone.${format}`), 'utf8'),
        format,
      ).toBe(true);
  });

  test('baseline, suppressions, thresholds and notes apply to all shards together', async () => {
    const config = {
      suppressions: [
        { rule: 'duplicate-workflow-id', workflow: 'wf_8', reason: 'known' },
        { rule: 'cycle', workflow: 'Welcome series', reason: 'gone' },
      ],
    };
    const cwd = folderOf({ ...FILES, 'edgewise.config.json': JSON.stringify(config) });
    await run(['a/lines.ndjson', '--baseline', 'b.json', '--update-baseline'], { cwd });
    for (const args of [
      ['--baseline', 'b.json'],
      ['--fail-on', 'never'],
      ['--max-warnings', '0', '--fail-on', 'never'],
      ['--show-suppressed'],
    ]) {
      const alone = await run(['a', 'events.json', ...args, '-f', 'json'], { cwd });
      await shard({
        args: ['a', 'events.json', ...args.slice(0, 2)].filter(
          (word) => word !== '--show-suppressed',
        ),
        cwd,
        total: 3,
      });
      expect(await run(['merge', '.', ...args, '-f', 'json'], { cwd })).toEqual(alone);
      expect(alone.err).toContain('this suppression of "cycle" matches nothing');
    }
  });

  test('an event that two files define differently is reported', async () => {
    const eventsOf = (schema: object) => ({
      object: 'list',
      has_more: false,
      data: [{ id: 'ev_1', name: 'user.created', schema }],
    });
    const reader = (id: string) =>
      CLEAN.replace('wf_welcome', id).replace('Welcome!', 'Welcome, {{event.nickname}}!');
    const cwd = folderOf({
      'a.json': JSON.stringify({ workflows: [], events: eventsOf({ name: 'string' }) }),
      'events.json': JSON.stringify(eventsOf({ nickname: 'string' })),
      'workflows.ndjson': Array.from({ length: 20 }, (_, i) => reader(`wf_${i}`)).join('\n'),
    });
    const alone = await run(['-f', 'json'], { cwd });
    await shard({ args: [], cwd, total: 3 });
    expect(await run(['merge', '.', '-f', 'json'], { cwd })).toEqual(alone);
  });

  test('an account is read once in total by all shards', async () => {
    const service = await startService({ workflows: welcomes(12), events: joinedEvents(12) });
    const cwd = folderOf({});
    const alone = await runLive(['--live', '-f', 'json'], { url: service.url, cwd });
    const gets = () => service.asked.filter((path) => /^\/workflows\/./.test(path)).length;
    expect(gets()).toBe(12);
    for (let i = 1; i <= 5; i++)
      await runLive(['--live', '--shard', `${i}/5`, '-f', `blob=${i}.blob`], {
        url: service.url,
        cwd,
      });
    expect(gets()).toBe(24);
    expect(await run(['merge', '.', '-f', 'json'], { cwd })).toEqual(alone);
  });

  test('overrides, standard input, a single shard and a line of several megabytes', async () => {
    const events = {
      object: 'list',
      has_more: false,
      data: [{ name: 'user.created', note: 'x'.repeat(5e6) }],
    };
    const cwd = folderOf({
      'events.json': JSON.stringify(events),
      'edgewise.config.json':
        '{ "overrides": [{ "workflows": "Welcome*", "rules": { "excessive-delay": ["info", { "max": "1 day" }] } }] }',
    });
    const args = ['-', '--events', 'events.json'];
    const alone = await run([...args, '-f', 'json'], { cwd, input: FAULTY });
    const { code } = await run([...args, '--shard', '1/1', '-f', 'blob=1.blob'], {
      cwd,
      input: FAULTY,
    });
    expect(code).toBe(1);
    const merged = await run(['merge', '1.blob', '-f', 'json'], { cwd });
    const found = ({ out }: Run): unknown =>
      JSON.parse(out).findings.map(({ rule, fingerprint }: Record<string, string>) => [
        rule,
        fingerprint,
      ]);
    expect(found(merged)).toEqual(found(alone));
    expect(merged.code).toBe(1);
  });

  test('a run without shards can be written as a blob', async () => {
    const alone = await run(['a', '-f', 'json', '-f', 'blob=whole.blob'], { cwd: folder });
    expect(await run(['merge', 'whole.blob', '-f', 'json'], { cwd: folder })).toEqual(alone);
  });
});

test('a shard reports its findings and what it did not check, and fails for a faulty input', async () => {
  const cwd = folderOf({
    'a.json': FAULTY,
    'events.json': EVENTS,
    'b.json': FAULTY.replace('"send_email"', '"delay"').replace('wf_welcome', 'wf_9'),
  });
  const { index } = [1, 2]
    .map((i) => ({ index: i }))
    .find((each) => isMine('wf_9', { ...each, total: 2 })) as { index: number };
  const { code, err, out } = await run(['-f', 'blob=x.blob', '-f', 'text'], {
    cwd,
    env: { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: '2' },
  });
  expect(code).toBe(1);
  expect(err).toBe(
    `edgewise: this is shard ${index} of 2, by CI_NODE_INDEX and CI_NODE_TOTAL; --shard 1/1 checks everything\n`,
  );
  expect(out).toContain('invalid-config');
  expect(out.replace(/\s+/g, ' ')).toContain(
    `this is shard ${index} of 2: edgewise merge checks it for all of them`,
  );
});

test('findings of the merge have lines when the files are unchanged', async () => {
  const cwd = folderOf({ 'a.json': FAULTY, 'b.json': FAULTY, 'events.json': EVENTS });
  await shard({ args: ['.'], cwd, total: 2 });
  writeFileSync(join(cwd, 'a.json'), `${FAULTY} `);
  rmSync(join(cwd, 'b.json'));
  const merged = await run(['merge', '1.blob', '2.blob', '-f', 'json'], { cwd });
  expect(merged.code).toBe(1);
  expect(merged.err).toBe(
    'edgewise: a.json and 1 other file: not here as the shards read them, so some findings have no line\n',
  );
  const { findings } = JSON.parse(merged.out) as { findings: { rule: string; location: object }[] };
  expect(findings.map(({ rule }) => rule)).toContain('dangling-edge');
  for (const { rule, location } of findings)
    if (rule === 'dangling-edge') expect(location).not.toHaveProperty('region');
  writeFileSync(join(cwd, 'b.json'), FAULTY);
  expect((await run(['merge', '1.blob', '2.blob'], { cwd })).err).toBe(
    'edgewise: a.json: not here as the shards read it, so some findings have no line\n',
  );
  // Of the same size, but without workflows or events, so it is not quoted.
  writeFileSync(join(cwd, 'a.json'), 'x'.repeat(FAULTY.length));
  expect((await run(['merge', '1.blob', '2.blob'], { cwd })).out).not.toContain('xxx');
});

describe('refused blobs and shards', () => {
  const cwd = folderOf({
    'a.ndjson': Array.from({ length: 15 }, (_, i) => FAULTY.replace('wf_welcome', `wf_${i}`)).join(
      '\n',
    ),
    'events.json': EVENTS,
  });
  const made = shard({ args: ['.'], cwd, total: 3 });

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
    if (args[0] === '7.blob') await run(['.', '--shard', '7/20', '-f', 'blob=7.blob'], { cwd });
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
      ['.', '--shard', '3/4'],
      '"x.blob" is one of 4 shards, and "1.blob" one of 3',
    ],
    [
      'with other rules',
      ['.', '--shard', '3/3', '--rule', 'cycle=warning'],
      'were checked with different rules or options',
    ],
    ['with other paths', ['a.ndjson', '--shard', '3/3'], 'were asked for different things'],
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
      await run(['.', '--shard', '3/3', '-f', 'blob=x.blob'], { cwd });
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
    ['cut off before its last line', (lines: string[]) => lines.slice(0, -1), 'is cut off'],
    [
      'continued after its end',
      (lines: string[]) => [...lines, '{"inputs":[]}'],
      'is damaged: there is data after its end',
    ],
    [
      'with a line too few',
      (lines: string[]) => [...lines.slice(0, 3), ...lines.slice(4)],
      'is damaged: lines are missing',
    ],
    [
      'of another program',
      (lines: string[]) => ['{"other":"blob"}', ...lines.slice(1)],
      'is not a blob of edgewise',
    ],
  ])('a blob %s is refused', async (_, change, message) => {
    await made;
    const lines = gunzipSync(readFileSync(join(cwd, '1.blob')))
      .toString()
      .trimEnd()
      .split('\n');
    writeFileSync(join(cwd, 'damaged'), gzipSync(`${change(lines).join('\n')}\n`));
    expect(await run(['merge', 'damaged', '2.blob', '3.blob'], { cwd })).toEqual({
      ...{ code: 2, out: '' },
      err: `edgewise: "damaged" ${message}\n`,
    });
  });

  test('a resource of a type that this version does not know is left out', async () => {
    await made;
    const lines = gunzipSync(readFileSync(join(cwd, '1.blob')))
      .toString()
      .trimEnd()
      .split('\n');
    const document = { source: 'b.json', index: 0, line: 1, start: 0, end: 0 };
    const resources = [{ of: 'banners', document, pointer: '', value: { id: 'b' } }];
    const more = [
      ...lines.slice(0, -1),
      JSON.stringify({ resources }),
      `{"end":${lines.length + 1}}\n`,
    ];
    writeFileSync(join(cwd, 'newer'), gzipSync(more.join('\n')));
    const merged = ['newer', '1.blob'].map((first) =>
      run(['merge', first, '2.blob', '3.blob', '-f', 'json'], { cwd }),
    );
    const [newer, own] = await Promise.all(merged);
    expect(newer).toEqual(own);
  });

  test('facts of a plugin that are not plain data are refused', async () => {
    const rule = (
      facts: string,
    ): string => `export default { id: 'our/facts', severity: 'error', preset: 'correctness',
      category: 'email', summary: 'S.', why: 'W.', remedy: 'R.', facts: () => (${facts}), workspace() {} };`;
    const folder = folderOf({ 'a.json': FAULTY, 'own.mjs': rule('{ seen: new Date() }') });
    const args = ['a.json', '--plugin', 'own.mjs', '-f', 'blob=1.blob'];
    expect(await run(args, { cwd: folder, guarded: false })).toMatchObject({
      code: 2,
      err: 'edgewise: a fact of the rule "our/facts" is not plain data: it holds a Date\n          facts of a rule must be plain data to leave this run: see docs/plugins.md\n',
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

  test('a blob damaged at any byte is refused or gives the same result, packed or unpacked', async () => {
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
      expect([1, 2]).toContain(code);
      if (code === 1)
        expect((JSON.parse(out) as { findings: object[] }).findings.length).toBeGreaterThan(0);
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

  test.each([
    ['a line that is no object', () => '7'],
    ['a line of another kind', () => '{"__proto__":[]}'],
    ['two keys in a line', () => '{"names":[],"inputs":[]}'],
    [
      'a reference to a missing row',
      (line: string) => (line.startsWith('{"facts"') ? line.replace(/,\[\d+/, ',[99999') : line),
    ],
    [
      'a fact nested too deeply',
      (line: string) =>
        line.startsWith('{"facts"')
          ? `{"facts":["dangling-edge",${'['.repeat(1000)}${']'.repeat(1000)}]}`
          : line,
    ],
    [
      'a fact without its workflow',
      (line: string) => (line.startsWith('{"facts"') ? '{"facts":["dangling-edge",[],[1]]}' : line),
    ],
    ['a negative count', (line: string) => line.replace(/"steps":\d+/, '"steps":-1')],
  ])('%s', async (_, damage) => {
    await made;
    const lines = gunzipSync(readFileSync(join(cwd, '1.blob')))
      .toString()
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line, i) => (damage.length > 0 || i > 3 ? damage(line) : line));
    const text = lines.join('\n');
    writeFileSync(
      join(cwd, 'damaged'),
      gzipSync(`${text}\n{"end":${text.split('\n').length + 1}}\n`),
    );
    expect(await run(['merge', 'damaged', '2.blob', '3.blob'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('"damaged" is'),
    });
  });

  test.each([
    ['nested deeply', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['with an invalid place', '[{"place":5,"message":"m","help":"h","key":"k"}]'],
    [
      'with an invalid document',
      '[{"place":{"document":{"source":[]},"pointer":{},"subject":{}},"message":"m","key":"k"}]',
    ],
    ['with invalid texts', '[{"place":{},"message":{},"help":[],"key":7}]'],
  ])('a fact %s is reported as a failed rule', async (_, fact) => {
    await made;
    const lines = gunzipSync(readFileSync(join(cwd, '1.blob')))
      .toString()
      .trimEnd()
      .split('\n');
    const facts = `{"facts":["dangling-edge",[0],[${fact}]]}`;
    const text = [...lines.slice(0, -1), facts, `{"end":${lines.length + 1}}\n`].join('\n');
    writeFileSync(join(cwd, 'damaged'), gzipSync(text));
    const { code, out, err } = await run(['merge', 'damaged', '2.blob', '3.blob'], { cwd });
    expect(err).not.toContain('itself failed');
    expect(code).toBe(2);
    expect(out).toContain('rule "dangling-edge" failed');
  });
});

test('the id of a workflow is read without parsing only where the text is unambiguous', () => {
  expect(quickId(CLEAN)).toBe('wf_welcome');
  expect(quickId(JSON.stringify(JSON.parse(CLEAN), null, 2))).toBe('wf_welcome');
  for (const text of [
    EVENTS,
    '{"id":"e1","name":"user.created","schema":null}',
    '{"object":"list","id":"x","data":[],"steps":[]}',
    `{"id":"x","events":[],"workflows":[${CLEAN}]}`,
    '{"id":"x","steps":[],"has_more":true,"data":[]}',
    '{"id":"x\\u0041","steps":[]}',
    '{"id":"x","steps":[],"\\u0065vents":[]}',
    `[${CLEAN}]`,
    '{"name":"x","steps":[]}',
  ])
    expect(quickId(text)).toBeUndefined();
});

test('shards are of about equal size', () => {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 8000; i++)
    for (let index = 1; index <= 4; index++)
      if (isMine(`wf_${i}`, { index, total: 4 }))
        counts[index - 1] = (counts[index - 1] as number) + 1;
  expect(counts.reduce((sum, count) => sum + count)).toBe(8000);
  for (const count of counts) expect(count).toBeGreaterThan(1800);
});
