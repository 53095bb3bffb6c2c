import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULTY, folderOf, run } from './run.ts';

const OUTSIDE = 'outside.txt';

/** A project, and a file and folder outside of it that links of the project lead to. */
function projectWith(links: Record<string, string>): { cwd: string; read(): string } {
  const root = folderOf({
    [OUTSIDE]: 'kept',
    'elsewhere/x.json': 'kept',
    'project/a.json': FAULTY,
  });
  const cwd = join(root, 'project');
  for (const [name, target] of Object.entries(links))
    symlinkSync(join(root, target), join(cwd, name));
  return {
    cwd,
    read: () =>
      [OUTSIDE, 'elsewhere/x.json'].map((name) => readFileSync(join(root, name), 'utf8')).join() +
      readdirSync(join(root, 'elsewhere')).join(),
  };
}

test.each([
  ['a report', ['a.json', '-f', 'json=out']],
  ['a blob', ['a.json', '-f', 'blob=out']],
  ['a picture', ['graph', 'a.json', '-f', 'svg=out']],
  ['a baseline', ['a.json', '--baseline', 'out', '--update-baseline']],
])('%s replaces a link instead of writing through it', async (_, args) => {
  for (const target of [OUTSIDE, 'missing']) {
    const { cwd, read } = projectWith({ out: target });
    await run(args, { cwd });
    expect(read()).toBe('kept,keptx.json');
    // A baseline is read first, so a file that is not a baseline is kept.
    const isReplaced = !lstatSync(join(cwd, 'out')).isSymbolicLink();
    expect(isReplaced || args.includes('--baseline')).toBe(true);
  }
});

test.each([
  ['a report', ['a.json', '-f', 'json=reports/x.json']],
  ['a new report', ['a.json', '-f', 'json=reports/new.json']],
  ['a blob', ['a.json', '-f', 'blob=reports/x.json']],
  ['a picture', ['graph', 'a.json', '-f', 'svg=reports/x.json']],
  ['pictures', ['graph', 'a.json', '-o', 'reports']],
  ['pictures in a new folder', ['graph', 'a.json', '-o', 'reports/new']],
  ['a new baseline', ['a.json', '--baseline', 'reports/b.json', '--update-baseline']],
])('%s is not written into a linked folder', async (_, args) => {
  const { cwd, read } = projectWith({ reports: 'elsewhere' });
  const { code, err } = await run(args, { cwd });
  expect([code, err]).toEqual([2, expect.stringContaining('"reports" is a symbolic link')]);
  for (const folder of ['.git', 'packages']) mkdirSync(join(cwd, folder));
  const upwards = args.map((word) => word.replace(/(?=a\.json|reports)/, '../'));
  expect(await run(upwards, { cwd: join(cwd, 'packages') })).toMatchObject({
    code: 2,
    err: expect.stringContaining('"../reports" is a symbolic link'),
  });
  expect(read()).toBe('kept,keptx.json');
});

test('a link to a device inside of the project is not written to; the working directory may be a link', async () => {
  const { cwd } = projectWith({});
  symlinkSync('/dev/null', join(cwd, 'out'));
  mkdirSync(join(cwd, 'real'));
  symlinkSync(join(cwd, 'real'), join(cwd, 'here'));
  await run(['a.json', '-f', 'json=out'], { cwd });
  expect(JSON.parse(readFileSync(join(cwd, 'out'), 'utf8'))).toMatchObject({ version: 1 });
  expect((await run(['../a.json', '-f', 'json=x'], { cwd: join(cwd, 'here') })).code).toBe(1);
  expect(readdirSync(join(cwd, 'real'))).toEqual(['x']);
});
