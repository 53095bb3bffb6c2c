import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../live/run.ts';
import { commitAll, git, PATH, PLAIN, runLineOf, start } from './git-programs.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

// Git runs no program of a repository whose folder is not `.git`: linked worktrees, `.git` files that lead elsewhere, folders
// of work elsewhere, and configurations that include others. From source, and as the built program.

/** A folder that git works in, and a folder that has a file for each program that was run. */
interface Checkout {
  readonly cwd: string;
  readonly markers: string;
}

const EACH_FILE = '*.json filter=own diff=own\n';

/** A repository, its programs in `config` below its folder, and a hook for each event of a comparison. */
function repository(): Checkout {
  const markers = newFolder();
  const cwd = folderOf({ 'a.json': CLEAN, 'events.json': EVENTS });
  commitAll(cwd);
  writeFileSync(join(cwd, '.git/info/attributes'), EACH_FILE);
  for (const hook of ['post-index-change', 'reference-transaction', 'fsmonitor-watchman'])
    addProgram(join(cwd, '.git/hooks', hook), join(markers, hook));
  return { cwd, markers };
}

function addProgram(path: string, marker: string): void {
  writeFileSync(path, `#!/bin/sh\ntouch '${marker}'\n`);
  chmodSync(path, 0o755);
}

/** Settings that name a program for each occasion. */
function programsFor(markers: string): string {
  const mark = (name: string): string => `"touch '${join(markers, name)}'; cat"`;
  return `[core]
  fsmonitor = ${mark('fsmonitor')}
  sshCommand = ${mark('ssh')}
  askPass = ${mark('askpass')}
  pager = ${mark('pager')}
[credential]
  helper = ${mark('credential')}
[diff]
  external = ${mark('external')}
[diff "own"]
  command = ${mark('command')}
  textconv = ${mark('textconv')}
[filter "own"]
  clean = ${mark('clean')}
  smudge = ${mark('smudge')}
[gpg]
  program = ${mark('gpg')}
`;
}

function linkedWorktree({ cwd, markers }: Checkout): Checkout {
  const linked = join(newFolder(), 'linked');
  git(cwd, 'worktree', 'add', '-q', '-b', 'linked', linked);
  return { cwd: linked, markers };
}

const CHECKOUTS: Readonly<Record<string, () => Checkout>> = {
  'a linked worktree': () => {
    const main = repository();
    const linked = linkedWorktree(main);
    appendFileSync(join(main.cwd, '.git/config'), programsFor(main.markers));
    return linked;
  },
  'a linked worktree with a configuration of its own': () => {
    const main = repository();
    const linked = linkedWorktree(main);
    git(main.cwd, 'config', 'extensions.worktreeConfig', 'true');
    const own = join(main.cwd, '.git/worktrees/linked/config.worktree');
    writeFileSync(own, programsFor(main.markers));
    return linked;
  },
  'a worktree of a bare repository': () => {
    const { cwd, markers } = repository();
    const bare = join(newFolder(), 'bare.git');
    git(cwd, 'clone', '-q', '--bare', cwd, bare);
    writeFileSync(join(bare, 'info/attributes'), EACH_FILE);
    const linked = linkedWorktree({ cwd: bare, markers });
    appendFileSync(join(bare, 'config'), programsFor(markers));
    return linked;
  },
  'a folder whose .git leads elsewhere': () => {
    const { cwd, markers } = repository();
    renameSync(join(cwd, '.git'), join(cwd, 'elsewhere'));
    writeFileSync(join(cwd, '.git'), 'gitdir: elsewhere\n');
    appendFileSync(join(cwd, 'elsewhere/config'), programsFor(markers));
    return { cwd, markers };
  },
  'a folder that core.worktree names': () => {
    const { cwd, markers } = repository();
    const root = newFolder();
    mkdirSync(join(root, 'work'));
    renameSync(join(cwd, '.git'), join(root, '.git'));
    git(root, 'config', 'core.worktree', '../work');
    git(root, 'checkout', '-qf', 'main');
    appendFileSync(join(root, '.git/config'), programsFor(markers));
    return { cwd: join(root, 'work'), markers };
  },
  'a checkout with included configurations': () => {
    const { cwd, markers } = repository();
    const inner = `[includeIf "onbranch:main"]\n  path = included-twice\n`;
    writeFileSync(join(cwd, '.git/included'), inner);
    writeFileSync(join(cwd, '.git/included-twice'), programsFor(markers));
    appendFileSync(join(cwd, '.git/config'), `[includeIf "gitdir:**"]\n  path = included\n`);
    return { cwd, markers };
  },
};

/** What git needs to find the repository of a folder that does not show it. */
const environmentOf = ({ cwd }: Checkout): Record<string, string> =>
  cwd.endsWith('/work') ? { GIT_DIR: join(cwd, '../.git') } : {};

/** Git compares the contents of all files that changed after its index. */
function makeIndexOld(checkout: Checkout): void {
  const { cwd } = checkout;
  const folder = environmentOf(checkout)['GIT_DIR'];
  const args = folder === undefined ? [] : [`--git-dir=${folder}`];
  const index = git(cwd, ...args, 'rev-parse', '--git-path', 'index').trim();
  utimesSync(resolve(cwd, index), 1, 1);
}

test.each(Object.entries(CHECKOUTS))('of %s, git runs no program', async (_, createCheckout) => {
  const checkout = createCheckout();
  const { cwd, markers } = checkout;
  const env = environmentOf(checkout);
  for (const name of readdirSync(markers)) rmSync(join(markers, name));
  for (const runs of [start, run]) {
    makeIndexOld(checkout);
    const page = await runs(['.', '-f', 'html'], { cwd, env: { ...PLAIN, ...env } });
    expect(runLineOf(page.out)).toMatch(/ · [0-9a-f]{12}/);
    writeFileSync(join(cwd, 'a.json'), FAULTY);
    const changes = await runs(['.', '--changed-since', 'HEAD'], {
      cwd,
      env: { ...PLAIN, ...env },
    });
    expect(changes.out).toContain('dangling-edge');
    writeFileSync(join(cwd, 'a.json'), CLEAN);
  }
  expect(readdirSync(markers)).toEqual([]);
  git(cwd, ...(env['GIT_DIR'] === undefined ? [] : [`--git-dir=${env['GIT_DIR']}`]), 'status');
  expect(readdirSync(markers), 'git itself').toContain('fsmonitor');
});

test('variables name no settings, and git-lfs starts no program that settings add', async () => {
  const { cwd, markers } = repository();
  const tools = newFolder();
  addProgram(join(tools, 'git-lfs'), join(markers, 'git-lfs'));
  const env = {
    ...PLAIN,
    PATH: `${tools}:${PATH}`,
    GIT_CONFIG_PARAMETERS: `'filter.own.process'='touch ${join(markers, 'process')}'`,
  };
  const expectPrograms = async (expected: readonly string[]): Promise<void> => {
    for (const runs of [start, run]) {
      makeIndexOld({ cwd, markers });
      expect(await runs(['.', '--changed-since', 'HEAD'], { cwd, env })).toMatchObject({ code: 0 });
      expect(readdirSync(markers)).toEqual(expected);
      rmSync(join(markers, 'git-lfs'), { force: true });
    }
  };
  await expectPrograms([]);
  git(cwd, 'config', 'filter.own.clean', 'git-lfs clean -- %f');
  await expectPrograms(['git-lfs']);
  git(cwd, 'config', 'lfs.extension.one.clean', `touch '${join(markers, 'extension')}'`);
  await expectPrograms([]);
});
