import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

function project(config: object | string, files: Record<string, string> = {}): string {
  const cwd = folderOf({
    'repo/edgewise.config.json': typeof config === 'string' ? config : JSON.stringify(config),
    'repo/w.json': CLEAN,
    ...files,
  });
  mkdirSync(join(cwd, 'repo/.git'));
  return join(cwd, 'repo');
}

describe('settings that also have a flag, which takes precedence', () => {
  test('failOn', async () => {
    const cwd = project({ failOn: 'never' }, { 'repo/w.json': FAULTY });
    expect((await run([], { cwd })).code).toBe(0);
    expect((await run(['--fail-on', 'error'], { cwd })).code).toBe(1);
    expect((await run(['--no-config'], { cwd })).code).toBe(1);
  });

  test('maxWarnings', async () => {
    const cwd = project(
      { maxWarnings: 0, rules: { 'dangling-edge': 'warning' } },
      { 'repo/w.json': FAULTY },
    );
    const { summary } = JSON.parse((await run(['-f', 'json'], { cwd })).out);
    expect(summary).toMatchObject({ errors: 0, warnings: 1 });
    expect((await run([], { cwd })).code).toBe(1);
    expect((await run(['--max-warnings', '1'], { cwd })).code).toBe(0);
  });

  test('events, from the folder of the configuration', async () => {
    const files = { 'repo/definitions/list.json': EVENTS, 'repo/sub/w.json': CLEAN };
    const cwd = project({ events: 'definitions/*.json' }, files);
    for (const folder of [cwd, join(cwd, 'sub')]) {
      const { out } = await run(['w.json', '-f', 'json'], { cwd: folder });
      expect(JSON.parse(out).summary.events).toBe(1);
    }
    const none = await run(['w.json', '--events', 'none', '-f', 'json'], { cwd });
    expect(JSON.parse(none.out).summary.events).toBe(0);
    const off = project({ events: 'none' }, { 'repo/list.json': EVENTS });
    expect(JSON.parse((await run(['-f', 'json'], { cwd: off })).out).summary.events).toBe(0);
  });

  test('baseline, from the folder of the configuration', async () => {
    const cwd = project({ baseline: 'accepted.json' }, { 'repo/sub/f.json': FAULTY });
    const sub = join(cwd, 'sub');
    expect((await run(['f.json', '--update-baseline'], { cwd: sub })).code).toBe(0);
    expect(readFileSync(join(cwd, 'accepted.json'), 'utf8')).toContain('dangling-edge');
    const { code, out } = await run(['sub', '-f', 'json'], { cwd });
    expect([code, JSON.parse(out).summary.baselined]).toEqual([0, 1]);
  });

  test('--print-config shows where each value comes from', async () => {
    const cwd = project('{\n  "events": ["e.json"],\n  "failOn": "info",\n  "maxWarnings": 3,\n}');
    const { out } = await run(['--print-config', '-f', 'json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({
      events: { value: ['e.json'], from: 'edgewise.config.json:2:3' },
      failOn: { value: 'info', from: 'edgewise.config.json:3:3' },
      maxWarnings: { value: 3, from: 'edgewise.config.json:4:3' },
      baseline: { value: null, from: 'default' },
    });
  });
});

test('events and baseline stay inside the repository', async () => {
  const files = { 'other/secret.json': EVENTS, 'other/baseline.json': '{}' };
  const config = { events: ['../other/secret.json', 'link.json'], baseline: '../other/new.json' };
  const cwd = project(config, files);
  symlinkSync('../other/secret.json', join(cwd, 'link.json'));
  const { code, err } = await run(['--update-baseline'], { cwd });
  expect(code).toBe(2);
  expect(err.match(/leads out of the repository/g)).toHaveLength(3);
});

describe('trailing commas', () => {
  test('are accepted', async () => {
    const config = '{\n  "files": ["w.json",], // all\n  "rules": {},\n  // end\n}\n';
    expect((await run([], { cwd: project(config, { 'repo/w.json': FAULTY }) })).code).toBe(1);
  });

  test.each(['{,}', '{"files":[,]}', '{"files":["a",,]}', '{"a":1,},'])(
    'are not accepted as %s',
    async (config) => {
      expect((await run([], { cwd: project(config) })).code).toBe(2);
    },
  );
});

describe('rules of a plugin that is not loaded', () => {
  test('are a warning on stderr', async () => {
    const cwd = project({
      rules: { 'acme/names': 'error' },
      overrides: [{ files: '**', rules: { 'acme/other': ['warning', { a: 1 }] } }],
      suppressions: [{ rule: 'acme/names', reason: 'known' }],
    });
    const { code, err, out } = await run([], { cwd });
    expect(code).toBe(0);
    expect(err.split('\n')).toEqual([
      'edgewise: edgewise.config.json:1:11: rule "acme/names" is not loaded and is not checked; name its plugin on the command line: --plugin FILE',
      expect.stringContaining('rule "acme/other" is not loaded'),
      '',
    ]);
    expect(out).not.toContain('matches nothing');
  });

  test('an unknown rule without a plugin is still a mistake', async () => {
    const { code, err } = await run([], { cwd: project({ rules: { acme: 'error' } }) });
    expect(code).toBe(2);
    expect(err).toContain('unknown rule "acme"');
  });
});
