import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printStats } from '../../src/run/stats.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, run, runBuilt } from './run.ts';

// The output of --stats goes to stderr after the report, and changes nothing else.

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) =>
    (i % 3 === 0 ? FAULTY : CLEAN)
      .replace('wf_welcome', `wf_${i}`)
      .replace('Welcome series', `Series ${i}`),
  ).join('\n');
const folder = folderOf({
  'events.json': EVENTS,
  'w.ndjson': lines(30),
  'other.json': '{"compilerOptions":{}}',
});

const mask = (text: string): string =>
  text
    .replace(/ *[\d.]+ ms/g, ' # ms')
    .replace(/ *[\d.]+ %/g, ' # %')
    .replace(/[\d.]+ [KM]B at most/, '# MB at most')
    .replace(/^ {2}[a-z].*/gm, '  a rule');

test('prints counts, times, and times by rule', async () => {
  const { code, out, err } = await run(['.', '-f', 'json', '--stats'], { cwd: folder });
  expect({ code, out, err: '' }).toEqual(await run(['.', '-f', 'json'], { cwd: folder }));
  expect(mask(err)).toBe(`
checked: 2 sources, 31 documents, 11.4 KB of JSON
         30 workflows, 60 steps, 30 edges, 1 event
time: # ms
memory:  # MB at most

start, and read the configuration # ms # %
find and read # ms # %
parse and decode # ms # %
graphs and rules # ms # %
rules over the whole # ms # %
locate and sort findings # ms # %
report # ms # %

${/^\d+ rules/m.exec(err)?.[0]} # ms # %  findings
${'  a rule\n'.repeat(10)}`);
});

test('findings are counted by rule', async () => {
  const { err } = await run(
    ['.', '--stats', '--only', 'dangling-edge', '--only', 'self-loop', '--quiet'],
    { cwd: folder },
  );
  expect(err).toMatch(/^ {2}dangling-edge +[\d.]+ ms +[\d.]+ % +10$/m);
  expect(err).toMatch(/^ {2}self-loop +[\d.]+ ms +[\d.]+ % +0$/m);
});

test('rules of a plugin are listed like any other rule', async () => {
  const rule = `{ id: 'acme/slow', severity: 'info', preset: 'recommended', category: 'email', summary: 'S.', why: 'W.', remedy: 'R.',
    workflow() { const end = performance.now() + 2; while (performance.now() < end); } }`;
  const own = folderOf({ 'w.ndjson': lines(30), 'own.mjs': `export default ${rule}` });
  const { err } = await run(['w.ndjson', '--plugin', 'own.mjs', '--stats', '--fail-on', 'never'], {
    cwd: own,
  });
  const [, ms] = /^ {2}acme\/slow +([\d.]+) ms/m.exec(err) ?? [];
  expect(Number(ms)).toBeGreaterThan(50);
});

test('prints times for a merge', async () => {
  const own = folderOf({ 'events.json': EVENTS, 'w.ndjson': lines(30) });
  for (const i of [1, 2])
    await run(['.', '--events', 'events.json', '--shard', `${i}/2`, '-f', `blob=${i}.blob`], {
      cwd: own,
    });
  const { err } = await run(['merge', '1.blob', '2.blob', '--stats'], { cwd: own });
  expect(err).toMatch(/^checked: 2 sources\n {9}30 workflows, 60 steps, 30 edges, 1 event\n/m);
  expect(err).toMatch(/^rules over the whole +[\d.]+ ms/m);
  expect(readdirSync(own)).toContain('1.blob');
});

test('the built program counts time from its start, and prints nothing when it could not run', () => {
  const { err } = runBuilt(['.', '--stats', '--fail-on', 'never'], { cwd: folder });
  const [, start] = /^start, and read the configuration +([\d.]+) ms/m.exec(err) ?? [];
  expect(Number(start)).toBeGreaterThan(5);
  const [, memory] = /^memory: +([\d.]+) MB at most$/m.exec(err) ?? [];
  expect(Number(memory)).toBeGreaterThan(20);
  expect(runBuilt(['--stats', '--preset', 'nope'], { cwd: folder }).err).not.toContain('memory');
});

test('numbers are rounded to a hundredth', () => {
  const phases = {
    start: 1.234,
    read: 0,
    decode: 0,
    check: 1234.5,
    workspace: 0,
    findings: 0,
    report: 0,
  };
  const summary = {
    errors: 0,
    warnings: 0,
    infos: 0,
    suppressed: 0,
    baselined: 0,
    sources: 1,
    workflows: 0,
    steps: 0,
    edges: 0,
    events: 1,
  };
  const print = (bytes: number) =>
    [
      ...printStats(
        {
          phases,
          crashes: [],
          rules: new Map([
            ['b', 0],
            ['a', 0],
          ]),
          shared: new Map([['facts of a and 1 more', 1]]),
          documents: 1,
          bytes,
        },
        { summary, findings: [], skipped: [] },
        { elapsed: 1235.7, memory: 123_456_789 },
      ),
    ].join('');
  expect(print(1_234_567)).toBe(`
checked: 1 source, 1 document, 1.2 MB of JSON
         0 workflows, 0 steps, 0 edges, 1 event
time:    1236 ms
memory:  123 MB at most

start, and read the configuration            1.23 ms   0.1 %
find and read                                0.00 ms   0.0 %
parse and decode                             0.00 ms   0.0 %
graphs and rules                             1235 ms  99.9 %
rules over the whole                         0.00 ms   0.0 %
locate and sort findings                     0.00 ms   0.0 %
report                                       0.00 ms   0.0 %

2 rules                                      1.00 ms   0.1 %  findings
  facts of a and 1 more                      1.00 ms   0.1 %
  a                                          0.00 ms   0.0 %         0
  b                                          0.00 ms   0.0 %         0
`);
  expect(print(123)).toContain('0.1 KB');
});
