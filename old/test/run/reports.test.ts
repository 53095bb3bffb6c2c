import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_CONFIG } from '../../src/core/config/config.ts';
import type { Result } from '../../src/core/model/finding.ts';
import { exitCode } from '../../src/run/exit-code.ts';
import { isCi } from '../../src/run/is-ci.ts';
import {
  columnsOf,
  parseChosen,
  parseTarget,
  parseTargets,
  writeReports,
} from '../../src/run/output.ts';
import { folderInCheckout, reportFailedRun } from '../../src/run/report-run.ts';
import { describeRun } from '../../src/run/run-facts.ts';
import type { Runtime } from '../../src/run/runtime.ts';
import { capture, folderOf, processOf } from '../cli/run.ts';

const CLEAN: Pick<Result, 'failures' | 'crashed' | 'complete'> = {
  failures: [],
  crashed: false,
  complete: true,
};
const result = (errors: number, warnings: number, infos: number, rest = {}): Result => {
  const summary = { errors, warnings, infos };
  return { ...CLEAN, ...rest, summary } as unknown as Result;
};
const failed = (refused: boolean) => ({
  failures: [{ source: 'a', message: 'no', refused }],
  complete: false,
});

test.each([
  [result(0, 0, 0), {}, 0],
  [result(0, 9, 9), {}, 0],
  [result(1, 0, 0), {}, 1],
  [result(0, 1, 9), { failOn: 'warning' }, 1],
  [result(1, 0, 0), { failOn: 'warning' }, 1],
  [result(0, 0, 9), { failOn: 'warning' }, 0],
  [result(0, 0, 1), { failOn: 'info' }, 1],
  [result(0, 1, 0), { failOn: 'info' }, 1],
  [result(1, 0, 0), { failOn: 'info' }, 1],
  [result(9, 9, 9), { failOn: 'never' }, 0],
  [result(9, 2, 0), { failOn: 'never', maxWarnings: 2 }, 0],
  [result(0, 3, 0), { failOn: 'never', maxWarnings: 2 }, 1],
  [result(0, 0, 0, failed(false)), {}, 3],
  [result(1, 0, 0, failed(false)), {}, 1],
  [result(1, 0, 0, failed(true)), {}, 2],
  [result(1, 0, 0, { crashed: true }), { failOn: 'never' }, 2],
] as const)('%j with %j ends with %d', (given, thresholds, code) => {
  expect(exitCode(given, thresholds)).toBe(code);
});

test('reports go to standard output or to files', () => {
  const known = ['text', 'json', 'html'];
  expect(parseTargets([], known)).toEqual([{ format: 'text', file: undefined }]);
  expect(parseChosen([], known)).toEqual([]);
  expect(parseTargets(['json', 'html=a=b'], known)).toEqual([
    { format: 'json', file: undefined },
    { format: 'html', file: 'a=b' },
  ]);
  for (const [given, message, hint] of [
    [
      ['json', 'text'],
      'only one report can go to standard output, not json and text',
      'give the others a file: -f NAME=FILE',
    ],
    [['json=x/../a', 'text=b', 'html=./a'], 'two reports cannot go to the same file "a"'],
    [
      ['json='],
      'no file given in -f json=',
      '-f json for standard output, -f json=FILE for a file',
    ],
    [['jsn'], 'unknown format "jsn"', 'did you mean "json"? formats: text, json, html'],
  ] as const)
    expect(() => parseChosen(given, known)).toThrow(expect.objectContaining({ message, hint }));
  expect(() => parseTarget('', known)).toThrow('unknown format ""');
});

test('lines are as wide as the terminal, within limits', () => {
  const width = (columns: number | undefined, isTTY = true) =>
    columnsOf({ ...capture(), isTTY, columns });
  expect([20, 40, 41, 99, 120, 400].map((each) => width(each))).toEqual([
    ...[40, 40, 41, 99, 120, 120],
  ]);
  expect([width(undefined), width(0), width(100, false)]).toEqual([80, 80, 80]);
});

