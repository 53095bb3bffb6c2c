import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandsIn } from '../report/runner.ts';
import { CLEAN, FAULTY, folderOf, run } from './run.ts';

const ACTIONS = { GITHUB_ACTIONS: 'true' };

describe('in GitHub Actions', () => {
  const folder = folderOf({
    'a.json': FAULTY,
    'summary.md': 'earlier step\n',
    'sub/b.json': FAULTY,
    'clean.json': CLEAN,
  });
  const summary = join(folder, 'summary.md');

  test('the text report is followed by annotations, and the job summary is written', async () => {
    const { out, code, err } = await run(['a.json'], {
      cwd: folder,
      env: { ...ACTIONS, GITHUB_STEP_SUMMARY: summary },
    });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toContain('edgewise explain dangling-edge');
    const commands = commandsIn(out);
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.every(({ properties }) => properties['file'] === 'a.json')).toBe(true);
    expect(readFileSync(summary, 'utf8')).toMatch(/^earlier step\n### edgewise: \d error/);
  });

  test('paths are relative to the root of the checkout', async () => {
    const fileIn = async (root: string) =>
      commandsIn(
        (
          await run(['b.json'], {
            cwd: join(folder, 'sub'),
            env: { ...ACTIONS, GITHUB_WORKSPACE: root },
          })
        ).out,
      )[0]?.properties['file'];
    expect(await fileIn(folder)).toBe('sub/b.json');
    expect(await fileIn('/somewhere/else')).toBe('b.json');
    const { out } = await run(['b.json', '-f', 'gitlab'], {
      cwd: join(folder, 'sub'),
      env: { CI_PROJECT_DIR: folder },
    });
    expect(JSON.parse(out)[0].location.path).toBe('sub/b.json');
  });

  test('annotations are omitted outside of CI and after another format', async () => {
    const before = readFileSync(summary, 'utf8');
    const env = { ...ACTIONS, GITHUB_STEP_SUMMARY: summary };
    expect(commandsIn((await run(['a.json', '-f', 'compact'], { cwd: folder, env })).out)).toEqual(
      [],
    );
    expect(
      JSON.parse((await run(['a.json', '-f', 'json'], { cwd: folder, env })).out),
    ).toMatchObject({ version: 1 });
    expect(
      commandsIn(
        (await run(['a.json'], { cwd: folder, env: { GITHUB_STEP_SUMMARY: summary } })).out,
      ),
    ).toEqual([]);
    expect(readFileSync(summary, 'utf8')).toBe(before);
  });

  test('a summary that cannot be written is reported, and does not fail the run', async () => {
    const { code, err } = await run(['clean.json', '--events', 'none'], {
      cwd: folder,
      env: { ...ACTIONS, GITHUB_STEP_SUMMARY: join(folder, 'gone/summary.md') },
    });
    expect(code).toBe(0);
    expect(err).toMatch(/^edgewise: the job's summary could not be written: /);
    expect(existsSync(join(folder, 'gone'))).toBe(false);
  });
});

describe('output for programs is always well-formed', () => {
  const CHECKS: readonly (readonly [string, (out: string) => void])[] = [
    ['json', (out) => expect(JSON.parse(out)).toMatchObject({ version: 1 })],
    ['sarif', (out) => expect(JSON.parse(out)).toMatchObject({ version: '2.1.0' })],
    [
      'gitlab',
      (out) =>
        expect(JSON.parse(out)).toMatchObject([{ check_name: 'not-read', severity: 'blocker' }]),
    ],
    ['junit', (out) => expect(out).toMatch(/^<\?xml [\s\S]*errors="1"[\s\S]*<\/testsuites>\n$/)],
    ['html', (out) => expect(out).toMatch(/^<!DOCTYPE html>[\s\S]*not read:[\s\S]*<\/html>\n$/)],
  ];

  test.each(CHECKS)('%s', async (format, check) => {
    for (const args of [['gone.json'], ['--rule', 'nope=off'], ['--fromat', 'x']]) {
      const { out, code } = await run([...args, '-f', format], { cwd: folderOf({}) });
      expect(code).toBe(2);
      check(out);
    }
  });

  test.each(['compact', 'github', 'markdown', 'agent'])(
    '%s has no machine format: stdout is empty after a usage error',
    async (format) => {
      const { out, code } = await run(['--rule', 'nope=off', '-f', format], { cwd: folderOf({}) });
      expect({ out, code }).toEqual({ out: '', code: 2 });
    },
  );
});

test('all formats in one run', async () => {
  const folder = folderOf({ 'a.json': FAULTY });
  mkdirSync(join(folder, 'out'));
  const formats = [
    'json',
    'sarif',
    'github',
    'gitlab',
    'junit',
    'markdown',
    'html',
    'agent',
    'compact',
    'text',
  ];
  const { code, err } = await run(
    ['a.json', ...formats.flatMap((format) => ['-f', `${format}=out/${format}`])],
    { cwd: folder },
  );
  expect({ code, err }).toEqual({ code: 1, err: '' });
  for (const format of formats)
    expect(readFileSync(join(folder, 'out', format), 'utf8')).toContain('dangling-edge');
});
