import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, FAULTY, folderOf, run, TWO_FAULTS } from './run.ts';

const AS_WARNING = ['--rule', 'dangling-edge=warning'];

test('--max-warnings reports that it failed the run, with the number of warnings', async () => {
  const cwd = folderOf({ 'a.json': FAULTY });
  const note = 'the run fails because of 1 warning: --max-warnings (maxWarnings) allows 0\n';
  const text = await run(['a.json', ...AS_WARNING, '--max-warnings', '0'], { cwd });
  expect([text.code, text.out.includes(`note: ${note}`)]).toEqual([1, true]);
  const json = await run(['a.json', ...AS_WARNING, '--max-warnings', '0', '-f', 'json'], { cwd });
  expect([json.code, json.err]).toEqual([1, `edgewise: ${note}`]);
  for (const more of [
    ['--max-warnings', '1'],
    ['--max-warnings', '0', '--fail-on', 'warning'],
  ])
    expect((await run(['a.json', ...AS_WARNING, ...more], { cwd })).out).not.toContain('run fails');
});

test('a mistyped path is reported in one line, and JSON lists the rules that were not checked', async () => {
  const cwd = folderOf({ 'a.json': CLEAN });
  const { out } = await run(['a.json', 'nope.json'], { cwd });
  expect(out.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^not read: nope\.json: no such file; \d+ rules not checked$/),
    'not checked: 9 rules need domains, templates (not loaded)',
    '',
  ]);
  const { notChecked } = JSON.parse(
    (await run(['a.json', 'nope.json', '-f', 'json'], { cwd })).out,
  );
  expect(notChecked.length).toBeGreaterThan(3);
});

test('an expired suppression that the run did not check is not reported as unused', async () => {
  const suppressions = [{ rule: 'cycle', reason: 'known', expires: '2020-01-01' }];
  const cwd = folderOf({
    'a.json': CLEAN,
    'edgewise.config.json': JSON.stringify({ suppressions }),
  });
  const expired = 'this suppression of "cycle" expired on 2020-01-01';
  expect((await run(['--only', 'dangling-edge'], { cwd, columns: 120 })).out).toMatch(
    `${expired}\n`,
  );
  expect((await run([], { cwd, columns: 120 })).out).toContain(
    `${expired}, and matches nothing: delete it`,
  );
});

test('--stats shows the stack of a rule that failed', async () => {
  const rule =
    'id: "acme/boom", severity: "error", preset: "correctness", category: "graph", since: "1", summary: "S.", why: "W.", remedy: "R."';
  const cwd = folderOf({
    'a.json': CLEAN,
    'own.mjs': `export default { ${rule}, workflow: function check() { throw new Error("bang"); } };`,
  });
  const args = ['a.json', '--plugin', 'own.mjs'];
  const { code, err } = await run([...args, '--stats'], { cwd });
  expect(code).toBe(2);
  expect(err).toMatch(/Error: bang\n +at .*check .*own\.mjs:1:\d+/);
  expect((await run(args, { cwd })).err).not.toContain('own.mjs:1');
});

test('suppress takes RULE@FILE:LINE, and --show-ids prints fingerprints', async () => {
  const cwd = folderOf({ 'a.json': JSON.stringify(JSON.parse(TWO_FAULTS), null, 2) });
  const { out } = await run(['a.json', '--show-ids'], { cwd });
  expect(out.match(/^ {4}id: [0-9a-f]{16}$/gm)).toHaveLength(2);
  const [, line] = /^ +(\d+):\d+ +error +dangling-edge/m.exec(out) ?? [];
  const wrong = await run(['suppress', 'dangling-edge@a.json:1', '--reason', 'known'], { cwd });
  expect(wrong).toMatchObject({
    code: 2,
    err: `edgewise: no finding of "dangling-edge" is at line 1 of "a.json"\n          findings of this rule are at line ${line}\n`,
  });
  const place = `dangling-edge@a.json:${line}`;
  expect((await run(['suppress', place, '--reason', 'known'], { cwd })).code).toBe(0);
  expect(readFileSync(join(cwd, 'edgewise.config.json'), 'utf8')).toContain('"dangling-edge"');
  expect((await run(['a.json'], { cwd })).out).not.toContain('dangling-edge');
});
