import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expandPaths, findNamed, findTests } from '../../src/load/expand.ts';
import fc from '../fast-check.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'edgewise-expand-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '{}');
  }
}

const sources = async (paths: readonly string[], cwd = folder): Promise<readonly string[]> =>
  (await expandPaths(paths, cwd)).inputs.map(({ source }) => source);

describe('the files of a folder', () => {
  test('are found by extension, in order, at any depth', async () => {
    put(
      'b.json',
      'a/deep/er/c.ndjson',
      'a.jsonl.gz',
      'a/x.json.gz',
      'B.JSON',
      'notes.txt',
      'json',
      'x.json5',
      'x.json.bak',
    );
    expect(await sources(['.'])).toEqual([
      'a.jsonl.gz',
      'a/deep/er/c.ndjson',
      'a/x.json.gz',
      'b.json',
    ]);
  });

  test('do not include files of other tools or of edgewise', async () => {
    put(
      'package.json',
      'package-lock.json',
      'tsconfig.build.json',
      'edgewise.config.json',
      'sub/package.json',
      'welcome.sim.json',
      'package-lock.json.gz',
    );
    put(
      'node_modules/x/a.json',
      'sub/node_modules/a.json',
      '.git/a.json',
      'sub/.cache/a.json',
      '.hidden.json',
      '.json',
      'my-package.json',
    );
    expect(await sources(['.'])).toEqual(['my-package.json', 'package-lock.json.gz']);
  });

  test('are read except in folders that are too deep, which are reported', async () => {
    put('a.json');
    const deeper =
      'name=$(printf "%0250d" 0); for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do mkdir "$name" && cd -P "$name" || exit 1; done';
    expect(spawnSync('sh', ['-c', deeper], { cwd: folder }).status).toBe(0);
    const { inputs, refused } = await expandPaths(['.'], folder);
    expect(inputs.map(({ source }) => source)).toEqual(['a.json']);
    expect(refused.map(({ message }) => message)).toEqual(['the name is too long']);
    expect(
      (
        await expandPaths(['.'], folder, undefined, (path) =>
          path.includes('000') ? 'left out' : undefined,
        )
      ).refused,
    ).toEqual([]);
    // Node cannot remove what it cannot name.
    spawnSync('rm', ['-rf', folder]);
    mkdirSync(folder);
  });

  test('do not include linked files, unless the folder itself is a link', async () => {
    put('real/a.json', 'elsewhere.json');
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    symlinkSync(join(folder, 'elsewhere.json'), join(folder, 'real/b.json'));
    symlinkSync('..', join(folder, 'real/loop'));
    expect(await sources(['real'])).toEqual(['real/a.json']);
    expect(await sources(['link'])).toEqual(['link/a.json']);
  });

  test('are found in a folder of any name, also with glob characters', async () => {
    put('e\n.json-d/x[1].json', '-f/$(a).json');
    expect(await sources(['.'])).toEqual(['-f/$(a).json', 'e\n.json-d/x[1].json']);
  });

  test('have paths relative to the working directory', async () => {
    put('a/b/x.json');
    expect(await sources(['b'], join(folder, 'a'))).toEqual(['b/x.json']);
    expect(await sources(['.'], join(folder, 'a/b'))).toEqual(['x.json']);
    put('c/y.json');
    expect(await sources(['../c', folder], join(folder, 'a'))).toEqual(['../c/y.json', 'b/x.json']);
  });

  test('are listed once, by the given path where one is given', async () => {
    put('a/x.json', 'a/y.json');
    const { inputs } = await expandPaths(['a', 'a/x.json', '**/*.json'], folder);
    expect(inputs.map(({ source, explicit }) => [source, explicit])).toEqual([
      ['a/x.json', true],
      ['a/y.json', false],
    ]);
  });
});

test('the files of a folder equal those of a glob library', async () => {
  const name = fc.constantFrom(
    'a',
    'b.json',
    'node_modules',
    '.dot',
    'package.json',
    'x[1].jsonl',
    'ä.ndjson',
    'c d.json.gz',
    'back\\slash.json',
    'f.gz',
  );
  const path = fc
    .tuple(fc.array(name, { maxLength: 3 }), name)
    .map(([above, last]) => [...above.map((each) => `${each}-d`), last].join('/'));
  const asFolder = (each: string): string =>
    each.replaceAll('node_modules-d', 'node_modules').replaceAll('.dot-d', '.dot');
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(path.map(asFolder), { maxLength: 12 }), async (paths) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      for (const each of paths) {
        try {
          put(each);
        } catch {
          // A file is at the path of its folder.
        }
      }
      const expected = await fastGlob(['**/*.{json,ndjson,jsonl}', '**/*.{json,ndjson,jsonl}.gz'], {
        cwd: folder,
        ignore: ['**/node_modules/**', '**/package*.json'],
        followSymbolicLinks: false,
      });
      expect(await sources(['.'])).toEqual(expected.sort());
    }),
    { numRuns: 60 },
  );
});

test('expectations of simulations are found in folders by extension', async () => {
  put(
    'a.sim.json',
    'sub/b.sim.json',
    'sub/c.json',
    'node_modules/d.sim.json',
    '.hidden/e.sim.json',
  );
  const { inputs } = await findTests(['.', 'a.sim.json'], folder);
  expect(inputs.map(({ source, explicit }) => [source, explicit])).toEqual([
    ['a.sim.json', true],
    ['sub/b.sim.json', false],
  ]);
});

