import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY } from '../cli/program.ts';

// The recipes of docs/ci.md that install the program, run as they are written.

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const tarball = `edgewise-${version}.tgz`;
const home = mkdtempSync(join(tmpdir(), 'edgewise-install-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const env = { ...process.env, npm_config_cache: join(home, 'cache'), npm_config_offline: 'true' };
const sh = (script: string, cwd: string, more: NodeJS.ProcessEnv = {}) =>
  spawnSync('sh', ['-c', script], { cwd, encoding: 'utf8', env: { ...env, ...more } });

function project(name: string): string {
  const folder = join(home, name);
  mkdirSync(join(folder, 'workflows'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  writeFileSync(join(folder, 'workflows/a.json'), CLEAN);
  writeFileSync(join(folder, 'workflows/events.json'), EVENTS);
  cpSync(join(home, tarball), join(folder, tarball));
  return folder;
}

beforeAll(() => {
  // Without scripts: the program is built already, and other tests are using it.
  const args = ['pack', '--ignore-scripts', '--pack-destination', home];
  execFileSync('npm', args, { cwd: root, stdio: 'ignore' });
});

test('the tarball is installed globally, without a registry', () => {
  const cwd = project('global');
  const prefix = join(home, 'prefix');
  const { status, stderr } = sh(`npm install --global ./${tarball}`, cwd, {
    npm_config_prefix: prefix,
  });
  expect(status, stderr).toBe(0);
  const installed = sh(`${prefix}/bin/edgewise --version`, cwd);
  expect(installed.stdout.trim()).toBe(version);
  expect(sh(`${prefix}/bin/edgewise workflows`, cwd).status).toBe(0);
});

test('the tarball runs through npx', () => {
  const cwd = project('npx');
  const recipe = /npx --yes \S+ workflows [^\n]*/.exec(read('docs/ci.md'))?.[0] as string;
  const { status, stderr } = sh(recipe, cwd);
  expect(status, stderr).toBe(0);
  expect(readFileSync(join(cwd, 'edgewise.xml'), 'utf8')).toContain('<testsuites');
  writeFileSync(join(cwd, 'workflows/b.json'), FAULTY);
  expect(sh(recipe, cwd).status).toBe(1);
});

test('the job for GitLab runs', () => {
  const cwd = project('gitlab');
  const [, commands = ''] = read('docs/ci/gitlab.yml').split(/before_script:|artifacts:/);
  const script = commands.match(/(?<=^ +- ).*/gm) ?? [];
  const prefix = join(home, 'gitlab-prefix');
  const more = {
    ...{ EDGEWISE_PACKAGE: 'edgewise-0.1.0.tgz', EDGEWISE_FAIL_ON: 'error' },
    CI_PROJECT_DIR: cwd,
    EDGEWISE_PATHS: 'workflows',
    npm_config_prefix: prefix,
    PATH: `${prefix}/bin:${process.env['PATH']}`,
  };
  const { status, stderr } = sh(script.join(' && '), cwd, more);
  expect(status, stderr).toBe(0);
  expect(JSON.parse(readFileSync(join(cwd, 'gl-code-quality-report.json'), 'utf8'))).toEqual([]);
});

test('the action installs a tarball', () => {
  const cwd = project('action');
  const [, script = ''] = read('action.yml').split('run: |\n');
  const output = join(cwd, 'output');
  const inputs = {
    INPUT_PACKAGE: tarball,
    INPUT_PATHS: 'workflows',
    INPUT_FAIL_ON: 'error',
    INPUT_ARGS: '',
    INPUT_SARIF: '',
    INPUT_FOLDER: '.',
  };
  const { status, stderr } = spawnSync('bash', ['-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...env, ...inputs, RUNNER_TEMP: home, GITHUB_OUTPUT: output, ACTION_FOLDER: home },
  });
  expect(status, stderr).toBe(0);
  expect(readFileSync(output, 'utf8')).toBe('exit-code=0\n');
});

// These build the program from the repository, for which npm needs the development tools:
// a registry, and minutes.
const isOnline = process.env['EDGEWISE_TEST_INSTALL'] === '1';

describe.skipIf(!isOnline)('from the repository', () => {
  const clone = join(home, 'repository');
  beforeAll(() => {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    execFileSync('git', ['tag', '--force', `v${version}`], { cwd: clone });
  });
  const online = { npm_config_offline: 'false', npm_config_cache: undefined };

  test.each(['', '--global'])('npm install %s git+URL', { timeout: 900_000 }, (flag) => {
    const cwd = project(`git${flag}`);
    const prefix = join(home, 'git-prefix');
    const { status, stderr } = sh(`npm install ${flag} git+file://${clone}`, cwd, {
      ...online,
      npm_config_prefix: prefix,
    });
    expect(status, stderr).toBe(0);
    const program = flag === '' ? 'node_modules/.bin/edgewise' : `${prefix}/bin/edgewise`;
    expect(sh(`${program} --version`, cwd).stdout.trim()).toBe(version);
    expect(sh(`${program} explain cycle`, cwd).stdout).toContain('Why it matters');
  });

  const hasPreCommit = spawnSync('pre-commit', ['--version']).status === 0;
  test.skipIf(!hasPreCommit)('the pre-commit hook', { timeout: 900_000 }, () => {
    const cwd = project('hook');
    const recipe = /```yaml\n(repos:\n[\s\S]*?)```/.exec(read('docs/ci.md'))?.[1] as string;
    const config = recipe
      .replace(/https:\S+/, `file://${clone}`)
      .replace(/args: .*/, 'args: [workflows]');
    writeFileSync(join(cwd, '.pre-commit-config.yaml'), config);
    const { stdout, stderr } = sh('git init --quiet && git add . && pre-commit run', cwd, {
      ...online,
      PRE_COMMIT_HOME: join(home, 'hooks'),
    });
    expect(stdout + stderr).toMatch(/edgewise\.+Passed/);
    writeFileSync(join(cwd, 'workflows/b.json'), FAULTY);
    const failed = sh('git add . && pre-commit run', cwd, {
      ...online,
      PRE_COMMIT_HOME: join(home, 'hooks'),
    });
    expect(failed.stdout).toContain('dangling-edge');
  });
});
