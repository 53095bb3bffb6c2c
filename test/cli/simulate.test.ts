import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLEAN, EVENTS, edgewise, folderOf, refuse } from './program.ts';

const EXAMPLES = ['subscriber.created', 'examples'];
const cwd = folderOf({
  'workflows/welcome.json': CLEAN,
  'workflows/off.json': CLEAN.replace('wf_welcome', 'wf_off').replace('enabled', 'disabled'),
  'events.json': EVENTS.replace('"schema":null', '"schema":{"plan":"string"}'),
  'payload.json': '{ "plan": "pro" }',
  'part.json': JSON.stringify({ object: 'list', has_more: true, data: [JSON.parse(CLEAN)] }),
  'named.json':
    '{"object":"list","has_more":false,"data":[{"object":"automation","id":"a","name":"A","status":"enabled"}]}',
  'tests/welcome.sim.json': JSON.stringify([
    { name: 'welcome', event: 'user.created', sends: [{ at: 'at once', step: 'hello' }] },
    { name: 'refused', event: 'user.created', payload: { plan: 1 }, refused: true },
  ]),
  'wrong.sim.json': JSON.stringify({
    event: 'user.created',
    sends: [{ at: '+2 days', step: 'hello' }],
  }),
  'broken.sim.json': '{"event": "user.created", "send": []}',
});
const simulate = (...words: readonly string[]) => edgewise(['simulate', ...words], { cwd });
const FOLDER = ['user.created', 'workflows', 'events.json'];

test('the commands of the page print what it says', () => {
  const page = readFileSync('docs/simulate.md', 'utf8');
  const blocks = [...page.matchAll(/```text\n\$ node dist\/bin\.js (.*)\n([\s\S]*?)```/g)];
  expect(blocks.length).toBeGreaterThan(1);
  for (const [, line = '', printed] of blocks) {
    const words = Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word);
    expect(edgewise(words).out, line).toBe(printed);
  }
});

test.each([
  ['all is known', [...FOLDER, '--payload', 'payload.json'], 0],
  ['a payload is refused', [...FOLDER, '--payload', '{"plan": 7}'], 1],
  ['no workflow is enabled', ['user.created', 'workflows/off.json'], 0],
  ['a list is partial', ['user.created', 'part.json'], 0],
  ['steps were not loaded', ['user.created', 'named.json'], 3],
  ['a file is missing', [...FOLDER, 'gone.json'], 2],
])('exit code: %s', (_, words, expected) => {
  const { code, out } = simulate(...words);
  expect(code).toBe(expected);
  expect(out).toMatch(/^after "user.created"/);
});

test.each([
  [[], 'simulate needs an event'],
  [['user.craeted', 'workflows'], 'no workflow starts on "user.craeted"'],
  [['user.created', 'events.json'], 'no workflows found, only event definitions'],
  [[...FOLDER, '--payload', 'gone.json'], '--payload: "gone.json" does not exist'],
  [[...FOLDER, '--payload', '{"a":'], '--payload: is not JSON'],
  [[...FOLDER, '--when', 'order.paid'], '--when: "order.paid" does not say'],
  [[...FOLDER, '--at', 'noon'], '--at: "noon" is not a date and time'],
  [[...FOLDER, '--zone', 'UTC'], '--zone needs --at'],
  [[...FOLDER, '-f', 'yaml'], 'unknown format "yaml"'],
  [['--test', 'tests', '-f', 'svg'], 'unknown format "svg"'],
  [['--test', 'workflows'], 'no tests found'],
  [['--test', 'tests', '--at', '2026-01-01'], '--at does not go with --test'],
])('%j is refused', async (words, message) => {
  const { code, out, err } = await refuse(['simulate', ...words], cwd);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.split('\n')[0]).toContain(`edgewise: ${message}`);
  expect(err.split('\n')).toHaveLength(3);
});

test('several reports, of which a failure leaves one document on standard output', () => {
  const { out } = simulate(...FOLDER, '-f', 'json', '-f', 'svg=out.svg', '--all');
  expect(JSON.parse(out)).toMatchObject({ emails: { min: 0, max: 2 }, complete: true });
  expect(readFileSync(join(cwd, 'out.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
  const failed = simulate('user.craeted', 'workflows', '-f', 'json');
  expect(JSON.parse(failed.out)).toMatchObject({
    complete: false,
    failures: [{ source: 'edgewise' }],
  });
});

describe('--test', () => {
  test('runs the tests of a folder', () => {
    const { code, out } = simulate('--test', 'tests', 'workflows', 'events.json');
    expect(out).toBe(
      [
        'pass  tests/welcome.sim.json  welcome\n',
        'pass  tests/welcome.sim.json  refused\n',
        '\n2 tests passed\n',
      ].join(''),
    );
    expect(code).toBe(0);
    expect(edgewise(['simulate', '--test', 'examples']).code).toBe(0);
  });

  test('finds tests by "files" of the configuration', () => {
    const folder = folderOf({
      'edgewise.config.json': '{ "files": ["flows"] }',
      'flows/welcome.json': CLEAN,
      'flows/welcome.sim.json': '{ "event": "user.created", "sends": [{ "at": "at once" }] }',
      'other/other.sim.json': '{ "event": "user.created", "sends": [] }',
    });
    const { code, out } = edgewise(['simulate', '--test'], { cwd: folder });
    expect([code, out]).toEqual([
      0,
      'pass  flows/welcome.sim.json  user.created\n\n1 test passed\n',
    ]);
  });

  test('dates are as in the output', () => {
    const at = { at: '2026-03-27T09:00', zone: 'Europe/Berlin' };
    const test = (time: string) =>
      JSON.stringify({ ...at, event: 'user.created', sends: [{ at: time }] });
    const folder = folderOf({
      ...{ 'w.json': CLEAN, 'a.sim.json': test('Fri 2026-03-27 09:00') },
      'b.sim.json': test('2026-03-28 09:00 +01:00'),
    });
    const { out } = edgewise(['simulate', '--test', '.'], { cwd: folder });
    expect(out).toContain('pass  a.sim.json');
    expect(out).toContain('not sent: Sat 2026-03-28 09:00 +01:00\n');
  });

  test('names what differs, and what is no test', () => {
    const wrong = simulate('--test', 'wrong.sim.json', 'workflows', 'events.json');
    expect(wrong.out).toContain('      not sent: +2 days: step "hello"\n');
    expect(wrong.out).toContain('      sent, and not expected: at once: ');
    expect(wrong.code).toBe(1);
    const junit = simulate(
      '--test',
      'wrong.sim.json',
      'tests',
      'workflows',
      'events.json',
      '-f',
      'junit',
    );
    expect(junit.out).toMatch(/<testsuite name="wrong.sim.json" tests="1" failures="1">/);
    expect(junit.out).toMatch(/<failure message="[^"]*not sent: \+2 days: step &#34;hello&#34;/);
    const broken = simulate('--test', 'broken.sim.json', 'workflows', '-f', 'junit');
    expect(broken.out).toContain('unknown name &#34;send&#34; in it');
    expect(broken.code).toBe(2);
  });
});

test('files of tests are no workflows', () => {
  expect(edgewise(['tests', 'workflows', 'events.json'], { cwd }).err).not.toContain('sim.json');
  expect(simulate(...EXAMPLES).code).toBe(2);
});
