import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkSources } from '../../src/check/sources.ts';
import { main } from '../../src/cli/main.ts';
import { EVERY_RULE } from '../fixtures.ts';
import { BIN, CLEAN, capture, EVENTS, FAULTY, folderOf, run, worldOf } from './run.ts';

// What threads change is nothing but the time it takes.

// Wide, so that a few make up several portions.
const line = (i: number): string =>
  (i % 7 === 0 ? FAULTY : CLEAN)
    .replace('wf_welcome', `wf_${i % 5 === 0 ? i - 1 : i}`)
    .replace('Welcome series', `Series ${i >> 1}`)
    .replace('"steps":', `"steps":${' '.repeat(5000)}`);
const lines = (from: number, count: number): string[] => Array.from({ length: count }, (_, i) => line(from + i));
const FILES = {
  'a/lines.ndjson': Buffer.concat([
    Buffer.from(`\ufeff${lines(0, 300).join('\n')}\n\n   \r\n`),
    Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
    Buffer.from(`${lines(300, 250).join('\r\n')}\n{"steps": oh\nnull`),
  ]),
  'a/packed.jsonl.gz': gzipSync(lines(6000, 50).join('\n')),
  'b/events.json': EVENTS,
  'b/more-events.ndjson': '{"id":"ev_2","name":"order.paid","schema":{"plan":"string"}}\n',
  ...Object.fromEntries(lines(9000, 300).map((text, i) => [`c/${i % 10}/w${i}.json`, i % 50 === 0 ? text.slice(0, 300) : text])),
  'c/other.json': '{"compilerOptions":{}}',
  'd/z.json': '{"id":"ev_2","name":"order.paid","schema":{"plan":"number"}}',
};
const folder = folderOf(FILES);

test.each([
  ['everything', ['--preset', 'strict', '-f', 'json']],
  ['a status, as SARIF', ['--status', 'enabled', '-f', 'sarif']],
  ['the default rules, as a page (by one thread)', ['b', 'd', '-f', 'html']],
  ['without events', ['--events', 'none', '-f', 'compact']],
  ['events of their own', ['a', 'c', '--events', 'b/events.json', '-f', 'jsonl']],
  ['one workflow by name', ['--workflow', 'Series 12', '--workflow', 'Series 4000000', '-f', 'json']],
])(
  'threads give the same bytes: %s',
  async (_, args) => {
    const alone = await run([...args, '--threads', '1'], { cwd: folder });
    expect(alone.out.length).toBeGreaterThan(1000);
    expect(await run([...args, '--threads', '3'], { cwd: folder })).toEqual(alone);
  },
  60_000,
);

test('threads go by overrides, suppressions and what could not be read', async () => {
  const config = {
    overrides: [
      { workflows: ['Series 1*'], rules: { 'dangling-edge': 'warning' } },
      { files: ['c/3/**'], rules: { 'duplicate-workflow-name': 'off', 'missing-subject': 'error' } },
    ],
    suppressions: [
      { rule: 'dangling-edge', workflow: 'Series 28', reason: 'known' },
      { rule: 'cycle', workflow: 'Series 28', reason: 'gone' },
      { rule: 'cycle', workflow: 'never there', reason: 'not read' },
    ],
  };
  const cut = gzipSync(lines(1, 100).join('\n')).subarray(0, 400);
  const own = folderOf({ ...FILES, 'edgewise.config.json': JSON.stringify(config), 'x/cut.ndjson.gz': cut });
  for (const [args, note] of [
    [['a', 'b', 'c', 'd'], 'this suppression of "cycle" matches nothing'],
    [['.', 'gone.json'], 'the gzip file is cut off'],
  ] as const) {
    const alone = await run([...args, '-f', 'json', '--show-suppressed', '--threads', '1'], { cwd: own });
    expect(alone.err).toContain(note);
    expect(await run([...args, '-f', 'json', '--show-suppressed', '--threads', '3'], { cwd: own })).toEqual(alone);
  }
}, 60_000);

test('what the definitions are does not depend on which thread comes upon them', async () => {
  const reading = CLEAN.replace('"template_id":"tpl_welcome"', '"template":{"id":"t","variables":{"X":{"var":"event.plan"}}}');
  const own = folderOf({
    'a.json': JSON.stringify({ workflows: [JSON.parse(reading)], events: [{ id: 'e1', name: 'user.created', schema: { seats: 'number' } }] }),
    'events.json': '[{"id":"e2","name":"user.created","schema":{"plan":"string"}}]',
    'z.json': reading.replace('wf_welcome', 'wf_2'),
  });
  const alone = await run(['-f', 'json', '--threads', '1'], { cwd: own });
  expect(await run(['-f', 'json', '--threads', '2'], { cwd: own })).toEqual(alone);
});

test('a number of threads that is none is a usage error', async () => {
  for (const given of ['0', '-1', '65', 'many', '1.5'])
    expect(await run([`--threads=${given}`], { cwd: folder })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--threads wants auto or a number up to 64'),
    });
});

test('by itself, what is small is checked by one thread, and so is what needs all in one place', async () => {
  const open = () => expect.fail('a thread was opened');
  const common = { cwd: folder, stdin: process.stdin, rules: EVERY_RULE };
  await checkSources({ ...common, paths: ['b'], threads: { count: 'auto', processors: 16, open } });
  await checkSources({ ...common, paths: ['.'], threads: { count: 'auto', processors: 1, open } });
  await checkSources({ ...common, paths: ['b'], threads: { count: 4, processors: 4, open }, onDocument() {} });
  await checkSources({ ...common, paths: ['b'], threads: { count: 4, processors: 4, open }, workflows: ['x'] });
});

test.each([
  ['throws', 'throw new Error("no room\\nat all")', 'a thread ended with Error: no room, so nothing was checked'],
  ['ends early', 'process.exit(0)', 'a thread ended before it was over, so nothing was checked'],
  ['cannot be started', 'syntax error here', 'a thread ended with SyntaxError'],
])(
  'a thread that %s is exit 2, and said',
  async (_, program, message) => {
    const own = folderOf({ 'lint-thread.js': program, 'package.json': '{"type":"module"}' });
    const [stdout, stderr] = [capture(), capture()];
    const code = await main(['-f', 'json', '--threads', '3'], { ...worldOf(folder), stdin: process.stdin, stdout, stderr }, pathToFileURL(`${own}/worker.js`));
    expect(code).toBe(2);
    expect(stderr.text()).toContain(message);
    expect(JSON.parse(stdout.text())).toMatchObject({ complete: false, failures: [{ message: expect.stringContaining('a thread ended') }] });
  },
  60_000,
);

test.skipIf(process.platform === 'win32')(
  'SIGINT ends all threads at once',
  async () => {
    const big = folderOf({ 'big.ndjson': lines(0, 6000).join('\n') });
    const child = spawn(process.execPath, [BIN, '--threads', '3', '--no-config'], { cwd: big, stdio: 'ignore' });
    const over = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })));
    setTimeout(() => child.kill('SIGINT'), 300);
    expect(await over).toEqual({ code: null, signal: 'SIGINT' });
    expect(() => process.kill(child.pid as number, 0)).toThrow('ESRCH');
  },
  60_000,
);
