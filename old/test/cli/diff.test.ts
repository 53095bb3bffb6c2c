import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

const schema = JSON.parse(
  readFileSync(new URL('../../schemas/diff.schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv({ allErrors: true }).compile(schema);
const RENAMED = CLEAN.replaceAll('"welcome"', '"hello"');
const HOSTILE = 'x`"\u001b[31m\n::error::owned ##[group]<img src=x>@all [a](javascript:1)|';
const folder = folderOf({
  'clean.json': CLEAN,
  'again.json': JSON.stringify(JSON.parse(CLEAN), null, 2),
  'faulty.json': FAULTY,
  'renamed.json': RENAMED,
  'events.json': EVENTS,
  'hostile.json': JSON.stringify({
    ...JSON.parse(CLEAN),
    name: HOSTILE,
    [HOSTILE]: HOSTILE,
    steps: [{ id: HOSTILE, type: HOSTILE, config: { [HOSTILE]: HOSTILE } }],
  }),
  'listed.json': JSON.stringify({
    object: 'list',
    has_more: false,
    data: [{ object: 'workflow', id: 'wf_welcome', name: 'Welcome series', status: 'enabled' }],
  }),
  'broken.json': '{"steps":[',
  'dir/a.json': CLEAN,
  'dir/broken.json': '{"steps":[',
  'other/colours.json': '{}',
});
const diff = async (...args: string[]) =>
  await run(['diff', ...args], { cwd: folder, columns: 120 });
const json = async (...args: string[]) => {
  const { out, code, err } = await diff(...args, '-f', 'json');
  const report = JSON.parse(out);
  validate(report);
  expect(validate.errors).toBeNull();
  return { report, code, err };
};

test('equal workspaces have no differences', async () => {
  expect(await diff('clean.json', 'again.json')).toEqual({
    code: 0,
    out: 'no difference\n',
    err: '',
  });
  expect(await json('clean.json', 'again.json')).toMatchObject({
    code: 0,
    report: { same: true, complete: true, workflows: [], events: [] },
  });
});

test('differences, new findings and fixed findings are printed', async () => {
  const { out, code } = await diff('clean.json', 'faulty.json');
  expect(code).toBe(1);
  expect(out).toContain('~ workflow "Welcome series" (wf_welcome)\n');
  expect(out).toContain('- edge from trigger "start" to send_email "welcome"\n');
  expect(out).toContain('+ edge from trigger "start" to "welcom", which is not a step\n');
  expect(out).toMatch(/\]\n\n1 workflow changed · 1 edge added, 1 removed · /);
  expect(out).toMatch(
    /findings that appeared\n(?:.*\n)* {2}error {2}faulty.json:1:\d+ {2}.*\[dangling-edge\]/,
  );
  const { report } = await json('faulty.json', 'clean.json');
  expect(report.findings.appeared).toEqual([]);
  expect(report.findings.went.map(({ rule }: { rule: string }) => rule)).toContain('dangling-edge');
});

test('a finding at a renamed step is the same finding', async () => {
  const pair = (text: string) => text.replace('"template_id":"tpl_welcome"', '"template_id":7');
  const cwd = folderOf({ 'a.json': pair(CLEAN), 'b.json': pair(RENAMED) });
  const { out, code } = await run(['diff', 'a.json', 'b.json', '-f', 'json'], { cwd });
  expect(code).toBe(1);
  expect(
    JSON.parse((await run(['a.json', '-f', 'json'], { cwd })).out).findings.length,
  ).toBeGreaterThan(0);
  expect(JSON.parse(out)).toMatchObject({
    workflows: [{ steps: [{ change: 'renamed', key: 'hello', was: 'welcome' }] }],
    findings: { appeared: [], went: [] },
  });
});

test('events are compared, unless they are left out', async () => {
  const cwd = folderOf({ 'a/w.json': CLEAN, 'b/w.json': CLEAN, 'b/e.json': EVENTS });
  expect(await run(['diff', 'a', 'b'], { cwd })).toMatchObject({
    code: 1,
    out: expect.stringContaining('+ event "user.created"'),
  });
  expect((await run(['diff', 'a', 'b', '--events', 'none'], { cwd })).code).toBe(0);
});

test('where nothing is on one side, all is added', async () => {
  const { code, out } = await diff('other', 'clean.json', '--allow-empty');
  expect(code).toBe(1);
  expect(out).toMatch(/^\+ workflow "Welcome series" \(wf_welcome\): 2 steps, 1 edge\n/);
});

test('only the chosen workflows are compared', async () => {
  expect((await diff('clean.json', 'faulty.json', '--status', 'disabled')).code).toBe(0);
  expect((await diff('clean.json', 'faulty.json', '--workflow', 'wf_welcome')).code).toBe(1);
});

test('a workflow without steps on one side makes the result incomplete', async () => {
  const { code, out } = await diff('clean.json', 'listed.json');
  expect(code).toBe(3);
  expect(out).toContain('not compared: the steps of workflow "Welcome series"');
  expect((await json('clean.json', 'listed.json')).report).toMatchObject({
    same: true,
    complete: false,
    notCompared: [{}],
  });
});

test('input that cannot be read: exit 2, and nothing is reported as removed', async () => {
  for (const broken of ['gone.json', 'broken.json']) {
    const { report, code, err } = await json('clean.json', broken);
    expect(code).toBe(2);
    expect(err).toContain(`edgewise: ${broken}: `);
    expect(report).toMatchObject({
      same: false,
      complete: false,
      failures: [{ source: broken }],
      workflows: [],
    });
    expect((await json(broken, 'clean.json')).report.workflows).toEqual([]);
  }
  expect(await json('clean.json', 'dir')).toMatchObject({
    code: 2,
    report: { complete: false, workflows: [] },
  });
  expect((await diff('clean.json', 'gone.json')).out).toBe(
    'not compared\nnot read: gone.json: no such file\n',
  );
});

test('where a part of a side cannot be read, the rest is compared, and what the other side has is not added', async () => {
  const cwd = folderOf({
    'a/clean.json': CLEAN,
    'a/cut.json.gz': gzipSync(CLEAN).subarray(0, 60),
    'b/clean.json': FAULTY.replace('"template_id":"tpl_welcome"', '"template_id":"tpl_hello"'),
    'b/other.json': CLEAN.replace('wf_welcome', 'wf_other').replace('Welcome', 'Other'),
  });
  const { code, out } = await run(['diff', 'a', 'b', '-f', 'json'], { cwd });
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({
    complete: false,
    workflows: [{ change: 'changed', steps: [{ change: 'changed', key: 'welcome' }] }],
    findings: { appeared: [], went: [] },
    notCompared: ['workflows', 'events'].map((of) => ({
      what: `${of} that were added`,
      reason: `not all ${of} of the first side could be read`,
    })),
  });
});

test.each([
  [[], '"diff" needs two arguments: A B'],
  [['clean.json'], '"diff" needs two arguments: A B'],
  [['a', 'b', 'c'], '"diff" takes two arguments, but got "c" as well'],
  [['-', '-'], 'standard input can only be one of the two sides'],
  [['live', 'live'], 'one side is the account; the other cannot be the same one'],
  [['clean.json', 'other'], 'no workflows or event definitions found in "other"'],
])('%j is a usage error', async (args, message) => {
  const { report, code, err } = await json(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(report.failures).toEqual([{ source: '-', message: expect.stringContaining(message) }]);
  expect([report.same, report.complete, report.before.workflows]).toEqual([false, false, 0]);
  const [before = '', after = ''] = args;
  expect([report.before.source, report.after.source]).toEqual([before, after]);
});

test('diff has formats of its own, which can be written to files', async () => {
  expect(await diff('a', 'b', '-f', 'sarif')).toMatchObject({
    code: 2,
    out: '',
    err: 'edgewise: unknown format "sarif"\n          formats: text, json, markdown\n',
  });
  const { code, out } = await diff(
    'clean.json',
    'faulty.json',
    '-f',
    'text',
    '-f',
    'markdown=out.md',
    '-f',
    'json=out.json',
  );
  expect(code).toBe(1);
  expect(out).toContain('~ workflow');
  expect(readFileSync(join(folder, 'out.md'), 'utf8')).toContain(
    '### Differences between `clean.json` and `faulty.json`',
  );
  expect(validate(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')))).toBe(true);
});

test('a rule that fails on one side is a failure', async () => {
  const own = `export default { id: 'acme/some', severity: 'warning', preset: 'recommended', category: 'email', summary: 'S.', why: 'W.',
    remedy: 'R.', workflow({ graph }) { if (graph.workflow.steps[1].key === 'hello') throw new Error('oh no'); } };`;
  const cwd = folderOf({ 'clean.json': CLEAN, 'renamed.json': RENAMED, 'own.mjs': own });
  for (const sides of [
    ['clean.json', 'renamed.json'],
    ['renamed.json', 'clean.json'],
  ]) {
    const { code, out } = await run(['diff', ...sides, '--plugin', 'own.mjs'], { cwd });
    expect(code).toBe(2);
    const failed = 'rule "acme/some" failed on this document: Error: oh no';
    expect(out).toContain(`\nnot read: -: ${failed}\n`);
  }
});

test('one side from standard input', async () => {
  expect((await run(['diff', 'clean.json', '-'], { cwd: folder, input: CLEAN })).code).toBe(0);
  const { out } = await run(['diff', 'clean.json', '-'], { cwd: folder, input: FAULTY });
  expect(out).toMatch(/^ {2}error {2}stdin:1:\d+ {2}/m);
});

test('text of workflows is escaped in every format', async () => {
  for (const format of ['text', 'json', 'markdown']) {
    for (const sides of [
      ['clean.json', 'hostile.json'],
      ['hostile.json', 'clean.json'],
    ]) {
      const { out } = await diff(...sides, '-f', format);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|^\s*::|##\[/m);
      if (format !== 'markdown') continue;
      // Text outside of code is from edgewise.
      const outside = out.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
      expect(outside).not.toMatch(/[<>@|]|javascript|\]\(/);
    }
  }
});

test('colour is printed only when it is enabled', async () => {
  const { out } = await diff('clean.json', 'faulty.json', '--color');
  for (const text of ['\u001b[32m+ edge', '\u001b[31m- edge', '\u001b[33m~ workflow'])
    expect(out).toContain(text);
  expect((await diff('clean.json', 'faulty.json', '--color', '-f', 'markdown')).out).not.toContain(
    '\u001b',
  );
});

test('the configuration applies: rules, overrides, suppressions and ignored files', async () => {
  const config = (more: object) =>
    JSON.stringify({ preset: 'correctness', ignore: ['**/old'], ...more });
  const cwd = folderOf({
    'edgewise.config.json': config({}),
    'quiet.json': config({ rules: { 'dangling-edge': 'off' } }),
    'over.json': config({ overrides: [{ files: 'new/*', rules: { 'dangling-edge': 'info' } }] }),
    'silent.json': config({ suppressions: [{ rule: 'dangling-edge', reason: 'draft' }] }),
    'mistaken.json': '{ "rulez": 1 }',
    'was/a.json': CLEAN,
    'was/old/b.json': RENAMED.replaceAll('wf_welcome', 'wf_old'),
    'new/a.json': FAULTY.replaceAll('"welcom"', '"nowhere"'),
  });
  const appeared = async (...args: readonly string[]) => {
    const { out } = await run(['diff', 'was', 'new', '-f', 'json', ...args], { cwd });
    const { findings, workflows } = JSON.parse(out);
    expect(workflows, 'what is ignored is neither there nor gone').toHaveLength(
      args.includes('--no-config') ? 2 : 1,
    );
    return findings.appeared.map(
      ({ rule, severity }: { rule: string; severity: string }) => `${severity} ${rule}`,
    );
  };
  expect(await appeared()).toEqual(['error dangling-edge', 'error unreachable-step']);
  expect(await appeared('-c', 'quiet.json')).toEqual(['error unreachable-step']);
  expect(await appeared('-c', 'over.json')).toContain('info dangling-edge');
  expect(await appeared('-c', 'silent.json')).toEqual(['error unreachable-step']);
  expect(await appeared('-c', 'quiet.json', '--rule', 'dangling-edge=warning')).toContain(
    'warning dangling-edge',
  );
  expect(await appeared('--no-config')).toEqual(['error dangling-edge', 'error unreachable-step']);
  expect(await run(['diff', 'was', 'new', '-c', 'mistaken.json'], { cwd })).toMatchObject({
    code: 2,
    err: expect.stringContaining('unknown setting "rulez"'),
  });
});
