import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CLEAN, FAULTY, folderOf, run } from './run.ts';

describe('--allow-empty does not excuse unreadable input', () => {
  const cut = gzipSync(CLEAN).subarray(0, 60);
  test.each([
    ['a cut gzip file', ['cut.json.gz']],
    ['a cut gzip file beside a good file', ['cut.json.gz', 'good.json']],
    ['a missing file', ['nope.json', 'good.json']],
    ['a missing folder', ['nope/', 'good.json']],
    ['a workflow that is not found', ['good.json', '--workflow', 'nope']],
  ])('%s', async (_, paths) => {
    const cwd = folderOf({ 'cut.json.gz': cut, 'good.json': CLEAN });
    const { code, out } = await run([...paths, '--allow-empty', '-f', 'json'], { cwd });
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ complete: false });
  });

  test('--allow-empty allows a pattern without matches, and a folder without workflows', async () => {
    const cwd = folderOf({ 'good.json': CLEAN, 'empty/x.json': '{}' });
    for (const path of ['flows/*.json', 'empty']) {
      const { code, out } = await run([path, '--allow-empty', '-f', 'json'], { cwd });
      expect([code, JSON.parse(out).complete, JSON.parse(out).failures]).toEqual([0, true, []]);
    }
  });
});

describe('rules that report unread input cannot be switched off', () => {
  const files = {
    'shape.json': CLEAN.replace('"steps":[', '"steps":[7,'),
    'other.json': '{"a":1}',
  };
  test.each(['invalid-json', 'invalid-shape', 'unrecognized-document', 'rule-crashed'])(
    '%s',
    async (id) => {
      for (const severity of ['off', 'info']) {
        const cwd = folderOf({
          ...files,
          'edgewise.config.json': JSON.stringify({ rules: { [id]: severity } }),
          'override.json': JSON.stringify({
            overrides: [{ files: '**', rules: { [id]: severity } }],
          }),
        });
        for (const args of [
          [],
          ['-c', 'override.json'],
          ['--no-config', '--rule', `${id}=${severity}`],
        ]) {
          const { code, err } = await run([...args, 'shape.json'], { cwd });
          expect(code).toBe(2);
          expect(err).toContain(`"${id}" is always an error`);
        }
      }
    },
  );

  test('--only does not exclude them', async () => {
    const cwd = folderOf(files);
    const { out, code } = await run(['shape.json', 'other.json', '--only', 'cycle', '-f', 'json'], {
      cwd,
    });
    const rules = JSON.parse(out).findings.map(({ rule }: { rule: string }) => rule);
    expect([code, rules]).toEqual([1, ['unrecognized-document', 'invalid-shape']]);
  });
});

describe('the report lists what the configuration turns off', () => {
  test('lower severities, exempted names and a threshold of never', async () => {
    const config = {
      failOn: 'never',
      rules: {
        cycle: 'info',
        'placeholder-value': ['warning', { allow: ['TODO'] }],
        'excessive-delay': ['warning', { max: '20 days' }],
      },
    };
    const cwd = folderOf({ 'a.json': '{}', 'edgewise.config.json': JSON.stringify(config) });
    const silenced = async (...args: readonly string[]) => {
      const { out } = await run(['-f', 'json', '--allow-empty', ...args], { cwd });
      return JSON.parse(out).silenced;
    };
    expect(await silenced()).toMatchObject({
      options: ['placeholder-value'],
      severities: ['cycle', 'excessive-delay'],
      failOn: 'never',
    });
    expect(await silenced('--fail-on', 'error')).not.toHaveProperty('failOn');
  });

  test.each(['text', 'markdown', 'html', 'github', 'agent'])(
    'in the footer of %s',
    async (format) => {
      const config = {
        failOn: 'never',
        rules: { 'dangling-edge': 'info', 'placeholder-value': ['warning', { allow: ['TODO'] }] },
        overrides: [{ workflows: 'Welcome*', rules: { cycle: 'off' } }],
      };
      const cwd = folderOf({ 'a.json': FAULTY, 'edgewise.config.json': JSON.stringify(config) });
      const { code, out, err } = await run(['-f', format], { cwd, columns: 200 });
      expect(code).toBe(0);
      expect(`${out}${err}`.replaceAll('\\-', '-').replace(/\s+/g, ' ')).toContain(
        'cycle off in some places; dangling-edge less severe; names exempted from placeholder-value; no finding fails the run',
      );
    },
  );

  const config = {
    ignore: 'old/**',
    rules: { 'dangling-edge': 'off', 'unused-event': 'off', 'trailing-delay': 'info' },
    overrides: [{ workflows: 'Welcome*', rules: { cycle: 'off', 'no-action': 'info' } }],
  };
  const cwd = folderOf({
    'a.json': FAULTY,
    'old/b.json': FAULTY,
    'edgewise.config.json': JSON.stringify(config),
  });

  test('in JSON and in one line of text', async () => {
    const { out } = await run(['-f', 'json'], { cwd });
    expect(JSON.parse(out).silenced).toEqual({
      rules: ['dangling-edge'],
      overrides: ['cycle'],
      files: ['old/b.json'],
      options: [],
      severities: ['no-action', 'trailing-delay'],
    });
    expect((await run([], { cwd, columns: 200 })).out).toContain(
      'silenced by the configuration: dangling-edge off; cycle off in some places; no-action, trailing-delay less severe\nignored: 1 file\n',
    );
  });

  test('the rules that a smaller preset leaves out, unless a flag names the preset', async () => {
    const file = JSON.stringify({ preset: 'correctness', rules: { 'trailing-delay': 'warning' } });
    const smaller = folderOf({ 'a.json': FAULTY, 'edgewise.config.json': file });
    const leftOut = async (...args: readonly string[]): Promise<readonly string[]> =>
      JSON.parse((await run([...args, '-f', 'json'], { cwd: smaller })).out).silenced.rules;
    const rules = await leftOut();
    expect(rules).toContain('no-action');
    expect(rules).not.toContain('trailing-delay');
    expect(rules).not.toContain('step-order');
    expect(await leftOut('--preset', 'correctness')).toEqual([]);
    expect(await leftOut('--preset', 'recommended')).toEqual([]);
    const { out } = await run([], { cwd: smaller });
    expect(out).toMatch(/\nsilenced by the configuration: .*\n.* more rules off\n/);
  });

  test('but not what flags turn off', async () => {
    const asked = await run(
      ['--rule', 'dangling-edge=error', '--rule', 'cycle=off', '-f', 'json'],
      {
        cwd,
      },
    );
    expect(JSON.parse(asked.out).silenced).toMatchObject({ rules: [], overrides: [] });
    const on = await run(['--rule', 'cycle=error', '-f', 'json'], { cwd });
    expect(JSON.parse(on.out).silenced.overrides).toEqual([]);
    const strict = await run(['--preset', 'strict', '-f', 'json'], { cwd });
    expect(JSON.parse(strict.out).silenced.rules).toEqual(['dangling-edge', 'unused-event']);
    const without = await run(['--no-config'], { cwd });
    expect(without.out).not.toContain('silenced');
  });
});
