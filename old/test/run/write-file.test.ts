import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canFix, lockOf } from '../../src/run/printed-fixes.ts';
import { refuseLinkedFolders, replaceFile, writeFileWhole } from '../../src/run/write-file.ts';
import { folderOf } from '../cli/run.ts';

/** A folder with a file, and links to a file and a folder outside. */
function project() {
  const outside = folderOf({ 'kept.txt': 'kept', 'deep/kept.txt': 'kept' });
  const cwd = folderOf({ 'a.txt': 'old', 'own/b.txt': 'old' });
  symlinkSync(join(outside, 'kept.txt'), join(cwd, 'link.txt'));
  symlinkSync(join(outside, 'none.txt'), join(cwd, 'lost.txt'));
  symlinkSync('/dev/null', join(cwd, 'device'));
  symlinkSync(join(outside, 'deep'), join(cwd, 'linked'));
  symlinkSync(cwd, join(outside, 'project'));
  return { cwd, outside };
}

test('a file is written whole, in the working directory in place of a link', () => {
  const { cwd, outside } = project();
  for (const name of ['a.txt', 'new.txt', 'link.txt', 'lost.txt', 'device', 'own/b.txt']) {
    writeFileWhole(name, ['x'.repeat(70_000), '', 'é'], cwd);
    expect(readFileSync(join(cwd, name), 'utf8')).toBe(`${'x'.repeat(70_000)}é`);
    expect(lstatSync(join(cwd, name)).isFile()).toBe(true);
  }
  writeFileWhole('bytes', [Buffer.from([1]), Buffer.from([0xff])], cwd);
  expect([...readFileSync(join(cwd, 'bytes'))]).toEqual([1, 255]);
  expect(readdirSync(cwd)).toHaveLength(8);
  expect(readFileSync(join(outside, 'kept.txt'), 'utf8')).toBe('kept');
  expect(readdirSync(outside)).toEqual(['deep', 'kept.txt', 'project']);
  // The links are outside of the working directory.
  writeFileWhole('../a.txt', ['up'], join(cwd, 'own'));
  writeFileWhole(join(outside, 'project/c.txt'), ['in'], cwd);
  expect(readFileSync(join(cwd, 'c.txt'), 'utf8')).toBe('in');
});

test.each([
  ['linked/x.txt', 'the folder "linked" is a symbolic link'],
  ['linked/more/x.txt', 'the folder "linked" is a symbolic link'],
  ['own', 'it is a folder'],
  ['a.txt/x', 'part of the path is not a folder'],
  ['none/x', 'the folder does not exist'],
])('%s cannot be written', (name, reason) => {
  const { cwd, outside } = project();
  expect(() => writeFileWhole(name, ['x'], cwd)).toThrow(`cannot write "${name}": ${reason}`);
  expect(readdirSync(join(outside, 'deep'))).toEqual(['kept.txt']);
  expect(readdirSync(cwd)).toEqual(['a.txt', 'device', 'link.txt', 'linked', 'lost.txt', 'own']);
});

test('folders count as linked only below the working directory, or in its repository', () => {
  const { cwd, outside } = project();
  mkdirSync(join(cwd, 'own/deep'));
  expect(refuseLinkedFolders(join(cwd, 'own/deep/x'), cwd)).toBe(true);
  expect(refuseLinkedFolders(join(cwd, 'none/deep/x'), cwd)).toBe(true);
  expect(refuseLinkedFolders(join(outside, 'project/x'), cwd)).toBe(false);
  symlinkSync(outside, join(cwd, 'own/deep/out'));
  expect(() => refuseLinkedFolders(join(cwd, 'own/deep/out/x'), cwd)).toThrow(
    'the folder "own/deep/out" is a symbolic link',
  );
  mkdirSync(join(cwd, '.git'));
  expect(refuseLinkedFolders(join(cwd, 'x'), join(cwd, 'own'))).toBe(true);
});

test.each(['uid', 'gid'] as const)('a replaced file keeps its %s, or is not replaced', (field) => {
  const { cwd } = project();
  const path = join(cwd, 'a.txt');
  const like = Object.assign(statSync(path), { [field]: 4321 });
  const replace = () => replaceFile(path, ['new'], { like });
  if (process.getuid?.() === 0) {
    replace();
    expect([statSync(path)[field], readFileSync(path, 'utf8')]).toEqual([4321, 'new']);
  } else {
    expect(replace).toThrow('EPERM');
    expect(readFileSync(path, 'utf8')).toBe('old');
  }
});

test('a replaced file keeps its mode, and a new one gets the given mode', () => {
  const { cwd } = project();
  const path = join(cwd, 'a.txt');
  const like = (mode: number) => Object.assign(statSync(path), { mode });
  replaceFile(path, ['new'], { like: like(0o640) });
  expect(statSync(path).mode & 0o777).toBe(0o640);
  replaceFile(path, ['new'], { mode: 0o600, name: '.own.tmp' });
  expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([0o600, 'new']);
  expect(lockOf(path)).toBeUndefined();
  expect(canFix({ explicit: true, path })).toBe(true);
  for (const other of [{}, { path, isLive: true }, { path: `${path}.GZ` }])
    expect(canFix({ explicit: true, ...other })).toBe(false);
  replaceFile(path, ['new'], { like: like(0o444) });
  expect(lockOf(path)).toBe('the file is read-only');
  expect(canFix({ explicit: true, path })).toBe(false);
  expect(lockOf(join(cwd, 'gone'))).toBeUndefined();
});
