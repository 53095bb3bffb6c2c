import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { beginRun } from '../../src/run/begin-run.ts';
import type { RunContext } from '../../src/run/context.ts';
import { decodeItems, namesOfWorkflows } from '../../src/run/decode.ts';
import { loadNamed } from '../../src/run/named-sources.ts';
import { reportRun } from '../../src/run/report-run.ts';
import { run } from '../../src/run/run.ts';
import { CLEAN, capture, EVENTS, FAULTY, folderOf, processOf } from '../cli/run.ts';

const ARGS = {
  positional: [],
  words: [],
  format: [],
  rule: [],
  only: [],
  plugin: [],
  events: [],
  workflow: [],
  live: false,
  allowEmpty: false,
  failOn: undefined,
  maxWarnings: undefined,
  baseline: undefined,
};

type Args = Parameters<typeof beginRun>[0] &
  Parameters<typeof loadNamed>[0]['args'] &
  Parameters<typeof reportRun>[0]['args'];

/** Of the finished run and its process, besides its input. */
type More = Partial<Parameters<typeof reportRun>[0]> & { readonly env?: Record<string, string> };

/** A run over the files of a folder, from the flags to the report. */
async function runIn(
  files: Record<string, string>,
  flags: object = {},
  { env, ...more }: More = {},
) {
  const cwd = folderOf(files);
  mkdirSync(join(cwd, '.git'));
  const stdin = (async function* () {})();
  const [stdout, stderr] = [capture(), capture()];
  const tool = { name: 'edgewise', version: '1' };
  const runtime = { ...processOf(cwd, env), stdin, stdout, stderr, tool };
  const context = { runtime, rules: async () => rules } as unknown as RunContext;
  const begun = await beginRun({ ...ARGS, ...flags } as unknown as Args, context);
  const needed = { names: [], onlyUsed: true };
  const choice = { paths: begun.args.positional, needed };
  const named = await loadNamed(begun, choice, context);
  const decoded = decodeItems(named.items, named.wanted);
  const outcome = run(decoded, begun.settings);
  const { paths, configured } = named;
  const code = await reportRun(
    { ...begun, outcome, paths, configured, names: namesOfWorkflows(decoded), ...more },
    runtime,
  );
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
  return { code, out: stdout.text(), err: stderr.text(), read };
}

const json = { format: [{ format: 'json', file: undefined }] };
const config = (settings: object) => ({ 'edgewise.config.json': JSON.stringify(settings) });
const WARNING = CLEAN.replace('"status":"enabled"', '"status":"on"');

test('the configuration decides what no flag does', async () => {
  const settings = { failOn: 'never', maxWarnings: 9, events: 'list/*.json', baseline: 'b.json' };
  const files = {
    ...config(settings),
    'a.json': FAULTY,
    'list/e.json': EVENTS,
    'b.json': '{"version":1,"findings":[]}',
  };
  const report = async (flags: object = {}) => {
    const { code, out, err } = await runIn(files, { ...json, positional: ['a.json'], ...flags });
    const { silenced, summary } = JSON.parse(out);
    return [code, silenced?.failOn, summary.events, summary.baselined, err];
  };
  expect(await report()).toEqual([0, 'never', 1, 0, '']);
  expect(await report({ failOn: 'error' })).toEqual([1, undefined, 1, 0, '']);
  expect(await report({ events: ['none'] })).toEqual([0, 'never', 0, 0, '']);
  expect(await report({ baseline: 'c.json', updateBaseline: true })).toEqual([
    ...[0, 'never', 1, 1, 'edgewise: c.json: 1 finding accepted (1 new, 0 dropped)\n'],
  ]);
  expect(await report({ config: false })).toEqual([1, undefined, 0, 0, '']);
  expect(await report({ ignore: ['list/**'] })).toEqual([0, 'never', 0, 0, '']);
});

test('a run that only warnings fail says so, unless findings show it', async () => {
  const files = { ...config({ maxWarnings: 0, events: 'none' }), 'a.json': WARNING };
  const note = 'the run fails because of 1 warning: --max-warnings (maxWarnings) allows 0';
  const notes = async (flags: object) => {
    const { code, out, err } = await runIn(files, { positional: ['a.json'], ...flags });
    return [code, out.replace(/\s+/g, ' ').includes(note), err];
  };
  expect(await notes({})).toEqual([1, true, '']);
  expect(await notes({ maxWarnings: 1 })).toEqual([0, false, '']);
  expect(await notes({ failOn: 'warning' })).toEqual([1, false, '']);
  expect(await notes({ failOn: 'info' })).toEqual([1, false, '']);
  expect(await notes({ failOn: 'never' })).toEqual([1, true, '']);
  expect(await notes(json)).toEqual([1, false, `edgewise: ${note}\n`]);
  const toFile = { format: [...json.format, { format: 'text', file: 'out.txt' }] };
  expect(await notes(toFile)).toEqual([1, false, `edgewise: ${note}\n`]);
});

