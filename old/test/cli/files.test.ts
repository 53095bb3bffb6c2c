import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BIN, CLEAN, EVENTS, FAULTY, folderOf, run, runBuilt } from './run.ts';

const sourcesOf = (out: string) => [
  ...new Set(
    (JSON.parse(out) as { findings: { location: { source: string } }[] }).findings.map(
      ({ location }) => location.source,
    ),
  ),
];
const isRoot = process.getuid?.() === 0;

describe('folders', () => {
  test('are searched for every form, without node_modules, dot folders, package files and JSON of other tools', async () => {
    const folder = folderOf({
      'a.json': FAULTY,
      'deep/b.ndjson': FAULTY,
      'c.jsonl': FAULTY,
      'node_modules/x/d.json': FAULTY,
      '.git/e.json': FAULTY,
      'package.json': FAULTY,
      'package-lock.json': FAULTY,
      'tsconfig.build.json': FAULTY,
      'colours.json': '{"red":"#f00"}',
      'broken-config.json': '{"red":',
      'broken-flow.json': '{"steps":[',
    });
    const { out, code } = await run(['-f', 'json'], { cwd: folder });
    expect(code).toBe(1);
    expect(sourcesOf(out)).toEqual(['a.json', 'broken-flow.json', 'c.jsonl', 'deep/b.ndjson']);
    expect((await run([], { cwd: folder })).out).toContain(
      'skipped 5 files that hold no workflows or events',
    );
  });

  test('a file that may be a workflow, and is not read, makes the run incomplete', async () => {
    const folder = folderOf({ 'a.json': CLEAN, 'e.json': EVENTS });
    const outside = folderOf({ 'b.json': CLEAN });
    const incomplete = async (): Promise<unknown> => {
      const { code, out } = await run(['.', '-f', 'json'], { cwd: folder });
      return [code, JSON.parse(out).failures];
    };
    const named = (name: string) => JSON.stringify({ a: 1, name });
    for (const name of ['package-x.json', 'tsconfig.x.json', 'x.sim.json', 'edgewise.config.json'])
      writeFileSync(join(folder, name), name.startsWith('edgewise') ? '{}' : named(name));
    symlinkSync('a.json', join(folder, 'same.json'));
    symlinkSync(outside, join(folder, 'folder.json'));
    symlinkSync(outside, join(folder, 'more'));
    symlinkSync('.', join(folder, 'again'));
    symlinkSync('nowhere', join(folder, 'gone.json'));
    expect(await incomplete()).toEqual([0, []]);
    writeFileSync(join(folder, 'BROKEN.JSON'), CLEAN);
    symlinkSync(join(outside, 'b.json'), join(folder, 'link.json'));
    expect(await incomplete()).toMatchInlineSnapshot(`
      [
        3,
        [
          {
            "message": "an extension in capital letters; name the file to read it",
            "source": "BROKEN.JSON",
          },
          {
            "message": "a symbolic link, which is not followed; name the file to read it",
            "source": "link.json",
          },
        ],
      ]
    `);
  });

  test('loops of symbolic links: each file is read once', async () => {
    const folder = folderOf({ 'a/one.json': FAULTY });
    symlinkSync('..', join(folder, 'a/loop'));
    mkdirSync(join(folder, 'a/b'));
    symlinkSync('../..', join(folder, 'a/b/up'));
    symlinkSync('one.json', join(folder, 'a/two.json'));
    expect(sourcesOf((await run(['-f', 'json'], { cwd: folder })).out)).toEqual(['a/one.json']);
  });

  test('a link out of the folder is read only when a path names it', async () => {
    const outside = folderOf({ 'secret.json': FAULTY });
    const folder = folderOf({ 'a.json': CLEAN, 'e.json': EVENTS });
    symlinkSync(join(outside, 'secret.json'), join(folder, 'link.json'));
    expect((await run(['-f', 'json'], { cwd: folder })).code).toBe(3);
    expect((await run(['link.json', '-f', 'json'], { cwd: folder })).code).toBe(1);
  });

  test('a file reached by two paths is read once', async () => {
    const folder = folderOf({ 'a.json': CLEAN });
    expect(
      JSON.parse(
        (await run(['a.json', './a.json', '.', '*.json', '-f', 'json'], { cwd: folder })).out,
      ).summary,
    ).toMatchObject({
      sources: 1,
      workflows: 1,
    });
  });
});

