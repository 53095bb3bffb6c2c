import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/node/user-error.ts';
import { CLEAN, EVENTS, failuresIn, inFolder, put, readAll } from './reading.ts';

/** The names of what is read; those that are named by the user are marked. */
const namesRead = async (...given: Parameters<typeof readAll>): Promise<readonly string[]> =>
  (await readAll(...given)).inputs.map(({ name, isNamed }) => (isNamed ? `${name} !` : name));

const failuresOf = async (...paths: readonly string[]): Promise<readonly string[]> =>
  failuresIn(await readAll({ paths }));

describe('what is found', () => {
  test('in a folder: JSON and JSON Lines, without files of other tools', async () => {
    inFolder({
      ...{
        'b.json': '',
        'A.JSON': '',
        'deep/er/c.ndjson': '',
        'd.jsonl': '',
        'my-package.json': '',
      },
      ...{ 'notes.txt': '', 'x.json5': '', 'send.ts': '', '.hidden.json': '', '.git/e.json': '' },
      ...{ 'node_modules/x/a.json': '', 'deep/node_modules/a.json': '' },
      ...{ 'package-lock.json': '', 'deep/tsconfig.x.json': '', 'a.sim.json': '' },
    });
    const { skipped, failures } = await readAll();
    const expected = ['A.JSON', 'b.json', 'd.jsonl', 'deep/er/c.ndjson', 'my-package.json'];
    expect(await namesRead()).toEqual(expected);
    expect(skipped.map(({ source }) => source)).toEqual([
      ...['a.sim.json', 'deep/tsconfig.x.json', 'package-lock.json'],
    ]);
    expect(failures).toEqual([]);
  });

  test('by patterns, and relative to the working directory', async () => {
    const folder = inFolder({ 'a/x.json': '', 'a/X.JSON': '', 'a/[1].json': '', 'a/n.txt': '' });
    put({ 'a/b/y.json': '', 'a/node_modules/z.json': '' });
    expect(await namesRead({ paths: ['a/*.json'] })).toEqual([
      'a/X.JSON',
      'a/[1].json',
      'a/x.json',
    ]);
    expect(await namesRead({ paths: [join(folder, '**/y.*')] })).toEqual(['a/b/y.json']);
    process.chdir('a/b');
    expect(await namesRead({ paths: ['../*'] })).toEqual(['../X.JSON', '../[1].json', '../x.json']);
    process.chdir('..');
    // The file of this name, not `1.json`.
    expect(await namesRead({ paths: ['[1].json'] })).toEqual(['[1].json !']);
  });

  test('each file once, in the same order, by whatever paths', async () => {
    inFolder({ 'w/a.json': '', 'w/b.json': '', 'e.json': EVENTS, 'flow.txt': '' });
    symlinkSync('b.json', 'w/link.json');
    const paths = ['flow.txt', 'w/link.json', './w/../w/a.json', 'w', 'w/*.json'];
    const expected = ['flow.txt !', 'w/a.json !', 'w/b.json !'];
    expect(await namesRead({ paths })).toEqual(expected);
    expect(await namesRead({ paths: paths.toReversed() })).toEqual(expected);
    const { inputs } = await readAll({ paths: ['.'], events: ['e.json'] });
    expect(inputs.map(({ name, isNamed, holds }) => [name, isNamed, holds])).toEqual([
      ['e.json', true, 'events'],
      ['w/a.json', false, undefined],
      ['w/b.json', false, undefined],
    ]);
  });

  test('what is ignored is left out, unless it is named', async () => {
    inFolder({ 'a.json': '', 'old/b.json': '', 'old/c.json': '', 'edgewise.config.json': '' });
    const ignores = (path: string) =>
      path.includes('old/') ? 'ignored' : path.includes('config') ? 'own' : undefined;
    const { inputs, ignored, skipped } = await readAll({ paths: ['.', 'old/c.json'], ignores });
    expect(inputs.map(({ name }) => name)).toEqual(['a.json', 'old/c.json']);
    expect([ignored, skipped]).toEqual([['old/b.json'], []]);
  });

  test('links are not followed: the run is incomplete without their targets', async () => {
    const outside = inFolder({ 'b.json': '' });
    inFolder({ 'a.json': '', 'deep/c.json': '', 'n.txt': '' });
    const links = [
      ...[
        ['same.json', 'a.json'],
        ['again', '.'],
        ['gone.json', 'nowhere'],
        ['deep/up', '..'],
      ],
      ...[
        ['other.json', `${outside}/b.json`],
        ['other.txt', `${outside}/b.json`],
        ['more', outside],
      ],
    ] as const;
    for (const [name, to] of links) symlinkSync(to, name);
    expect(await namesRead()).toEqual(['a.json', 'deep/c.json']);
    const message = 'symbolic link, not followed; name the file to read it (3)';
    const gone = `gone.json: ${message}`;
    expect(await failuresOf('.')).toEqual([gone, `more: ${message}`, `other.json: ${message}`]);
    expect(await failuresOf('*.json')).toEqual([gone, `other.json: ${message}`]);
    expect(await failuresOf('.', outside)).toEqual([gone]);
    expect(await namesRead({ paths: ['other.json', 'more'] })).toEqual(['more/b.json !']);
  });
});

