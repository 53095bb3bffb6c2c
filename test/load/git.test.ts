import {
  chmodSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describeCheckout, openRevision } from '../../src/load/git.ts';
import { commitAll, git, oldGit, PATH, PLAIN } from '../cli/git-programs.ts';
import { folderOf } from '../cli/run.ts';

const FILES = {
  'flows/one.json': '{"a":1}',
  'flows/two.jsonl': '1\n2\n',
  'flows/gone.jsonl': '[1]\n[2]\n',
  'same.json': '[1]',
  'readme.md': 'text',
  'packed.json.gz': gzipSync('[2]'),
};

function checkout(): string {
  const cwd = folderOf(FILES);
  symlinkSync('same.json', join(cwd, 'link.json'));
  commitAll(cwd);
  return cwd;
}

const UNCHANGED = checkout();

test('a revision knows unchanged files, and what changed ones contained', () => {
  const cwd = checkout();
  rmSync(join(cwd, 'flows/gone.jsonl'));
  rmSync(join(cwd, 'link.json'));
  for (const name of ['flows/one.json', 'new.json', 'readme.md', 'packed.json.gz', 'link.json'])
    writeFileSync(join(cwd, name), '{}');
  const elsewhere = folderOf({});
  symlinkSync(cwd, join(elsewhere, 'linked'));
  const then = openRevision('main', join(cwd, 'flows'), PLAIN);
  expect(
    [...Object.keys(FILES), 'new.json'].filter((name) => then.isUnchanged(join(cwd, name))),
  ).toEqual(['flows/two.jsonl', 'same.json']);
  expect(then.isUnchanged(join(elsewhere, 'linked/flows/two.jsonl'))).toBe(true);
  const read = (isWanted: (path: string) => boolean) =>
    Array.from(then.read(isWanted), ([path, documents]) => [
      relative(cwd, path),
      Array.from(documents, ({ text }) => text),
    ]);
  expect(read(() => true)).toEqual([
    ['flows/gone.jsonl', ['[1]', '[2]']],
    ['flows/one.json', ['{"a":1}']],
    ['packed.json.gz', ['[2]']],
  ]);
  expect(read((path) => path === join(cwd, 'packed.json.gz'))).toHaveLength(1);
  expect(read(() => false)).toEqual([]);
});

test.each([
  ['mian', 'git has no revision "mian"; did you mean "main"?'],
  ['v1.2', 'git has no revision "v1.2"; name a branch, a tag or a commit'],
  [
    'main...HEAD',
    '"main...HEAD" is a range, but one revision is wanted: "$(git merge-base main HEAD)" is where they parted',
  ],
  ['main..', '"main.." is a range, but one revision is wanted: "main" is where it starts'],
  [
    '...',
    '"..." is a range, but one revision is wanted: "$(git merge-base HEAD HEAD)" is where they parted',
  ],
  ['..main', '"..main" is a range, but one revision is wanted: "HEAD" is where it starts'],
  ['--all', 'git has no revision "--all"; name a branch, a tag or a commit'],
  [' ', 'no revision was given: name a branch, a tag or a commit'],
  ['ma\0in', 'no revision was given: name a branch, a tag or a commit'],
])('the revision %j is refused', (revision, message) => {
  expect(messageOf(revision, UNCHANGED)).toBe(message);
});

function messageOf(revision: string, cwd: string, env: Record<string, string> = {}): string {
  try {
    openRevision(revision, cwd, { ...PLAIN, ...env }).read(() => true);
    return '';
  } catch (error) {
    const { message, hint } = error as { message: string; hint?: string };
    return hint === undefined ? message : `${message}\n${hint}`;
  }
}