test('a pattern that cannot be expanded is refused', async () => {
  for (const [given, expand] of [
    ['w/{1..100000000}.json', expandPaths],
    ['w/{1..100000000}.sim.json', findTests],
  ] as const) {
    const { inputs, refused } = await expand([given], tmpdir());
    expect(inputs).toEqual([]);
    expect(refused).toEqual([
      { source: given, message: expect.stringMatching(/^this pattern cannot be used: .*range/) },
    ]);
  }
});

test('a file that is left out is read when it is named', async () => {
  put('a/x.json', 'a/y.json');
  const { inputs, ignored } = await expandPaths(['a', 'a/x.json'], folder, 'events', () => 'asked');
  expect(inputs.map(({ source }) => source)).toEqual(['a/x.json']);
  expect(ignored).toEqual([{ source: 'a/y.json', reason: 'asked' }]);
  expect((await expandPaths(['-'], folder, 'events')).inputs).toEqual([
    { source: '-', explicit: true, assume: 'events' },
  ]);
});

test('a named file with another extension is refused', async () => {
  put('notes.txt');
  const { refused } = await findNamed(['notes.txt'], folder, (name) => name.endsWith('.ts'));
  expect(refused).toEqual([
    { source: 'notes.txt', message: 'this command does not read files with this extension' },
  ]);
});

test('a folder that links to the root of the file system is not searched', async () => {
  expect((await expandPaths(['.'], '/')).refused).toMatchObject([
    { source: '.', message: 'is the root of the file system' },
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'edgewise-root-'));
  symlinkSync('/', join(folder, 'flows'));
  expect(await expandPaths(['flows'], folder)).toMatchObject({
    inputs: [],
    refused: [{ source: 'flows', message: 'is the root of the file system' }],
  });
});

test('what is not read in a folder has a reason, and may be an export by its name', async () => {
  put(
    'a.json',
    'B.JSON',
    'C.Package.JSON',
    'PACKAGE.JSON',
    'x.sim.json',
    'tsconfig.x.json',
    'd.TXT',
  );
  const outside = mkdtempSync(join(realpathSync(tmpdir()), 'edgewise-expand-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  writeFileSync(join(outside, 'b.json'), '{}');
  for (const [to, name] of [
    ['a.json', 'same.json'],
    [join(outside, 'b.json'), 'other.json'],
    [join(outside, 'b.json'), 'package.json'],
    [join(outside, 'b.json'), 'text.txt'],
    [outside, 'folder.json'],
    [outside, 'more'],
    ['.', 'again'],
    ['nowhere', 'gone.json'],
  ] as const)
    symlinkSync(to, join(folder, name));
  const reasonsFor = async (...paths: readonly string[]) =>
    (await expandPaths(paths, folder)).unread
      .map(({ source, reason, mayBeExport }) => `${source}: ${reason}${mayBeExport ? ' (!)' : ''}`)
      .sort();
  const link = 'a symbolic link, which is not followed; name the file to read it';
  const lost = 'a symbolic link to a folder, which is not followed, or to nothing';
  const other = 'a package, tsconfig, configuration or simulation file';
  const large = 'an extension in capital letters; name the file to read it';
  expect(await reasonsFor('.')).toEqual([
    `B.JSON: ${large} (!)`,
    `C.Package.JSON: ${large} (!)`,
    `PACKAGE.JSON: ${other}`,
    `folder.json: ${lost}`,
    `gone.json: ${lost}`,
    `more: ${lost}`,
    `other.json: ${link} (!)`,
    `package.json: ${link}`,
    `same.json: ${link}`,
    `tsconfig.x.json: ${other}`,
    `x.sim.json: ${other}`,
  ]);
  expect(await reasonsFor('*.json')).toEqual([
    `folder.json: ${lost}`,
    `gone.json: ${lost}`,
    `other.json: ${link} (!)`,
    `same.json: ${link}`,
  ]);
  const named = await reasonsFor('.', 'B.JSON', 'other.json');
  expect(named).toHaveLength(10);
  expect(named.filter((each) => each.endsWith('(!)'))).toEqual([`C.Package.JSON: ${large} (!)`]);
});

describe('a path without a file', () => {
  const messageOf = async (given: string): Promise<string | undefined> =>
    (await expandPaths([given], folder)).refused[0]?.message;
  beforeEach(() => put('workflows/welcome.json', 'events.json', '.git', 'Makefile'));

  test.each([
    ['workflws/', 'workflows/'],
    ['worklfows/welcome.json', 'workflows/welcome.json'],
    ['./workflows/wellcome.json', './workflows/welcome.json'],
    ['worklfows/other.json', 'workflows'],
    ['event.json', 'events.json'],
    ['events.jsn', 'events.json'],
    ['Makfile', 'Makefile'],
  ])('%s gets the nearest name', async (given, near) => {
    expect(await messageOf(given)).toBe(`no such file; did you mean "${near}"?`);
  });

  test.each(['zzz/y.json', '.gitt', 'workflows/zzz.json'])('%s gets none', async (given) => {
    expect(await messageOf(given)).toBe('no such file');
  });

  test('may be absolute, and below a file', async () => {
    expect(await messageOf(join(folder, 'event.json'))).toBe(
      `no such file; did you mean "${join(folder, 'events.json')}"?`,
    );
    expect(await messageOf('events.json/a.json')).toBe('cannot be read (ENOTDIR)');
  });
});
