import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { saying } from '../picture/draw.ts';
import { HOSTILE_NAMES } from '../report/hostile.ts';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

const second = (text: string) =>
  text.replace('wf_welcome', 'wf_other').replace('Welcome series', 'Other series');

const isWellFormed = async (...svgs: readonly string[]) => {
  const { errors } = await validateXML({
    xml: svgs.map((contents, i) => ({ fileName: `${i}.svg`, contents })),
    normalization: 'format',
  });
  return errors.map(({ rawMessage }) => rawMessage);
};

// No step has a near name, so the edge is dangling and its step unreachable.
const UNCONNECTED = FAULTY.replaceAll('"welcom"', '"nowhere"');

test('graph draws Mermaid, with the findings, and findings do not fail it', async () => {
  const cwd = folderOf({ 'w.json': UNCONNECTED });
  const { code, out, err } = await run(['graph', 'w.json'], { cwd });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^---\ntitle: "Welcome series"\n---\nflowchart TD\n {2}s0\(\["start<br\/>Trigger: user\.created"\]\)\n/,
  );
  expect(out).toContain('x0["nowhere<br/>no such step"]:::missing');
  expect(out).toContain('#10006; error: unreachable-step');
  expect(out).toContain('s0 -->|"#10006; error: dangling-edge');
});

test('lint settings decide which findings are drawn', async () => {
  const config = {
    suppressions: [{ rule: 'dangling-edge', reason: 'is mended tomorrow' }],
    rules: { 'unreachable-step': 'warning' },
  };
  const cwd = folderOf({ 'w.json': UNCONNECTED, 'edgewise.config.json': JSON.stringify(config) });
  const asked = async (...args: readonly string[]) =>
    (await run(['graph', 'w.json', ...args], { cwd })).out;
  expect(await asked()).not.toContain('error');
  expect(await asked()).toContain('warning: unreachable-step');
  expect(await asked('--rule', 'unreachable-step=off')).not.toContain('unreachable-step');
  expect(await asked('--no-config')).toContain('error: dangling-edge');
  expect(await asked('--only', 'cycle')).not.toContain('unreachable-step');
  expect(await asked('--no-config', '--preset', 'strict')).toContain('error: unreachable-step');
});

