import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, edgewise, FAULTY, folderOf, refuse, WARNING } from './program.ts';

const ACCOUNTS = { acme: FAULTY, beta: CLEAN, gamma: WARNING };

const cwd = folderOf({
  ...Object.fromEntries(
    Object.entries(ACCOUNTS).map(([name, text]) => [`accounts/${name}/flow.json`, text]),
  ),
  'reports/x': '',
  'foreign.json': '{"version":1}',
  'newer.json': '{"version":2}',
  'text.json': 'no report',
  'odd/package.json': '{}',
  'pages/readme.md': '',
  'left/readme.md': '',
});
for (const file of ['acme', 'acme.json'])
  edgewise(['accounts/acme', '-f', `json=${file}`], { cwd });
for (const name of Object.keys(ACCOUNTS))
  edgewise([`accounts/${name}`, '-f', `json=reports/${name}.json`], { cwd });
const REPORTS = Object.keys(ACCOUNTS).map((name) => `reports/${name}.json`);

test('the reports of accounts are one report', () => {
  const { code, out, err } = edgewise(['merge', ...REPORTS, '-f', 'json'], { cwd });
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const merged = JSON.parse(out);
  const each = REPORTS.map((name) => JSON.parse(readFileSync(join(cwd, name), 'utf8')));
  for (const count of ['errors', 'warnings', 'infos', 'workflows', 'steps', 'sources'])
    expect(merged.summary[count], count).toBe(
      each.reduce((sum, { summary }) => sum + summary[count], 0),
    );
  expect(merged.exitCode).toBe(1);
  expect(merged.findings).toHaveLength(each.flatMap(({ findings }) => findings).length);
  expect(merged.findings[0]).toMatchObject({
    rule: 'dangling-edge',
    fingerprint: expect.stringMatching(/^acme\/[0-9a-f]{16}$/),
    location: { source: 'acme/accounts/acme/flow.json', region: { startLine: 7 } },
  });
  expect(merged.notChecked).toContainEqual({
    rule: 'unknown-event',
    reason: 'beta: no event definitions were loaded',
  });
});

test('a folder, a pattern and standard input name reports', () => {
  const once = edgewise(['merge', ...REPORTS, '-f', 'json'], { cwd }).out;
  rmSync(join(cwd, 'reports/x'));
  for (const path of ['reports', 'reports/*.json'])
    expect(edgewise(['merge', path, '-f', 'json'], { cwd }).out).toBe(once);
  const input = readFileSync(join(cwd, 'reports/acme.json'), 'utf8');
  const { code, out } = edgewise(['merge', '-', REPORTS[1] as string], { cwd, input });
  expect([code, out.split('\n')[0]]).toEqual([1, '-/accounts/acme/flow.json · Welcome']);
});

test('a report counts once, also one that a folder leaves out', () => {
  const [acme = ''] = REPORTS;
  const once = edgewise(['merge', acme, '-f', 'json'], { cwd }).out;
  expect(edgewise(['merge', acme, `./${acme}`, '-f', 'json'], { cwd }).out).toBe(once);
  edgewise(['accounts/acme', '-f', 'json=left/package.json'], { cwd });
  const { code, err } = edgewise(['merge', 'left', 'left/package.json'], { cwd });
  expect([code, err]).toEqual([1, '']);
});

test('the order of the reports makes no difference', () => {
  const once = edgewise(['merge', ...REPORTS, '-f', 'json'], { cwd }).out;
  expect(edgewise(['merge', ...REPORTS.toReversed(), '-f', 'json'], { cwd }).out).toBe(once);
});

test('every format names the account', () => {
  const formats = {
    text: /acme\/accounts\/acme\/flow\.json/,
    compact: /^acme\/accounts\/acme\/flow\.json:7:44: error: /,
    sarif: /"acme\/accounts\/acme\/flow\.json"/,
    junit: /acme\/accounts\/acme\/flow\.json/,
    gitlab: /acme\/accounts\/acme\/flow\.json/,
    github: /^::error file=acme\/accounts\/acme\/flow\.json,line=7,/,
    markdown: /acme\/accounts\/acme\/flow\.json/,
    agent: /acme\/accounts\/acme\/flow\.json/,
  };
  const flags = Object.keys(formats).flatMap((format) => ['-f', `${format}=${format}.out`]);
  expect(edgewise(['merge', ...REPORTS, ...flags], { cwd }).code).toBe(1);
  for (const [format, expected] of Object.entries(formats))
    expect(readFileSync(join(cwd, `${format}.out`), 'utf8')).toMatch(expected);
});

test('the worst exit code is that of the merge', () => {
  edgewise(['accounts/beta', 'gone', '-f', 'json=failed.json'], { cwd });
  const { code, out } = edgewise(['merge', 'failed.json', REPORTS[0] as string, '-f', 'json'], {
    cwd,
  });
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({
    exitCode: 2,
    complete: false,
    failures: [{ source: 'failed/gone', message: 'no such file' }],
  });
  expect(edgewise(['merge', REPORTS[1] as string], { cwd }).code).toBe(0);
});

test.each([
  [['foreign.json'], '"foreign.json" is not a report'],
  [['newer.json'], '"newer.json" is of version 2; this edgewise reads 1'],
  [['text.json'], '"text.json" is not a report'],
  [['gone.json'], 'gone.json: no such file'],
  [['gone/*.json'], 'gone/*.json: no JSON or source file matches this pattern'],
  [['odd/*.json'], '"odd/package.json" is left out of folders and patterns'],
  [['acme', 'acme.json'], 'two reports are of one account, "acme"'],
  [['pages'], 'no reports found'],
  [[], 'merge needs reports'],
  [['foreign.json', '-f', 'yaml'], 'unknown format "yaml"'],
])('%j is refused', async (words, message) => {
  const { code, out, err } = await refuse(['merge', ...words], cwd);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.split('\n')[0]).toBe(`edgewise: ${message}`);
});

test('a fix in SARIF says what it replaces', () => {
  const { out } = edgewise(['merge', REPORTS[0] as string, '-f', 'sarif'], { cwd });
  const [{ fixes }] = JSON.parse(out).runs[0].results;
  const [{ deletedRegion }] = fixes[0].artifactChanges[0].replacements;
  expect(deletedRegion).toEqual({ charOffset: FAULTY.indexOf('"helo"'), charLength: 6 });
});

test('html is no format of merge', () => {
  const { code, err } = edgewise(['merge', REPORTS[0] as string, '-f', 'html'], { cwd });
  expect([code, err.split('\n')[0]]).toEqual([2, 'edgewise: unknown format "html"']);
});
