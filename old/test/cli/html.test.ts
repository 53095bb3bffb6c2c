import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLEAN, EVENTS, FAULTY, folderOf, run } from './run.ts';

const workflowsIn = (page: string): readonly object[] => {
  const [, lines = ''] =
    /<script type="application\/x-ndjson" id="report-workflows">\n([\s\S]*?)<\/script>/.exec(
      page,
    ) ?? [];
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

test('the page contains the data of its pictures, in the order of the sources', async () => {
  const cwd = folderOf({
    'b.json': CLEAN.replace('wf_welcome', 'wf_2'),
    'a.json': FAULTY,
    'events.json': EVENTS,
  });
  const { code, out } = await run(
    ['b.json', 'a.json', 'events.json', '-f', 'text', '-f', 'html=report.html'],
    { cwd },
  );
  expect(code).toBe(1);
  expect(out).toContain('dangling-edge');
  const page = readFileSync(join(cwd, 'report.html'), 'utf8');
  expect(workflowsIn(page)).toMatchObject([
    {
      source: 'a.json',
      id: 'wf_welcome',
      edges: [{ id: 'e1', from: 'start', to: 'welcom', type: 'default' }],
    },
    {
      source: 'b.json',
      id: 'wf_2',
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
        { key: 'welcome' },
      ],
    },
  ]);
});

test('the page has the subjects of templates', async () => {
  const template = {
    object: 'template',
    id: 'tpl_welcome',
    name: 'Hello',
    subject: 'Welcome aboard',
    variables: [],
  };
  const cwd = folderOf({
    'a.json': CLEAN.replace('"subject":"Welcome!",', ''),
    'templates.json': JSON.stringify([template]),
  });
  const { out } = await run(['.', '--resources', 'templates.json', '-f', 'html'], { cwd });
  expect(workflowsIn(out)).toMatchObject([
    { steps: [{}, { config: { subject: 'Welcome aboard' } }] },
  ]);
});

test('workflows left out by --status and --workflow are not in the page', async () => {
  const cwd = folderOf({
    'a.json': CLEAN,
    'b.json': CLEAN.replace('wf_welcome', 'wf_2').replace('enabled', 'disabled'),
  });
  const { out } = await run(['.', '--status', 'disabled', '-f', 'html'], { cwd });
  expect(workflowsIn(out)).toMatchObject([{ id: 'wf_2' }]);
});

test('the page states time, preset and command of the run', async () => {
  const cwd = folderOf({ 'a.json': FAULTY, 'events.json': EVENTS });
  const words = ['.', '--preset', 'strict', '-f', 'html', '--workflow', "Bob's <b>"];
  const env = { SOURCE_DATE_EPOCH: '1801387800' };
  const { out } = await run(words, { cwd, env });
  expect(out).toContain('<summary>2027-01-31 09:30 UTC</summary>');
  expect(out).toMatch(/<dt>Preset<\/dt><dd>strict \(\d+ rules\)<\/dd>/);
  expect(out).toContain(
    `<dt>Command</dt><dd>edgewise . --preset strict -f html --workflow &#39;Bob&#39;\\&#39;&#39;s &lt;b&gt;&#39;</dd>`,
  );
  expect((await run(words, { cwd, env })).out).toBe(out);
});

test('with a baseline, the page counts what is new, known and gone', async () => {
  const cwd = folderOf({ 'a.json': FAULTY, 'events.json': EVENTS });
  const baseline = ['.', '--baseline', 'known.json'];
  await run([...baseline, '--update-baseline'], { cwd });
  const { findings } = JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8'));
  writeFileSync(join(cwd, 'a.json'), FAULTY.replaceAll('welcom"', 'goodbye"'));
  const { out } = await run([...baseline, '-f', 'html'], { cwd });
  const [, since = ''] = /<section class="since">([\s\S]*?)<\/section>/.exec(out) ?? [];
  expect(since).toContain('Against the baseline known.json');
  expect(since).toMatch(
    /New, and listed here: \d+ findings?\. Known, and not listed: \d+\. Gone: 1\./,
  );
  const gone = findings.find(({ rule }: { rule: string }) => rule === 'dangling-edge');
  expect(since).toContain(gone.message.replaceAll('"', '&quot;'));
});

test('the first screen has a command for each cause that a fix corrects, and it corrects it', async () => {
  const cwd = folderOf({ 'a.json': FAULTY, 'events.json': EVENTS });
  const { out } = await run(['.', '-f', 'html'], { cwd });
  const commands = Array.from(
    out.matchAll(/<code>edgewise (lint [^<]*--only [\w-]+)<\/code>/g),
    ([, command = '']) => command,
  );
  expect(commands).toContain('lint . --fix --only dangling-edge');
  for (const command of commands) await run(command.split(' '), { cwd });
  const rules = commands.map((command) => command.split(' ').at(-1) ?? '');
  const after = await run(['.', '-f', 'compact'], { cwd });
  for (const rule of rules) expect(after.out).not.toContain(`[${rule}]`);
  // What is read from standard input cannot be changed.
  const piped = await run(['-', '-f', 'html'], { cwd, input: FAULTY });
  expect(piped.out).not.toContain('--fix --only');
});