test('files are written before standard output, without colours and in a fixed width', async () => {
  const stdout = { ...capture(), isTTY: true, columns: 100 };
  const runtime = { ...processOf(folderOf({})), stdout } as unknown as Runtime;
  const print = async (
    files: readonly (string | undefined)[],
    color?: boolean,
    format = 'text',
  ) => {
    const printed: unknown[] = [];
    const targets = files.map((file) => ({ format, file }));
    await writeReports({ format: targets, color }, runtime, ({ file }, palette, width) => {
      printed.push([file, palette.red('x') !== 'x', width]);
      return [];
    });
    return printed;
  };
  const [a, b, out] = [
    ['a', false, 80],
    ['b', false, 80],
    [undefined, true, 100],
  ];
  expect(await print([undefined, 'a', 'b'], true)).toEqual([a, b, out]);
  expect(await print(['a', undefined, 'b'], true)).toEqual([a, b, out]);
  expect(await print(['b', 'a', undefined], true)).toEqual([b, a, out]);
  const plain = [undefined, false, 100];
  expect(await print([undefined, 'a'], false)).toEqual([a, plain]);
  expect(await print([undefined], true, 'json')).toEqual([plain]);
});

test('a CI job is known by its variable', () => {
  const values = [undefined, '', 'false', 'true', '1'];
  expect(values.map((CI) => isCi({ CI }))).toEqual([false, false, false, true, true]);
});

test('the folder below the checkout is known from CI', () => {
  const folder = (env: Record<string, string>, cwd = '/work/repo/flows') =>
    folderInCheckout({ env, cwd: () => cwd });
  expect(folder({ GITHUB_WORKSPACE: '/work/repo' })).toBe('flows');
  expect(folder({ GITHUB_WORKSPACE: '', CI_PROJECT_DIR: '/work' })).toBe('repo/flows');
  for (const root of ['', '/work/repo/flows', '/elsewhere', '/work/repo/flows/deep'])
    expect(folder({ GITHUB_WORKSPACE: root })).toBeUndefined();
  expect(folder({})).toBeUndefined();
});

test('a report names the command, and the one that makes the fixes', () => {
  const runtime = {
    ...processOf(folderOf({})),
    env: { SOURCE_DATE_EPOCH: '1801387800' },
    stdin: (async function* () {})(),
    stdout: capture(),
    stderr: capture(),
    tool: { name: 'edgewise', version: '1' },
  };
  const describe = (words: readonly string[], keepMadeFixes?: unknown, env = runtime.env) =>
    describeRun({ args: { words }, config: NO_CONFIG, keepMadeFixes }, { ...runtime, env });
  const words = ['lint', 'my flows', "it's", '-f', 'html=a.html', '-fjson=b', '--format', 'text'];
  expect(describe([...words, '--format=sarif', '--only', 'cycle'])).toEqual({
    date: '2027-01-31 09:30 UTC',
    preset: 'recommended',
    command:
      "edgewise lint 'my flows' 'it'\\''s' -f html=a.html -fjson=b --format text --format=sarif --only cycle",
    fix: undefined,
    baseline: undefined,
  });
  const fixed = describe([...words, '--format=sarif', '--only', 'cycle'], () => {});
  expect(fixed.fix).toBe("edgewise lint 'my flows' 'it'\\''s' --only cycle");
  expect(describe(['a.json', 'lint'], () => {}).fix).toBe('edgewise lint a.json lint');
  for (const epoch of ['soon', '12x', 'x12', '9999999999999']) {
    const now = describe([], undefined, { SOURCE_DATE_EPOCH: epoch }).date;
    expect(now).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  }
  const args = { words: [], preset: 'strict', baseline: join('a', 'b') } as const;
  expect(describeRun({ args, config: NO_CONFIG }, runtime)).toMatchObject({
    preset: 'strict',
    baseline: 'a/b',
  });
});

test('a run that fails before its start still writes reports to files, and none for people', async () => {
  const cwd = folderOf({});
  const [stdout, stderr] = [capture(), capture()];
  const stdin = (async function* () {})();
  const tool = { name: 'edgewise', version: '1' };
  const runtime = { ...processOf(cwd), stdin, stdout, stderr, tool };
  const targets = [
    { format: 'text', file: undefined },
    { format: 'blob', file: undefined },
    { format: 'text', file: 'a.txt' },
    { format: 'json', file: 'a.json' },
  ];
  await reportFailedRun({ message: 'no such flag', targets, positional: [], runtime });
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  expect(JSON.parse(read('a.json')).failures).toEqual([{ source: '-', message: 'no such flag' }]);
  expect(read('a.txt')).toContain('no such flag');
  expect([stdout.text(), stderr.text()]).toEqual(['', '']);
});