test('a branch of a remote is suggested, a shallow clone and a repository without commits are named', () => {
  const cwd = checkout();
  git(cwd, 'commit', '-qm', 'Nothing', '--allow-empty');
  git(cwd, 'clone', '-q', '--depth', '1', `file://${cwd}`, 'shallow');
  expect(messageOf('HEAD~1', join(cwd, 'shallow'))).toBe(
    'git has no revision "HEAD~1"; this is a shallow clone, which lacks older ones: fetch the history first (fetch-depth: 0)',
  );
  git(cwd, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD');
  expect(messageOf('trunk', cwd)).toContain('did you mean "origin/trunk"?');
  const empty = folderOf({});
  git(empty, 'init', '-q');
  expect(messageOf('HEAD', empty)).toBe('git has no revision "HEAD"; it has no commits yet');
});

test('a repository that git cannot read, a missing one and a missing git are reported', () => {
  const cwd = checkout();
  writeFileSync(join(cwd, 'same.json'), '[2]');
  const object = git(cwd, 'rev-parse', 'HEAD:same.json').trim();
  rmSync(join(cwd, '.git/objects', object.slice(0, 2), object.slice(2)));
  expect(messageOf('main', cwd)).toBe(
    'git failed: it could not read what the files were\nin a partial clone, fetch the whole history first (without --filter)',
  );
  writeFileSync(join(cwd, '.git/index'), 'no index');
  expect(messageOf('main', cwd)).toMatch(/^git failed: .*index/);
  writeFileSync(join(cwd, '.git/config'), '[core');
  expect(messageOf('main', cwd)).toMatch(/^changes are read from git, and bad config line/);
  const outside = folderOf({});
  expect(messageOf('main', outside)).toBe(
    'changes are read from git, and this folder is in no git repository',
  );
  expect(messageOf('main', outside, { PATH: outside })).toBe(
    'changes are read from git, and git is not installed',
  );
  writeFileSync(join(outside, 'git'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  expect(messageOf('main', outside, { PATH: outside })).toBe(
    'changes are read from git, and it gave no reason',
  );
});

test('a folder that git takes for a bare repository is refused, unless a variable names it', () => {
  const cwd = folderOf({ 'a.json': '{}' });
  git(cwd, 'init', '-q', '--bare');
  mkdirSync(join(cwd, 'below'));
  const refusal = `changes are read from git, which takes "${cwd}" for a bare repository
start in a checkout, or remove the files HEAD, objects and refs there: with them, a pull request can make git run programs`;
  const old = { PATH: `${oldGit()}:${PATH}` };
  for (const folder of [cwd, join(cwd, 'below')]) {
    expect(messageOf('HEAD', folder)).toBe(refusal);
    expect(messageOf('HEAD', folder, old)).toBe(refusal);
  }
  expect(messageOf('HEAD', cwd, { GIT_DIR: cwd, GIT_WORK_TREE: cwd })).toContain('no commits yet');
});

test('no filter runs, except the one of git-lfs without extensions', () => {
  const tools = folderOf({ 'git-lfs': '#!/bin/sh\ntouch "$MARKER"\ncat\n' });
  chmodSync(join(tools, 'git-lfs'), 0o755);
  const runs = (settings: Readonly<Record<string, string>>, variable = 'none.such'): boolean => {
    const cwd = folderOf({ 'a.json': '[1]', '.gitattributes': '*.json filter=a=b\n' });
    commitAll(cwd);
    for (const [name, value] of Object.entries(settings)) git(cwd, 'config', name, value);
    // Git compares the contents of files that are newer than its index.
    utimesSync(join(cwd, '.git/index'), 1, 1);
    const env = {
      ...PLAIN,
      PATH: `${tools}:${PATH}`,
      MARKER: join(tools, 'marker'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: variable,
      GIT_CONFIG_VALUE_0: 'git-lfs',
    };
    const then = openRevision('main', cwd, env);
    expect(then.isUnchanged(join(cwd, 'a.json'))).toBe(true);
    const hasRun = existsSync(env.MARKER);
    rmSync(env.MARKER, { force: true });
    return hasRun;
  };
  const lfs = { 'filter.a=b.clean': 'git-lfs clean -- %f', 'filter.a=b.required': 'true' };
  expect(runs({ 'filter.a=b.clean': 'git-lfs' })).toBe(false);
  expect(runs({ 'filter.a=b.process': 'git-lfs', 'filter.a=b.required': 'true' })).toBe(false);
  expect(runs({}, 'filter.a=b.clean')).toBe(false);
  expect(runs(lfs)).toBe(true);
  expect(runs({ ...lfs, 'lfs.extension.one.clean': 'cat' })).toBe(false);
});

test('a checkout is described by its folder and commit, and whether it has changes', () => {
  const cwd = checkout();
  const project = basename(cwd);
  const commit = git(cwd, 'rev-parse', 'HEAD').slice(0, 12);
  expect(describeCheckout(join(cwd, 'flows'), PLAIN)).toEqual({ project, commit });
  writeFileSync(join(cwd, 'readme.md'), 'other');
  expect(describeCheckout(cwd, PLAIN)).toEqual({
    project,
    commit: `${commit} with uncommitted changes`,
  });
  expect(describeCheckout(folderOf({}), PLAIN)).toEqual({});
});
