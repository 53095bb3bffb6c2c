import { expect, test } from 'vitest';
import { CLEAN, FAULTY, folderOf, run } from './run.ts';

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
