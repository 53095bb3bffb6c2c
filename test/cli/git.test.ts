import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FORMATS } from '../../src/core/report/formats.ts';
import { newFolder } from '../live/run.ts';
import { startService, welcomes } from '../live/service.ts';
import { commitAll, git, NOW, oldGit, PATH, PLAIN, runLineOf, start } from './git-programs.ts';
import { BIN, CLEAN, EVENTS, FAULTY, folderOf, type Run, type RunOptions, run } from './run.ts';
import { shard } from './sharded.ts';

// Git runs no program that the files of a pull request name. On the built program, in a folder with such files.

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const UNNAMED = '2027-01-31 09:30 UTC';
const FILES = {
  'a.json': CLEAN,
  'events.json': EVENTS,
  'src/app.ts': `fetch('https://api.resend.com/events/send', { method: 'POST', body: '{"event":"user.created"}' });`,
};

interface Trap {
  readonly cwd: string;
  /** A file that exists once git has run the program. */
  readonly marker: string;
}

/** A folder that git takes for a bare repository, although each file in it can be part of a commit. */
function trapIn(cwd: string, worktree: string): Trap {
  const marker = join(newFolder(), 'marker');
  const files = {
    HEAD: 'ref: refs/heads/main\n',
    'objects/info/packs': '\n',
    'refs/heads/main': `${COMMIT}\n`,
    config: `[core]
  repositoryFormatVersion = 1
  bare = false
  worktree = ${worktree}
  sshCommand = touch '${marker}'; false
[extensions]
  partialClone = origin
[remote "origin"]
  url = ssh://git@localhost/none
  promisor = true
[safe]
  bareRepository = all
`,
  };
  for (const folder of ['objects/info', 'refs/heads'])
    mkdirSync(join(cwd, folder), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return { cwd, marker };
}

/** Where CI works: in such a folder, or in one below the root of a checkout. */
const PLACES: readonly (readonly [string, () => Trap])[] = [
  ['a folder outside of a checkout', () => trapIn(folderOf(FILES), '.')],
  [
    'a folder of a checkout',
    () => {
      const root = folderOf({ 'flows/a.json': CLEAN });
      const cwd = join(root, 'flows');
      commitAll(root);
      mkdirSync(join(cwd, 'src'));
      for (const [name, content] of Object.entries(FILES)) writeFileSync(join(cwd, name), content);
      return trapIn(cwd, '..');
    },
  ],
];

async function expectNoProgram(
  { cwd, marker }: Trap,
  words: readonly string[],
  env: RunOptions['env'] = {},
): Promise<Run> {
  const result = await start(words, { cwd, env });
  expect(existsSync(marker), 'the program has run').toBe(false);
  return result;
}

const refusal = (cwd: string) => ({
  code: 2,
  err: `edgewise: changes are read from git, which takes "${cwd}" for a bare repository
          start in a checkout, or remove the files HEAD, objects and refs there: with them, a pull request can make git run programs
`,
});

describe.each(PLACES)('in %s that git takes for a bare repository', (_, createTrap) => {
  test('git runs a program, unless it is told not to', () => {
    const { cwd, marker } = createTrap();
    expect(() => git(cwd, 'rev-parse', '--verify', 'HEAD^{commit}')).toThrow();
    expect(existsSync(marker)).toBe(true);
  });

  test.each(['HEAD', 'main', COMMIT])('--changed-since %s is refused', async (revision) => {
    const trap = createTrap();
    const words = ['.', '--changed-since', revision];
    expect(await expectNoProgram(trap, words)).toMatchObject(refusal(trap.cwd));
  });

  test('--changed-since is refused in a folder below', async () => {
    const { cwd, marker } = createTrap();
    const words = ['..', '--changed-since', 'HEAD'];
    const result = await expectNoProgram({ cwd: join(cwd, 'src'), marker }, words);
    expect(result).toMatchObject(refusal(cwd));
  });

  test.each([
    ['lint', ['.', '-f', 'html']],
    ['lint with two formats', ['.', '-f', 'html', '-f', 'text=report.txt']],
    ['code', ['code', 'src', '--events', 'events.json', '-f', 'html']],
    ['record', ['record', '--allow-empty', '-f', 'html', '--', 'node', '-e', '0']],
  ])('the page of %s has no commit', async (_command, words) => {
    const { code, out } = await expectNoProgram(createTrap(), words);
    expect([code, runLineOf(out)]).toEqual([0, UNNAMED]);
  });

  test('the page of merge has no commit', async () => {
    const trap = createTrap();
    await shard({ args: ['.'], cwd: trap.cwd, total: 1 });
    const { code, out } = await expectNoProgram(trap, ['merge', '1.blob', '-f', 'html']);
    expect([code, runLineOf(out)]).toEqual([0, UNNAMED]);
  });

  test('the page of --live has no commit', async () => {
    const { url } = await startService({ workflows: welcomes(1) });
    const env = {
      EDGEWISE_BASE_URL: url,
      EDGEWISE_API_KEY: 're_1',
    };
    const { out } = await expectNoProgram(createTrap(), ['--live', '-f', 'html'], env);
    expect(runLineOf(out)).toBe(UNNAMED);
  });

  test('--watch writes a page without a commit, and refuses --changed-since', async () => {
    const { cwd, marker } = createTrap();
    for (const [flags, expected] of [
      [['-f', 'html=page.html'], 'waiting for changes'],
      [['--changed-since', 'HEAD'], refusal(cwd).err],
    ] as const) {
      const env = { ...PLAIN, ...NOW };
      const child = spawn(process.execPath, [BIN, '.', '--watch', ...flags], { cwd, env });
      let err = '';
      child.stderr.on('data', (chunk) => (err += chunk));
      await expect.poll(() => err).toContain(expected);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(existsSync(marker), 'the program has run').toBe(false);
    }
    expect(runLineOf(readFileSync(join(cwd, 'page.html'), 'utf8'))).toBe(UNNAMED);
  });

  test('no format and no other flag starts a program', async () => {
    const trap = createTrap();
    const formats = [...FORMATS.keys()].map((name) => ['.', '-f', name]);
    const flags = [
      ...[['--list-files'], ['--stats'], ['--fix', '--dry-run'], ['--show-suppressed']],
      ...[
        ['--baseline', 'known.json', '--update-baseline'],
        ['--shard', '1/1', '-f', 'blob=1.shard'],
      ],
    ];
    const commands = [
      ...[
        ['graph', 'a.json'],
        ['diff', 'a.json', 'events.json'],
        ['types', 'events.json'],
      ],
      ...[
        ['simulate', 'user.created', '.'],
        ['config', 'a.json'],
        ['code', 'src', '-f', 'sarif'],
      ],
    ];
    for (const words of [...formats, ...flags.map((each) => ['.', ...each]), ...commands]) {
      const { code, err } = await expectNoProgram(trap, words);
      expect(code, `${words.join(' ')}\n${err}`).not.toBe(2);
    }
  });

  test('a git that does not know the setting runs no program either', async () => {
    const trap = createTrap();
    const old = oldGit();
    const unsafe = ['-c', 'safe.bareRepository=explicit', 'rev-parse', 'HEAD^{commit}'];
    const env = { ...PLAIN, PATH: `${old}:${PATH}` };
    expect(() => execFileSync('git', unsafe, { ...trap, env, stdio: 'pipe' })).toThrow();
    expect(existsSync(trap.marker)).toBe(true);
    rmSync(trap.marker);
    expect(await expectNoProgram(trap, ['.', '--changed-since', 'HEAD'], env)).toMatchObject(
      refusal(trap.cwd),
    );
    const { out } = await expectNoProgram(trap, ['.', '-f', 'html'], env);
    expect(runLineOf(out)).toBe(UNNAMED);
  });
});

/**
 * A checkout with an unpacked `.git`: its configuration, its hooks and that of a submodule name programs, each of which leaves a
 * file in `markers`. By the time of the index, each file has to be compared.
 */
function unpacked(): { readonly cwd: string; readonly markers: string } {
  const markers = newFolder();
  const cwd = folderOf({
    'a.json': CLEAN,
    'events.json': EVENTS,
    'src/main.txt': 'text',
    '.gitattributes': '*.json diff=own filter=own\n*.txt filter=lfs\n',
  });
  const mark = (name: string): string => `touch '${join(markers, name)}'; false`;
  mkdirSync(join(cwd, 'inner'));
  for (const name of ['inner', '.']) {
    if (name === 'inner') writeFileSync(join(cwd, 'inner/b.json'), CLEAN);
    commitAll(join(cwd, name));
  }
  git(join(cwd, 'inner'), 'config', 'core.fsmonitor', mark('submodule'));
  const blob = git(cwd, 'rev-parse', 'HEAD:a.json').trim();
  rmSync(join(cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  renameSync(join(cwd, '.git'), join(cwd, 'unpacked'));
  writeFileSync(join(cwd, '.git'), 'gitdir: ./unpacked\n');
  writeFileSync(join(cwd, 'a.json'), FAULTY);
  for (const name of ['post-index-change', 'reference-transaction', 'post-checkout']) {
    writeFileSync(join(cwd, 'unpacked/hooks', name), `#!/bin/sh\n${mark(name)}\n`);
    chmodSync(join(cwd, 'unpacked/hooks', name), 0o755);
  }
  for (const [name, value] of [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', 'ssh://git@localhost/none'],
    ['remote.origin.promisor', 'true'],
    ...[
      ...['core.sshCommand', 'core.fsmonitor', 'core.askPass', 'core.gitProxy', 'core.pager'],
      ...['core.alternateRefsCommand', 'core.editor', 'credential.helper', 'gpg.program'],
      ...['diff.external', 'diff.own.textconv', 'diff.own.command', 'remote.origin.uploadpack'],
      ...['uploadpack.packObjectsHook', 'pager.diff-index', 'pager.rev-parse'],
      ...['filter.own.clean', 'filter.own.process', 'filter.a=b.clean', 'filter.lfs.process'],
    ].map((program) => [program, mark(program)] as const),
    ['alias.rev-parse', `!${mark('alias')}`],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
  ] as const)
    git(cwd, 'config', name, value);
  utimesSync(join(cwd, 'unpacked/index'), 1, 1);
  rmSync(markers, { recursive: true });
  mkdirSync(markers);
  return { cwd, markers };
}

/** Variables that name programs, themselves or as settings. */
const programsOf = (markers: string): Record<string, string> => {
  const program = join(
    folderOf({ run: `#!/bin/sh\ntouch '${join(markers, 'variable')}'\n` }),
    'run',
  );
  chmodSync(program, 0o755);
  const named = Object.fromEntries(
    [
      ...['GIT_ASKPASS', 'GIT_EXTERNAL_DIFF', 'GIT_PAGER', 'GIT_PROXY_COMMAND'],
      ...['GIT_SSH', 'GIT_SSH_COMMAND', 'SSH_ASKPASS', 'PAGER'],
    ].map((name) => [name, program]),
  );
  const settings = ['core.fsmonitor', 'core.sshCommand', 'filter.own.clean', 'filter.a=b.clean'];
  const variables = settings.flatMap((name, i) => [
    [`GIT_CONFIG_KEY_${i}`, name],
    [`GIT_CONFIG_VALUE_${i}`, program],
  ]);
  return { ...named, ...Object.fromEntries(variables), GIT_CONFIG_COUNT: `${settings.length}` };
};

const URLS = {
  'over ssh': 'ssh://git@localhost/none',
  'by a program': "ext::sh -c 'touch URL'",
  'in a folder': '/none/such',
  'by the git protocol': 'git://localhost/none',
};

describe('of a checkout whose configuration names programs', () => {
  test('git itself runs them', () => {
    const { cwd, markers } = unpacked();
    const attempt = (...words: string[]): void => {
      try {
        git(cwd, ...words);
      } catch {}
    };
    attempt('status');
    attempt('diff');
    attempt('cat-file', '-p', 'HEAD:a.json');
    attempt('diff-index', '--name-only', 'HEAD');
    attempt('add', 'src/main.txt');
    attempt('update-ref', 'refs/heads/other', 'HEAD');
    attempt('-C', 'inner', 'status');
    expect(readdirSync(markers)).toEqual([
      ...['core.fsmonitor', 'core.sshCommand', 'filter.lfs.process', 'filter.own.process'],
      ...['reference-transaction', 'submodule'],
    ]);
  });

  test.each(Object.entries(URLS))('none runs, with an origin %s', async (_, url) => {
    const { cwd, markers } = unpacked();
    git(cwd, 'config', 'remote.origin.url', url.replace('URL', join(markers, 'url')));
    for (const env of [{}, programsOf(markers)]) {
      const page = await start(['.', '-f', 'html'], { cwd, env });
      expect(runLineOf(page.out)).toMatch(/ · [0-9a-f]{12} with uncommitted changes · 2027/);
      expect(await start(['.', '--changed-since', 'HEAD'], { cwd, env })).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /^edgewise: git failed: .*\n {10}in a partial clone, fetch .*\n$/,
        ),
      });
    }
    expect(readdirSync(markers)).toEqual([]);
  });
});