describe('what cannot be read is a failure, and the rest is read', () => {
  test.each([
    ['workflws/', 'no such file; did you mean "workflows"?'],
    ['events.jsn', 'no such file; did you mean "events.json"?'],
    ['zzz/y.json', 'no such file'],
    ['events.json/a.json', 'no such file'],
    ['a'.repeat(5000), 'the name is too long'],
    ['*.ndjson', 'no JSON or source file matches this pattern'],
    ['nowhere/*.json', 'no JSON or source file matches this pattern'],
    ['{1..100000000}.json', expect.stringContaining('this pattern cannot be used')],
    ['/', 'is the root of the file system'],
    ['root', 'is the root of the file system'],
    ['pipe.json', 'is a pipe; to read from a pipe, use "-"'],
    ['/dev/null', 'is not a regular file'],
  ])('%.30s', async (path, message) => {
    inFolder({ 'workflows/welcome.json': CLEAN, 'events.json': EVENTS, 'send.ts': '' });
    spawnSync('mkfifo', ['pipe.json']);
    symlinkSync('/', 'root');
    const { inputs, failures } = await readAll({ paths: [path, 'events.json'] });
    expect(inputs.map(({ name }) => name)).toEqual(['events.json']);
    expect(failures).toMatchObject([{ message, exit: 2 }]);
  });

  test('pipes and folders that cannot be read are found in folders', async () => {
    inFolder({ 'a.json': '', 'closed/b.json': '', 'line\nbreak/c.json': '' });
    spawnSync('mkfifo', ['pipe.json']);
    chmodSync('closed', 0);
    const isRoot = process.getuid?.() === 0;
    expect(await failuresOf('.')).toEqual([
      ...(isRoot ? [] : ['closed: not readable: permission denied (2)']),
      'line\nbreak: a folder with a line break in its name is not searched (2)',
      'pipe.json: is a pipe; to read from a pipe, use "-" (2)',
    ]);
    chmodSync('closed', 0o755);
  });

  test('a pattern without files is none where the run may be empty', async () => {
    inFolder({});
    expect(failuresIn(await readAll({ paths: ['*.json'], allowsEmpty: true }))).toEqual([]);
  });

  test('more than 256 MB fail the run before they are read', async () => {
    inFolder({ 'a.json': '', 'b.json': '' });
    truncateSync('a.json', 255 * 1024 * 1024);
    expect((await readAll({ paths: ['b.json'] })).inputs).toHaveLength(1);
    truncateSync('b.json', 2 ** 40);
    await expect(readAll({ paths: ['b.json'] })).rejects.toThrow(UserError);
    const endless = (async function* () {
      for (;;) yield new Uint8Array(2 ** 24);
    })();
    await expect(readAll({ paths: ['-'] }, endless)).rejects.toThrow('larger than 256 MB');
  });
});

describe('text', () => {
  const textOf = async (content: string | Uint8Array) => {
    inFolder({ 'a.json': content });
    return (await readAll({ paths: ['a.json'] })).inputs.map(({ text, encoding }) => [
      text,
      encoding,
    ]);
  };
  test.each([
    ['a byte order mark is skipped', '\ufeff["é"]', '["é"]', undefined],
    ['UTF-16', Buffer.from('\ufeff["é"]', 'utf16le'), '["é"]', 'utf-16'],
    ['UTF-16 without a mark', Buffer.from('["é"]', 'utf16le').swap16(), '["é"]', 'utf-16'],
    ['Latin-1', Buffer.from('["é"]', 'latin1'), '["\ufffd"]', 'not-utf-8'],
    ['a replacement character is text', '["\ufffd"]', '["\ufffd"]', undefined],
  ])('%s', async (_, content, text, encoding) => {
    expect(await textOf(content)).toEqual([[text, encoding]]);
  });

  test('JSON Lines are told by the extension, or where they are named by content', async () => {
    const lines = `${CLEAN}\n\n${EVENTS}\r\n`;
    inFolder({ 'a.json': lines, 'b/b.json': lines, 'c.jsonl': '1\n2', 'd.ndjson': '' });
    put({ 'one-value.jsonl': '[\n1]' });
    async function* stdin(): AsyncIterable<Uint8Array> {
      yield Buffer.from(lines);
    }
    const paths = ['-', 'a.json', 'b', 'c.jsonl', 'd.ndjson', 'one-value.jsonl', '-'];
    const { inputs } = await readAll({ paths, stdinName: 'stdin.json' }, stdin());
    expect(inputs.map(({ name, line, text }) => [name, line, text])).toEqual([
      ['a.json', 1, CLEAN],
      ['a.json', 3, EVENTS],
      ['b/b.json', undefined, lines],
      ['c.jsonl', 1, '1'],
      ['c.jsonl', 2, '2'],
      ['d.ndjson', undefined, ''],
      ['one-value.jsonl', undefined, '[\n1]'],
      ['stdin.json', 1, CLEAN],
      ['stdin.json', 3, EVENTS],
    ]);
  });
});