test('several formats in one run are written to their files', async () => {
  const cwd = folderOf({ 'w.json': FAULTY, 'v.json': second(CLEAN) });
  const { code, out, err } = await run(['graph', '-f', 'svg=all.svg', '-f', 'mermaid', '.'], {
    cwd,
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toContain('subgraph w1_all["Welcome series"]');
  const svg = readFileSync(join(cwd, 'all.svg'), 'utf8');
  expect(svg).toContain('Other series');
  expect(await isWellFormed(svg)).toEqual([]);
});

test('a folder gets one file per workflow, with portable file names', async () => {
  const hostile = [...HOSTILE_NAMES, '../../up', 'CON', 'a'.repeat(5000)];
  const cwd = folderOf({
    'w.json': CLEAN,
    'again.json': CLEAN,
    'h.json': JSON.stringify(hostile.map((name) => saying(name))),
  });
  const { code, out } = await run(['graph', '.', '-o', 'pictures/svg', '--only', 'dangling-edge'], {
    cwd,
  });
  expect(code).toBe(0);
  expect(out).toBe(`wrote ${hostile.length + 2} pictures to pictures/svg\n`);
  const files = readdirSync(join(cwd, 'pictures/svg'));
  expect(files).toHaveLength(hostile.length + 2);
  expect(
    files.filter(
      (file) =>
        !/^[a-z0-9][a-z0-9-]{0,80}(?:_[a-z0-9_-]+)?(?:-\d+)?\.svg$/.test(file) &&
        !/^welcome-series-wf_welcome(?:-\d+|-[0-9a-f]+)?\.svg$/.test(file),
    ),
  ).toEqual([]);
  expect(readdirSync(cwd).sort()).toEqual(['again.json', 'h.json', 'pictures', 'w.json']);
  expect(
    await isWellFormed(
      ...files.map((file) => readFileSync(join(cwd, 'pictures/svg', file), 'utf8')),
    ),
  ).toEqual([]);
});

test('a folder gets the files of each format', async () => {
  const cwd = folderOf({ 'w.json': CLEAN });
  await run(['graph', 'w.json', '-o', '.', '-f', 'mermaid', '-f', 'svg'], { cwd });
  expect(readdirSync(cwd).sort()).toEqual([
    'w.json',
    'welcome-series-wf_welcome.mmd',
    'welcome-series-wf_welcome.svg',
  ]);
});

test('--workflow draws one workflow by id or name, with its findings over all workflows', async () => {
  const cwd = folderOf({ 'w.json': CLEAN, 'v.json': second(CLEAN), 'e.json': EVENTS });
  const { out } = await run(['graph', '.', '--workflow', 'wf_other', '--preset', 'strict'], {
    cwd,
  });
  expect(out).toContain('Other series');
  expect(out).not.toContain('Welcome series');
  expect(out).toContain('competing-workflows');
  const wrong = await run(['graph', '.', '--workflow', 'Other serie'], { cwd });
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toBe(
    'edgewise: no workflow has the id or name "Other serie"\n          did you mean "Other series"?\n',
  );
  expect((await run(['graph', '.', '--workflow', 'Retention'], { cwd })).err).toBe(
    'edgewise: no workflow has the id or name "Retention"\n',
  );
});

test('--events maps events to workflows, at any position', async () => {
  const cwd = folderOf({ 'w/w.json': CLEAN, 'e.json': EVENTS });
  for (const args of [
    ['--events', 'w', 'e.json'],
    ['w', 'e.json', '--events'],
    ['w', 'e.json', '--events', '-f', 'mermaid'],
    ['--events'],
  ]) {
    const { code, out, err } = await run(['graph', ...args], { cwd });
    expect({ code, err }, args.join(' ')).toEqual({ code: 0, err: '' });
    expect(out).toContain('e0(["Event: user.created"])');
    expect(out).toContain('w0["Workflow, enabled: Welcome series<br/>sends Welcome!"]');
    expect(out).toContain('e0 -->|"starts"| w0');
  }
  expect((await run(['graph', '--events', 'none', 'w'], { cwd })).out).toContain(
    'Trigger: user.created',
  );
  expect((await run(['graph', '--events', 'gone.json'], { cwd })).code).toBe(2);
  expect((await run(['graph', '--events', '-', '--allow-empty'], { cwd, input: '[]' })).code).toBe(
    0,
  );
  expect((await run(['graph', 'w', 'e.json', 'gone.json', '--events'], { cwd })).code).toBe(2);
  await run(['graph', '--events', '-o', 'map'], { cwd });
  expect(readdirSync(join(cwd, 'map'))).toEqual(['events.svg']);
  const chosen = await run(['graph', '--events', '--workflow', 'wf_welcome', 'w'], { cwd });
  expect(chosen.err).toContain('No event definitions were loaded');
  const of = ['graph', '--events', '--workflow', 'wf_welcome', 'w', 'other.json'];
  const events =
    '[{"name": "user.created", "schema": null}, {"name": "user.left", "schema": null}]';
  writeFileSync(join(cwd, 'other.json'), events);
  const { out, err } = await run(of, { cwd });
  expect(err).toBe('');
  expect(out).toContain('Event: user.created');
  expect(out).not.toContain('user.left');
});

test('a workflow that cannot be drawn is reported, with an exit code', async () => {
  const list = JSON.stringify({
    object: 'list',
    has_more: false,
    data: [{ id: 'wf_1', name: 'A', status: 'enabled' }],
  });
  const cwd = folderOf({
    'w.json': CLEAN,
    'list.json': list,
    'broken.json': '{"steps":',
    'e.json': EVENTS,
  });
  const mixed = await run(['graph', 'w.json', 'list.json'], { cwd });
  expect(mixed).toMatchObject({
    code: 0,
    err: 'edgewise: nothing is drawn of 1 workflow: lists give no steps\n',
  });
  expect((await run(['graph', 'list.json'], { cwd })).code).toBe(2);
  expect((await run(['graph', 'e.json'], { cwd })).err).toContain('no workflow with steps found');
  expect((await run(['graph', 'e.json', '--allow-empty'], { cwd })).code).toBe(0);
  expect((await run(['graph', 'w.json', 'gone.json'], { cwd })).code).toBe(2);
  expect((await run(['graph', 'w.json', '-f', 'sgv'], { cwd })).err).toBe(
    'edgewise: unknown format "sgv"\n          did you mean "svg"? formats: mermaid, svg\n',
  );
  expect((await run(['graph', 'w.json', '-f', 'svg=/nowhere/x.svg'], { cwd })).code).toBe(2);
  expect((await run(['graph', 'w.json', '-o', 'w.json'], { cwd })).err).toContain(
    'cannot make the folder "w.json"',
  );
  expect(existsSync(join(cwd, 'broken.json.svg'))).toBe(false);
  const broken = await run(['graph', 'w.json', 'broken.json'], { cwd });
  expect(broken.code).toBe(3);
  expect(broken.err).toMatch(/^edgewise: broken\.json:1:\d+: /);
  expect(broken.out).toContain('flowchart');
});

test('a large workflow from standard input is cut', async () => {
  const steps = Array.from({ length: 1000 }, (_, i) => ({
    id: `s${i}`,
    type: i === 0 ? 'trigger' : 'delay',
    config: {},
  }));
  const edges = steps.slice(1).map(({ id }, i) => ({
    id: `e${i}`,
    from_step_id: `s${i}`,
    to_step_id: id,
    edge_type: 'default',
  }));
  const { code, out, err } = await run(['graph', '-', '-f', 'svg', '--only', 'cycle'], {
    input: JSON.stringify({ name: 'Huge', steps, edges }),
  });
  expect(code).toBe(0);
  expect(err).toBe(
    'edgewise: Huge: 800 steps and 799 edges are not drawn: the workflow is too large for one picture.\n',
  );
  expect(await isWellFormed(out)).toEqual([]);
});

test('many workflows are drawn into a folder, not into one picture', async () => {
  const input = Array.from({ length: 130 }, (_, i) => CLEAN.replace('wf_welcome', `wf_${i}`)).join(
    '\n',
  );
  const { code, out, err } = await run(['graph', '-', '--only', 'cycle'], { input });
  expect(code).toBe(0);
  expect(out.match(/subgraph w\d+_all/g)).toHaveLength(100);
  expect(err).toBe(
    'edgewise: 30 of 130 pictures are left out: choose with --workflow, or write them to a folder with -o\n',
  );
});

test('a workflow that is in the input several times gets a file each', async () => {
  const cwd = folderOf(
    Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.json`, CLEAN])),
  );
  await run(['graph', '.', '-o', 'out', '--only', 'cycle'], { cwd });
  const files = readdirSync(join(cwd, 'out')).map((file) => file.replace(/-[0-9a-f]{8,}/, '-HASH'));
  expect(files.sort()).toEqual([
    'welcome-series-HASH-2.svg',
    'welcome-series-HASH-3.svg',
    'welcome-series-HASH.svg',
    'welcome-series-wf_welcome.svg',
  ]);
});

test('a text above the limit of Mermaid is not written, and its length is reported', async () => {
  const rule = { type: 'rule', field: 'event.plan', operator: 'eq', value: 'long '.repeat(200) };
  const steps = [0, 1].map((key) => ({ key: `c${key}`, type: 'condition', config: rule }));
  const input = Array.from({ length: 100 }, (_, i) =>
    JSON.stringify({ id: `wf_${i}`, name: 'Long', steps, connections: [] }),
  ).join('\n');
  expect(await run(['graph', '-', '--only', 'cycle'], { input })).toEqual({
    code: 1,
    out: '',
    err: 'edgewise: Mermaid draws at most 50,000 characters, and this has 53283: choose with --workflow, or write one file each with -o\n',
  });
});

test('a picture above the limit of Mermaid is not written, and the reason is reported', async () => {
  const steps = Array.from({ length: 150 }, (_, i) => ({
    id: `step_number_${i}`,
    type: i === 0 ? 'trigger' : 'delay',
    config: {},
  }));
  const edges = steps.slice(1).map(({ id }, i) => ({
    id: `e${i}`,
    from_step_id: `step_number_${i}`,
    to_step_id: id,
    edge_type: 'default',
  }));
  const input = Array.from({ length: 4 }, (_, i) =>
    JSON.stringify({ id: `wf_${i}`, name: 'Long', steps, edges }),
  ).join('\n');
  expect(await run(['graph', '-', '--only', 'cycle'], { input })).toEqual({
    code: 1,
    out: '',
    err: 'edgewise: Mermaid draws at most 500 edges in one picture, and these have 596: choose with --workflow, or write one file each with -o\n',
  });
  // An unreadable file outranks it.
  expect((await run(['graph', '-', 'gone.json'], { input, cwd: folderOf({}) })).code).toBe(2);
});

test.each(HOSTILE_NAMES)(
  'a workflow with %j in every text is escaped in every format',
  async (name) => {
    const cwd = folderOf({ 'w.json': JSON.stringify(saying(name)) });
    for (const format of ['mermaid', 'svg']) {
      const { code, out, err } = await run(['graph', 'w.json', '-f', format], { cwd });
      expect(code).toBe(0);
      expect(`${out}${err}`).not.toMatch(/[^\n\P{Cc}]|[\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
      expect(`${out}${err}`).not.toMatch(/##\w*\[/);
      expect(`${out}${err}`).not.toMatch(/^\s*::/m);
    }
  },
);