test('a run over nothing fails with advice, and reports for programs say so too', async () => {
  const none = 'edgewise: no workflows or event definitions found in';
  const name =
    '          name the files or the folder of your export; --allow-empty makes this a success\n';
  const advise = async () => 'look elsewhere';
  const files = { 'a.json': '{"a":1}', 'b.json': '{"b":1}', 'sub/c.txt': '' };
  const here = await runIn(files, {}, { advise });
  expect([here.code, here.err]).toEqual([
    ...[
      2,
      `${none} this folder (2 JSON files hold something else)\n${name}          look elsewhere\n`,
    ],
  ]);
  const sub = await runIn(files, { ...json, positional: ['sub'] });
  expect([sub.code, sub.err]).toEqual([2, `${none} "sub"\n${name}`]);
  expect(JSON.parse(sub.out)).toMatchObject({
    complete: false,
    failures: [{ source: 'sub', message: 'no workflows or event definitions found' }],
  });
  const other = await runIn({ 'a.json': '{}' }, { positional: ['a.json'] });
  expect([other.code, other.err]).toEqual([1, '']);
  const gone = await runIn(files, { ...json, positional: ['sub', 'gone.json'] });
  expect([gone.code, gone.err.includes(none)]).toEqual([2, false]);
  expect(JSON.parse(gone.out).failures).toHaveLength(1);
  const allowed = await runIn(files, { ...json, positional: ['sub'], allowEmpty: true });
  expect([allowed.code, allowed.err]).toEqual([0, '']);
  expect(JSON.parse(allowed.out)).toMatchObject({ complete: true, failures: [] });
  const where = '          what to check comes from "files", edgewise.config.json:1:2\n';
  const asked = { ...files, ...config({ files: ['sub'] }) };
  expect((await runIn(asked)).err).toBe(`${none} "sub"\n${name}${where}`);
  expect((await runIn(asked, { positional: ['sub'] })).err).toBe(`${none} "sub"\n${name}`);
});

test('the changes of fixes take the place of the text report', async () => {
  const lint = (flags: object) =>
    runIn({ 'a.json': FAULTY }, { positional: ['a.json'], ...flags }, { diff: '--- a\n' });
  for (const format of [[], [{ format: 'text', file: undefined }]])
    expect(await lint({ format })).toMatchObject({ code: 1, out: '--- a\n', err: '' });
  const toFile = { format: [{ format: 'text', file: 'out.txt' }] };
  const both = await lint(toFile);
  expect([both.out, both.err, both.read('out.txt').includes('dangling-edge')]).toEqual([
    ...['', '--- a\n', true],
  ]);
  const other = await lint(json);
  expect([other.err, JSON.parse(other.out).version]).toEqual(['--- a\n', 1]);
});

test('a report for people has only the fixes that are made, one for programs all', async () => {
  const wrong = CLEAN.replace('"edge_type":"default"', '"edge_type":"timeout"');
  const format = ['text', 'json'].map((name) => ({ format: name, file: `out.${name}` }));
  const fixes = async (more: object) => {
    const { read } = await runIn({ 'a.json': wrong }, { format, events: ['none'] }, more);
    return [/--fix/.test(read('out.text')), JSON.parse(read('out.json')).findings[0].fixes.length];
  };
  expect(await fixes({})).toEqual([false, 1]);
  let asked = 0;
  const keepMadeFixes = async (findings: readonly Finding[]) => {
    asked++;
    return { findings, untried: 0 };
  };
  expect(await fixes({ keepMadeFixes })).toEqual([true, 1]);
  await runIn({ 'a.json': wrong }, json, { keepMadeFixes });
  await runIn({ 'a.json': CLEAN }, {}, { keepMadeFixes });
  expect(asked).toBe(1);
});

test('in GitHub Actions, annotations follow the text report, and the job summary gets a report', async () => {
  const summary = join(folderOf({}), 'summary.md');
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const lint = async (flags: object = {}, more: More = { env }) => {
    const { code, out, err } = await runIn({ 'a.json': FAULTY }, flags, more);
    return [code, /^::error file=a\.json/m.test(out), err];
  };
  expect(await lint(json)).toEqual([1, false, '']);
  expect(await lint({}, { env: { ...env, GITHUB_ACTIONS: 'false' } })).toEqual([1, false, '']);
  expect(existsSync(summary)).toBe(false);
  expect(await lint()).toEqual([1, true, '']);
  const once = readFileSync(summary, 'utf8');
  expect(once).toMatch(/\bwelcom\b.*\n$/s);
  expect(await lint()).toEqual([1, true, '']);
  expect(readFileSync(summary, 'utf8')).toBe(once + once);
  expect(await lint({}, { env: { GITHUB_ACTIONS: 'true' } })).toEqual([1, true, '']);
  const gone = { ...env, GITHUB_STEP_SUMMARY: join(summary, 'x') };
  expect(await lint({}, { env: gone })).toEqual([
    ...[
      1,
      true,
      "edgewise: the job's summary could not be written: part of the path is not a folder\n",
    ],
  ]);
});
