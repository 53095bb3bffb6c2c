import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/core/model/json.ts';
import { CLEAN, EVENTS, edgewise, folderOf } from './program.ts';

const schema = JSON.parse(readFileSync('schemas/diff.schema.json', 'utf8'));
const validate = new Ajv({ strict: false }).compile(schema);

type Change = (workflow: {
  steps: Step[];
  connections: object[];
  [field: string]: unknown;
}) => void;
interface Step {
  key: string;
  type: string;
  config: Record<string, unknown>;
}

const changed = (change: Change): string => {
  const workflow = JSON.parse(CLEAN);
  change(workflow);
  return JSON.stringify(workflow);
};

/** From the clean workflow to another one. */
function compare(after: string, words: readonly string[] = [], events = EVENTS) {
  const cwd = folderOf({
    ...{ 'a/w.json': CLEAN, 'b/w.json': after },
    ...{ 'a/events.json': EVENTS, 'b/events.json': events },
  });
  const run = (...more: readonly string[]) =>
    edgewise(['diff', 'a', 'b', ...words, ...more], { cwd });
  const { out } = run('-f', 'json');
  const json = JSON.parse(out);
  expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
  return { cwd, json, text: run() };
}

test.each<[string, string]>([
  [
    'the order of fields',
    CLEAN.replace(
      '"name": "Welcome", "status": "enabled"',
      '"status": "enabled", "name": "Welcome"',
    ),
  ],
  [
    'the dialect',
    changed((workflow) => {
      workflow['edges'] = [{ id: 'e1', from_step_id: 'start', to_step_id: 'hello' }];
      Reflect.deleteProperty(workflow, 'connections');
    }),
  ],
  [
    'what a body does not set',
    changed((workflow) => {
      Reflect.deleteProperty(workflow, 'status');
      for (const { config } of workflow.steps)
        if (isObject(config['template'])) Object.assign(config['template'], { variables: null });
    }),
  ],
  [
    'keys that were generated',
    CLEAN.replaceAll('"hello"', '"0b3f1f5e-30a5-4c63-9a4e-3f9a0b1c2d3e"'),
  ],
  [
    'ids of edges and times',
    changed((workflow) => {
      Object.assign(workflow['connections'][0] as object, { id: 'other' });
      workflow['updated_at'] = '2026-01-01';
    }),
  ],
  [
    'a template id as in earlier dialects',
    changed(({ steps }) => {
      (steps[1] as Step).config = { template_id: 'tpl_hello', topic_id: null };
    }),
  ],
])('%s makes no difference', (_, after) => {
  const { json, text } = compare(after, ['--only', 'dangling-edge']);
  expect([text.code, json.same, json.complete]).toEqual([0, true, true]);
  expect(text.out).toBe('from a to b\n\nno difference\n');
});

test('a change is told with what the contact gets, and JSON has the same', () => {
  const after = changed(({ steps, connections }) => {
    steps[1] = { ...(steps[1] as Step), config: { template: { id: 'other' } } };
    steps.push({ key: 'wait', type: 'delay', config: { duration: '3 days' } });
    steps.push({ key: 'bye', type: 'send_email', config: { template: { id: 'bye' } } });
    connections.push({ from: 'hello', to: 'wait' }, { from: 'wait', to: 'bye' });
  });
  const { json, text } = compare(after, ['--only', 'dangling-edge']);
  expect(text.code).toBe(1);
  expect(text.out).toBe(
    [
      'from a to b\n\n',
      '~ workflow "Welcome" (wf_welcome)\n',
      '  a contact gets 2 emails in 3 days; before: 1 email at once\n',
      '  ~ step send_email "hello"\n',
      '    /config/template/id: "tpl_hello" → "other"\n',
      '  + step delay "wait"\n',
      '  + step send_email "bye"\n',
      '  + connection "hello" → "wait"\n',
      '  + connection "wait" → "bye"\n\n',
      '1 workflow changed\n',
    ].join(''),
  );
  expect(json.workflows[0]).toMatchObject({
    contact: ['gets 2 emails in 3 days; before: 1 email at once'],
    steps: [{ key: 'hello', change: 'changed' }, { key: 'wait', change: 'added' }, { key: 'bye' }],
    edges: [{ change: 'added', from: 'hello', to: 'wait' }, { change: 'added' }],
  });
});

test('a renamed step is one, and its edges are the same', () => {
  const { json } = compare(CLEAN.replaceAll('"hello"', '"greeting"'));
  expect(json.workflows[0]).toMatchObject({
    steps: [{ change: 'renamed', key: 'greeting', was: 'hello', fields: [] }],
    edges: [],
  });
});