describe('an input that cannot be read is exit 2, and the others are checked', () => {
  test('a named pipe is refused at once', async () => {
    const folder = folderOf({ 'good.json': FAULTY });
    spawnSync('mkfifo', [join(folder, 'pipe.json')]);
    const { code, err, out } = await run(['pipe.json', 'good.json', '-f', 'json'], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toBe('edgewise: pipe.json: is a pipe, not a file; to read from a pipe use "-"\n');
    expect(sourcesOf(out)).toEqual(['good.json']);
  });

  test.each([
    ['in a folder', '.'],
    ['matched by a pattern', '*.json'],
  ])('a named pipe %s is refused at once', async (_, path) => {
    const folder = folderOf({ 'good.json': FAULTY, 'elsewhere/good.json': FAULTY });
    spawnSync('mkfifo', [join(folder, 'pipe.json'), join(folder, 'pipe.txt')]);
    symlinkSync('elsewhere/good.json', join(folder, 'link.json'));
    const { code, err, out } = await run([path, '-f', 'json'], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain(
      'edgewise: pipe.json: is a pipe, not a file; to read from a pipe use "-"\n',
    );
    expect(sourcesOf(out)).toEqual([...(path === '.' ? ['elsewhere/good.json'] : []), 'good.json']);
  });

  test.each([
    ['as a baseline', ['good.json', '--baseline', 'pipe.ts']],
    ['as code', ['code', 'pipe.ts']],
    ['in a folder of code', ['code', '.']],
  ])('a named pipe %s is refused at once', async (_, args) => {
    const folder = folderOf({ 'good.json': FAULTY });
    spawnSync('mkfifo', [join(folder, 'pipe.ts')]);
    const { code, err } = await run(args, { cwd: folder });
    expect(code).toBe(2);
    expect(err).toMatch(/^edgewise: .*pipe\.ts.*: is a pipe, not a file/);
  });

  test('a folder named x.json is searched', async () => {
    const folder = folderOf({ 'x.json/a.json': FAULTY });
    expect(sourcesOf((await run(['x.json', '-f', 'json'], { cwd: folder })).out)).toEqual([
      'x.json/a.json',
    ]);
  });

  test('a file larger than the limit is refused before it is read', async () => {
    const folder = folderOf({ 'good.json': CLEAN });
    const fd = openSync(join(folder, 'huge.json'), 'w');
    ftruncateSync(fd, 1024 ** 3);
    closeSync(fd);
    const { code, err } = await run(['huge.json', 'good.json', '-f', 'json'], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain('huge.json: larger than 256 MB');
  });

  test('a missing file, and a file without read permission, are reported', async () => {
    const folder = folderOf({ 'good.json': FAULTY, 'closed.json': CLEAN });
    chmodSync(join(folder, 'closed.json'), 0);
    const { code, err, out } = await run(
      ['gone.json', 'good.json', ...(isRoot ? [] : ['closed.json']), '-f', 'json'],
      { cwd: folder },
    );
    expect(code).toBe(2);
    expect(err).toContain('gone.json: no such file');
    if (!isRoot) expect(err).toContain('closed.json: not readable: permission denied');
    expect(sourcesOf(out)).toEqual(['good.json']);
    expect(JSON.parse(out).failures[0]).toEqual({ source: 'gone.json', message: 'no such file' });
  });

  test.each(['0'.repeat(250), `Lists of ${'autumn '.repeat(34)}`.slice(0, 250)])(
    'a folder whose path is too long is reported with a shortened path',
    async (name) => {
      const folder = folderOf({ 'good.json': FAULTY });
      const deeper = `for i in ${'1 '.repeat(18)}; do mkdir "$0" && cd -P "$0" || exit 1; done`;
      expect(spawnSync('sh', ['-c', deeper, name], { cwd: folder }).status).toBe(0);
      const { code, err, out } = await run(['-f', 'text', '-f', 'json=report.json'], {
        cwd: folder,
      });
      const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
      // Node cannot remove what it cannot name.
      spawnSync('rm', ['-rf', folder]);
      expect(code).toBe(2);
      expect(report.failures[0].source.length).toBeGreaterThan(3500);
      const reasons = report.notChecked.map(({ reason }: { reason: string }) => reason);
      expect(reasons.join('\n')).toContain(report.failures[0].source);
      expect(err).toMatch(/^edgewise: .{120}….{119}: the name is too long\n$/);
      expect(out.replace(/\s+/g, ' ')).toMatch(
        / not read: .{120}….{119}: the name is too long; \d+ rules not checked /,
      );
      for (const line of out.split('\n')) expect(line.length).toBeLessThan(300);
      expect(out.length).toBeLessThan(5000);
    },
  );

  test('a glob without matches is exit 2, and 0 with --allow-empty', async () => {
    const folder = folderOf({});
    expect(await run(['flows/*.json'], { cwd: folder })).toMatchObject({
      code: 2,
      err: 'edgewise: flows/*.json: no file matches this pattern\n',
    });
    expect((await run(['flows/*.json', '--allow-empty'], { cwd: folder })).code).toBe(0);
  });

  test('a folder without workflows', async () => {
    const folder = folderOf({ 'colours.json': '{}' });
    const { code, err } = await run([], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain(
      'no workflows or event definitions found in this folder (1 JSON file holds something else)',
    );
    expect((await run(['--allow-empty'], { cwd: folder })).code).toBe(0);
  });

  test('a report for programs says that no workflows were found', async () => {
    const folder = folderOf({ 'colours.json': '{}' });
    const { out, code } = await run(['-f', 'json'], { cwd: folder });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({
      complete: false,
      failures: [{ source: '.', message: 'no workflows or event definitions found' }],
    });
  });

  const DOMAINS = '{"object":"list","has_more":true,"data":[{"id":"d","name":"a.example"}]}';

  test('the reason is printed for a list of another resource with a warning', async () => {
    const folder = folderOf({ 'domains.json': DOMAINS });
    const { err, code } = await run(['domains.json'], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain('no workflows or event definitions found in "domains.json"');
  });
});

test('file names with brackets, line breaks, escape sequences and a leading dash are read, and printed escaped', async () => {
  const names = ['[x].json', 'a\nb.json', 'c\u001b[31m.json', '-d.json', 'e *.json'];
  const folder = folderOf(
    Object.fromEntries([...names, 'x.json', 'e f.json'].map((name) => [name, FAULTY])),
  );
  const { out, code } = await run(['-f', 'compact', '--', ...names], { cwd: folder });
  expect(code).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(
    out
      .trimEnd()
      .split('\n')
      .filter((line) => line.includes('dangling-edge')),
  ).toHaveLength(names.length);
  expect(sourcesOf((await run(['-f', 'json', '--', '[x].json'], { cwd: folder })).out)).toEqual([
    '[x].json',
  ]);
});

test('line ends, locale, time zone and clock do not change the report', async () => {
  const text = JSON.stringify(JSON.parse(FAULTY), null, 2);
  const unix = folderOf({ 'a.json': text });
  const windows = folderOf({ 'a.json': text.replaceAll('\n', '\r\n') });
  const expected = (await run(['-f', 'json'], { cwd: unix })).out;
  // Offsets of fixes count both characters of a line end.
  const withoutOffsets = (report: string): string =>
    report.replace(/"(start|end)Offset": \d+/g, '');
  expect(withoutOffsets((await run(['-f', 'json'], { cwd: windows })).out)).toBe(
    withoutOffsets(expected),
  );
  expect(
    runBuilt(['-f', 'json'], {
      cwd: unix,
      env: { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Apia' },
    }).out,
  ).toBe(expected);
});

test('a glob may be absolute', async () => {
  const cwd = folderOf({ 'a/x.json': CLEAN, 'a/node_modules/y.json': CLEAN, 'b/readme.txt': '' });
  const found = await run([join(cwd, 'a/**/*.json'), '-f', 'json'], { cwd: join(cwd, 'b') });
  expect(found.code).toBe(0);
  expect(JSON.parse(found.out).summary).toMatchObject({ sources: 1, workflows: 1 });
  const none = await run([join(cwd, 'a/*.ndjson')], { cwd });
  expect([none.code, none.err]).toEqual([
    2,
    `edgewise: ${join(cwd, 'a/*.ndjson')}: no file matches this pattern\n`,
  ]);
});

test('the order of the arguments does not change the report', async () => {
  const files = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [`${name}.json`, FAULTY.replace('wf_welcome', 'same')]),
  );
  const folder = folderOf({ ...files, 'e.json': EVENTS });
  const names = Object.keys(files);
  const expected = (await run(['-f', 'json', 'e.json', ...names], { cwd: folder })).out;
  expect((await run(['-f', 'json', ...names.reverse(), 'e.json'], { cwd: folder })).out).toBe(
    expected,
  );
  expect((await run(['-f', 'json', '.'], { cwd: folder })).out).toBe(expected);
});

test('a socket is refused', async () => {
  const { createServer } = await import('node:net');
  const folder = folderOf({});
  const server = createServer().listen(join(folder, 's.json'));
  await new Promise((resolve) => server.once('listening', resolve));
  const result = await run(['s.json'], { cwd: folder });
  server.close();
  expect(result.code).toBe(2);
  expect(result.err).toContain('s.json');
});

test('a folder of 300 files is linted without opening a socket', () => {
  if (spawnSync('unshare', ['-n', 'true']).status !== 0) return;
  const folder = folderOf({ 'a.json': FAULTY });
  const result = spawnSync('unshare', ['-n', process.execPath, BIN, '-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(result.status).toBe(1);
  writeFileSync(join(folder, 'a.json'), CLEAN);
});

describe('--ignore leaves out files that are found', () => {
  const cwd = folderOf({
    'a.json': FAULTY,
    'old/b.json': FAULTY,
    'old/deep/c.json': FAULTY,
    'edgewise.config.json': '{ "ignore": ["old/deep"] }',
  });
  const sources = async (...words: string[]) => {
    const { out } = await run([...words, '-f', 'json', '--only', 'dangling-edge'], { cwd });
    const report = JSON.parse(out);
    return [
      report.findings.map(({ location }: { location: { source: string } }) => location.source),
      report.silenced.files,
    ];
  };
  test('in folders and by globs, beside those of the configuration', async () => {
    expect(await sources('--ignore', 'old')).toEqual([
      ['a.json'],
      ['old/b.json', 'old/deep/c.json'],
    ]);
    expect(await sources('**/*.json', '--ignore', 'x', '--ignore', '**/b.*')).toEqual([
      ['a.json'],
      ['old/b.json', 'old/deep/c.json'],
    ]);
  });

  test('but not a file that is named', async () => {
    expect(await sources('old/b.json', '--ignore', 'old')).toEqual([['old/b.json'], []]);
  });

  test('in other commands', async () => {
    const { out } = await run(['graph', '--ignore', 'old', '.'], { cwd });
    expect(out.match(/flowchart/g)).toHaveLength(1);
  });
});

test.each([['lint'], ['types'], ['merge'], ['record', '--']])(
  'a path that is too long is refused by %s',
  async (...command) => {
    const { code, err } = await run([...command, 'a'.repeat(5000)], { cwd: folderOf({}) });
    expect([code, err]).toEqual([2, expect.not.stringContaining('itself failed')]);
  },
);