test('a partial clone is compared, without a fetch', async () => {
  const origin = folderOf({ 'a.json': CLEAN, 'events.json': EVENTS });
  commitAll(origin);
  writeFileSync(join(origin, 'a.json'), FAULTY);
  git(origin, 'commit', '-qam', 'Change');
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  const cwd = newFolder();
  git(cwd, 'clone', '-q', '--filter=blob:none', `file://${origin}`, '.');
  expect(await start(['--changed-since', 'HEAD'], { cwd })).toMatchObject({ code: 0 });
  const { code, err } = await start(['--changed-since', 'HEAD~1'], { cwd });
  expect(err).toContain('in a partial clone, fetch the whole history first (without --filter)\n');
  expect(code).toBe(2);
});

test('variables that a hook of git sets are kept', async () => {
  const cwd = folderOf({ 'a.json': CLEAN, 'events.json': EVENTS });
  commitAll(cwd);
  git(cwd, 'clone', '-q', '--bare', '.', 'apart.git');
  rmSync(join(cwd, '.git'), { recursive: true });
  const env = {
    GIT_DIR: join(cwd, 'apart.git'),
    GIT_WORK_TREE: cwd,
    GIT_INDEX_FILE: join(cwd, 'apart.git/other'),
  };
  execFileSync('git', ['read-tree', 'HEAD'], { cwd, env: { ...PLAIN, ...env } });
  for (const folder of [cwd, join(cwd, 'apart.git/refs')])
    expect(await run([cwd, '--changed-since', 'main'], { cwd: folder, env })).toMatchObject({
      code: 0,
      out: expect.stringContaining('checked 0 of 1 workflow: changed since main'),
    });
});