test('events, and findings that appeared and went', () => {
  const after = CLEAN.replace('"to": "hello"', '"to": "gone"');
  const events = EVENTS.replace('"schema":null', '"schema":{"plan":"string"}');
  const { json, text } = compare(after, ['--only', 'dangling-edge'], events);
  expect(json.events).toEqual([
    {
      ...{ change: 'changed', name: 'user.created' },
      fields: [{ path: '/schema', before: null, after: { plan: 'string' } }],
    },
  ]);
  expect(json.findings.appeared.map(({ rule }: { rule: string }) => rule)).toEqual([
    'dangling-edge',
  ]);
  expect(text.out).toContain('findings that appeared\n  error  b/w.json:');
  const none = compare(CLEAN, ['--events', 'none'], events);
  expect([none.text.code, none.json.events]).toEqual([0, []]);
});

describe('what is not known', () => {
  const cwd = folderOf({
    'a.json': `{"object":"list","has_more":true,"data":[${CLEAN}]}`,
    'b.json': CLEAN.replace('wf_welcome', 'wf_other').replace('Welcome', 'Other'),
    'named.json':
      '{"object":"list","has_more":false,"data":[{"object":"automation","id":"wf_other","name":"Other","status":"enabled"}]}',
  });

  test.each([
    ['a.json', 'b.json', { what: 'workflows', reason: 'the list of "a.json" is partial' }],
    ['b.json', 'named.json', { what: 'steps of "Other"', reason: 'one side has its name only' }],
  ])('%s and %s', (a, b, expected) => {
    const { out } = edgewise(['diff', a, b, '--only', 'dangling-edge', '-f', 'json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ complete: false, notCompared: [expected] });
  });

  test.each([
    [['a.json'], 'diff needs two sides'],
    [['live', 'live'], 'only one side can be the account'],
    [['a.json', 'gone.json'], 'gone.json: no such file'],
    [['a.json', 'b.json', 'c.json'], 'diff takes 2 arguments, but got "c.json"'],
    [['a.json', 'b.json', '--events', 'all'], 'unknown value of --events "all"'],
  ])('%j is refused', (words, message) => {
    const { code, out, err } = edgewise(['diff', ...words], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.split('\n')[0]).toContain(message);
  });
});

test('names do nothing in a terminal and in Markdown', () => {
  const hostile = '\u001b[2J\n::error::<b>[x](y)';
  const after = changed((workflow) => {
    workflow['name'] = hostile;
    workflow.steps.push({ key: hostile, type: hostile, config: { [hostile]: hostile } });
  });
  const { cwd, text } = compare(after);
  expect(text.out).not.toMatch(/(?!\n)\p{Cc}|^\s*::/mu);
  const { out } = edgewise(['diff', 'a', 'b', '-f', 'markdown'], { cwd });
  expect(out).not.toMatch(/(?!\n)\p{Cc}|<b>|[^\\]\[x\]\(y\)/u);
});

test('of the workflows that are asked for, one that only one side has was added or removed', () => {
  const cwd = folderOf({
    ...{ 'a/w.json': CLEAN, 'a/events.json': EVENTS, 'b/events.json': EVENTS },
    'b/v.json': CLEAN.replace('wf_welcome', 'wf_other').replace('Welcome', 'Other'),
  });
  const run = (name: string) =>
    edgewise(['diff', 'a', 'b', '--workflow', name, '-f', 'json'], { cwd });
  for (const [name, change] of [
    ['Welcome', 'removed'],
    ['Other', 'added'],
  ] as const) {
    const { code, out, err } = run(name);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(JSON.parse(out).workflows).toMatchObject([{ change }]);
  }
  const { code, err } = run('Welcom');
  expect(code).toBe(2);
  expect(err).toContain('no workflow has the id or name "Welcom"; did you mean "Welcome"?');
  expect(run('X').err).toBe('edgewise: --workflow: no workflow has the id or name "X"\n');
});

test('a length is the same in any unit, and a number of seconds', () => {
  const wait = (config: object) =>
    changed(({ steps, connections }) => {
      steps.push({ key: 'wait', type: 'delay', config: { ...config } });
      connections.push({ from: 'hello', to: 'wait' });
    });
  const differs = (before: object, after: object) => {
    const cwd = folderOf({ 'a/w.json': wait(before), 'b/w.json': wait(after) });
    return edgewise(['diff', 'a', 'b', '--only', 'dangling-edge'], { cwd }).out;
  };
  expect(differs({ duration: '7 days' }, { duration: '168 hours' })).toContain('no difference');
  expect(differs({ seconds: 604_800 }, { duration: '1 week' })).toContain('no difference');
  expect(differs({ seconds: 86_400 }, { duration: '2 days' })).toContain(
    '/config/duration: "86400 seconds" → "2 days"',
  );
});
