import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, edgewise, FAULTY, folderOf } from './program.ts';

const HOSTILE = '\u001b[2J"]\n::error::<script>--></svg>\u202e';
const cwd = folderOf({
  'clean.json': CLEAN,
  'faulty.json': FAULTY.replace('wf_welcome', 'wf_faulty'),
  'hostile.json': JSON.stringify({
    ...{ id: HOSTILE, name: HOSTILE, status: 'enabled' },
    steps: [
      { key: HOSTILE, type: 'trigger', config: { event_name: HOSTILE } },
      { key: 'b', type: HOSTILE, config: { subject: HOSTILE } },
    ],
    connections: [
      { from: HOSTILE, to: HOSTILE, type: HOSTILE },
      { from: 'b', to: '__proto__' },
    ],
  }),
  'events.json': EVENTS,
  'large.json': JSON.stringify({
    ...{ id: 'large', name: 'Large', status: 'enabled' },
    steps: Array.from({ length: 250 }, (_, i) => ({ key: `s${i}`, type: 'delay', config: {} })),
    connections: Array.from({ length: 900 }, (_, i) => ({
      ...{ from: `s${i % 200}`, to: `s${(i * 7) % 200}` },
    })),
  }),
  'broken.json': '{"name": "x", "steps": [',
  'listed.json':
    '{"object":"list","has_more":false,"data":[{"object":"automation","id":"a","name":"A"}]}',
});
const graph = (...words: readonly string[]) => edgewise(['graph', ...words], { cwd });

test.each([
  ['brewing-course', ['examples/automations/brewing-course.json']],
  ['events', ['examples/automations', 'examples/events.json', '--events']],
])('docs/pictures/%s.svg is as the program draws it', async (name, words) => {
  const { out } = edgewise(['graph', ...words, '--no-config', '-f', 'svg']);
  await expect(out).toMatchFileSnapshot(`../../docs/pictures/${name}.svg`);
});

test('a finding is at its edge, in its colour, and does not change the exit code', () => {
  const { code, out } = graph('faulty.json', '-f', 'svg');
  expect(code).toBe(0);
  expect(out).toMatch(/<path class="line error" [^>]*data-edge="start → helo \(default\)"/);
  expect(out).toMatch(/<text class="error"[^>]*data-finding="\w+">✖ dangling-edge: /);
  expect(out).toMatch(/<g class="box ghost" /);
  expect(graph('faulty.json', '--rule', 'dangling-edge=off', '-f', 'svg').out).not.toContain('✖');
});

test('a wait for an event has a dashed line, and a tooltip its own lines', () => {
  const events = edgewise(['graph', 'examples/automations', '--events', '--no-config']);
  expect(events.out).toMatch(/\w -\.-> \w/);
  expect(graph('clean.json', '-f', 'svg').out).toContain('<title>Trigger · start&#10;user.created');
});

test.each(['svg', 'mermaid'])('names do nothing in %s', (format) => {
  const { code, out } = graph('hostile.json', '-f', format);
  expect(code).toBe(0);
  expect(out).not.toMatch(/(?!\n)[\p{Cc}\u202e]|<script|--><|"\]\s*$\n::/mu);
  expect(out.match(/<\/svg>/g)?.length ?? 1).toBe(1);
});

test('-o writes a file for each workflow', () => {
  const { code, out, err } = graph('clean.json', 'faulty.json', '-o', 'pictures');
  expect([code, out, err]).toEqual([0, '', 'edgewise: wrote 2 pictures\n']);
  const files = readdirSync(join(cwd, 'pictures')).sort();
  expect(files).toEqual(['welcome-wf_faulty.svg', 'welcome-wf_welcome.svg']);
  expect(graph('clean.json', '-o', 'diagrams', '-f', 'mermaid').code).toBe(0);
  expect(readdirSync(join(cwd, 'diagrams'))).toEqual(['welcome-wf_welcome.mmd']);
});

test('a workflow with too many edges is a list of steps', () => {
  const { out } = graph('large.json', '-f', 'svg');
  expect(out).toContain('900 connections: too many to draw, so the steps are listed');
  expect(out).toContain('50 more steps, not drawn');
  expect(out.match(/<g class="box/g)).toHaveLength(200);
});

test.each([
  [['gone.json'], 2, 'gone.json: no such file'],
  [['listed.json'], 0, 'no workflow with steps, so nothing is drawn'],
  [
    ['broken.json', 'clean.json'],
    3,
    'broken.json: not JSON, so it is not drawn; "edgewise lint" shows where',
  ],
  [['clean.json'], 0, ''],
  [['clean.json', '-f', 'png'], 2, 'unknown format "png"'],
  [['clean.json', '-o', 'x', '-f', 'svg=a.svg'], 2, '-o writes one format'],
  [['clean.json', '--fail-on', 'never'], 2, 'unknown flag --fail-on'],
])('%j ends with %i', (words, expected, message) => {
  const { code, err } = graph(...words);
  expect([code, err.split('\n')[0]]).toEqual([expected, message && `edgewise: ${message}`]);
});

test('what Mermaid does not draw is refused, and how to draw it is said', () => {
  const steps = Array.from({ length: 200 }, (_, i) => ({ key: `s${i}`, type: 'delay' }));
  const connections = steps.slice(1).map(({ key }, i) => ({ from: `s${i}`, to: key }));
  const all = ['a', 'b', 'c'].map((name) => ({ name, steps, connections }));
  const folder = folderOf({ 'all.json': JSON.stringify(all) });
  const { code, out, err } = edgewise(['graph', 'all.json'], { cwd: folder });
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toBe(
    'edgewise: this is larger than Mermaid draws: 500 edges, 50,000 characters\n' +
      '          write -o DIR for one file a workflow, or -f svg\n',
  );
});
