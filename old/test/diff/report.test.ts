import { expect, test } from 'vitest';
import { folderOf, run } from '../cli/run.ts';

const start = { key: 'start', type: 'trigger', config: { event_name: 'tea.ordered' } };
const mail = (key: string) => ({
  ...{ key, type: 'send_email' },
  config: { template: { id: 'tea' }, from: 'Tea <tea@house.example>', subject: 'Tea' },
});
const flow = (names: object, steps: readonly object[], connections: readonly object[]) => ({
  ...{ object: 'automation', ...names, status: 'disabled', steps, connections },
});
const edge = (from: string, to: string, type: unknown) => ({ from, to, type });
const event = (name: unknown, schema: object | null) => ({ object: 'event', name, schema });

const before = {
  workflows: [
    flow({ name: 'Tea' }, [start, mail('hello')], [edge('start', 'hello', 'yes'), { to: 'hello' }]),
    flow({ id: 'wf_old' }, [start], []),
  ],
  events: [event(3, null)],
  templates: [{ id: 'tea', alias: 'tea', subject: 'a' }],
};
const after = {
  workflows: [
    flow(
      { name: 'Tea' },
      [start, mail('welcome')],
      [
        edge('start', 'welcome', 'yes'),
        edge('welcome', 'start', 5),
        edge('welcome', 'start', 'no'),
      ],
    ),
    flow({}, [start, mail('a')], [edge('start', 'a', 'default')]),
  ],
  events: [event('tea.ordered', null)],
  templates: [{ id: 'tea', alias: 'tea', subject: 'b'.repeat(200) }],
};
const folder = folderOf({
  'before.json': JSON.stringify(before),
  'after.json': JSON.stringify(after),
  'listed.json': JSON.stringify({
    ...{ object: 'list', has_more: false },
    data: [{ object: 'automation', name: 'Tea', status: 'disabled' }],
  }),
});
const diff = async (...args: readonly string[]) => {
  const rules = ['--preset', 'correctness', '--rule', 'unknown-event=off'];
  return await run(['diff', ...args, ...rules], { cwd: folder, columns: 120 });
};

const upToFindings = (out: string): string => out.replace(/^[^\n]*findings that .*/ims, '');
const value = `"${'b'.repeat(118)}…`;

test('text has one line for each change', async () => {
  const { out } = await diff('before.json', 'after.json');
  expect(upToFindings(out)).toBe(`+ workflow without a name: 2 steps, 1 connection

- workflow "wf_old": 1 step, 0 connections

~ workflow "Tea"
  ~ step send_email "welcome", which was "hello"
  - connection from nothing to send_email "hello"
  + connection from send_email "welcome" to trigger "start" (no readable type)
  + connection from send_email "welcome" to trigger "start" (no)

- event without a name

+ event "tea.ordered"

~ template "tea"
  /subject: "a" →
      ${value}

`);
});

test('Markdown has one heading for each workflow, event and resource', async () => {
  const { out } = await diff('before.json', 'after.json', '-f', 'markdown');
  expect(upToFindings(out)).toMatch(/^### Differences between `before.json` and `after.json`\n\n/);
  expect(out.split('\n')[2]).toMatch(
    /^1 workflow added, 1 removed, 1 changed · 1 step renamed · 2 connections added, 1 removed · 1 event added, 1 removed · 1 template changed · \d+ findings appeared · \d+ findings went$/,
  );
  expect(upToFindings(out).replace(/^(?:.*\n){3}/, '')).toBe(`
#### Workflow \`(no name)\` added (2 steps, 1 connection)


#### Workflow \`wf_old\` removed (1 step, 0 connections)


#### Workflow \`Tea\` changed

- renamed: \`step send_email "welcome", which was "hello"\`
- removed: \`connection from nothing to send_email "hello"\`
- added: \`connection from send_email "welcome" to trigger "start" (no readable type)\`
- added: \`connection from send_email "welcome" to trigger "start" (no)\`

#### Event \`(no name)\` removed


#### Event \`tea.ordered\` added


#### Template \`tea\` changed

- \`/subject: "a" → ${value}\`

`);
});

test('Markdown says when there is no difference, and what was not compared or read', async () => {
  const markdown = async (...sides: readonly string[]) =>
    (await diff(...sides, '-f', 'markdown')).out;
  expect(await markdown('listed.json', 'listed.json')).toBe(
    '### No difference between `listed.json` and `listed.json`\n\n',
  );
  expect(await markdown('before.json', 'listed.json', '--workflow', 'Tea')).toContain(
    '\n#### Not compared\n\n' +
      '- `the steps of workflow "Tea": the second side has it in list form, without steps`\n' +
      '- `templates: the second side holds none`\n',
  );
  expect(await markdown('before.json', 'gone.json')).toContain(
    '\n#### Not read\n\n- `gone.json: no such file`\n',
  );
});

test('Markdown has a line for each finding and each partial list', async () => {
  const [step] = before.workflows;
  const cwd = folderOf({
    'clean.json': JSON.stringify(flow({ name: 'Tea' }, [start], [])),
    'faulty.json': JSON.stringify(flow({ name: 'Tea' }, [start], [edge('start', 'x', 'default')])),
    'page.json': JSON.stringify({ object: 'list', has_more: true, data: [step] }),
  });
  const markdown = async (...sides: readonly string[]) =>
    (await run(['diff', ...sides, '--rule', 'dangling-edge=error', '-f', 'markdown'], { cwd })).out;
  expect(await markdown('clean.json', 'faulty.json')).toContain(`
#### Findings that appeared

- **error** \`dangling-edge\` \`connection from "start" points to unknown step "x"\` at \`faulty.json:1:174\`
`);
  expect(await markdown('page.json', 'page.json')).toContain(`
#### Not compared

- \`all workflows: the list of the first side is partial (page.json: has_more is true)\`
- \`all workflows: the list of the second side is partial (page.json: has_more is true)\`
`);
});

test('JSON has the changes of events and resources', async () => {
  const { out } = await diff('before.json', 'after.json', '-f', 'json');
  const { events, resources, ...report } = JSON.parse(out);
  expect(report).toMatchObject({
    before: { source: 'before.json', workflows: 2, steps: 3, edges: 2, events: 1 },
    after: { source: 'after.json', workflows: 2, steps: 4, edges: 4, events: 1 },
  });
  expect(events).toEqual([
    { change: 'removed', fields: [] },
    { change: 'added', name: 'tea.ordered', fields: [] },
  ]);
  const fields = [{ path: '/subject', before: 'a', after: 'b'.repeat(200) }];
  expect(resources).toEqual([{ change: 'changed', of: 'template', name: 'tea', fields }]);
  const same = await diff('before.json', 'before.json', '-f', 'json');
  expect(JSON.parse(same.out)).not.toHaveProperty('resources');
});
