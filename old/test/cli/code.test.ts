import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RELATED } from '../../src/core/model/place.ts';
import { readCode } from '../../src/features/code/code.ts';
import fc from '../fast-check.ts';
import { folderOf, type RunOptions, run as runProgram } from './run.ts';

/** Results are not read in most of this code. */
const run = (args: readonly string[], options: RunOptions) =>
  runProgram(args[0] === 'code' ? [...args, '--rule', 'ignored-result=off'] : args, options);

const EVENTS = JSON.stringify({
  object: 'list',
  has_more: false,
  data: [
    { name: 'user.created', schema: { plan: 'string' } },
    { name: 'order.paid', schema: { total: 'number', at: 'date' } },
    { name: 'user.left', schema: null },
  ],
});
const CLIENT = `import { Resend } from 'resend';\nexport const resend = new Resend('');\n`;

/** The findings of code, as compact lines. */
async function check(files: Record<string, string>, ...args: readonly string[]) {
  const cwd = folderOf({ 'events.json': EVENTS, ...files });
  const result = await run(['code', 'src', '--events', 'events.json', '-f', 'compact', ...args], {
    cwd,
  });
  return { ...result, lines: result.out.split('\n').filter((line) => line !== '') };
}

test('the report is text when no format is given', async () => {
  const cwd = folderOf({
    'events.json': EVENTS,
    'src/app.ts': `${CLIENT}resend.events.send({ event: 'user.creatd', email });`,
  });
  const { out } = await run(['code', 'src', '--events', 'events.json'], { cwd });
  expect(out).toContain('help: did you mean "user.created"?');
});

describe('events that code sends', () => {
  test('are found through constants, maps, enums and imports', async () => {
    const { lines, code } = await check({
      'src/names.ts': `
        export const EVENTS = { user: { created: 'user.create' }, paid: \`order.\${'payed'}\` } as const;
        export enum Names { Left = 'user.lefft' }
        const OTHER = 'order.pai';
        export { OTHER as Renamed };
        export default 'user.lef';`,
      'src/all.ts': `export * from './names.js';`,
      'src/client.ts': CLIENT,
      'src/app.ts': `
        import usual, { EVENTS, Names } from './names';
        import * as all from './all';
        import { resend } from '@/client';
        const email = 'a@b.co';
        resend.events.send({ event: EVENTS.user.created, email });
        resend.events.send({ event: EVENTS['paid'], email });
        resend.events.send({ event: Names.Left, email });
        resend.events.send({ event: all.Renamed, email });
        resend.events.send({ event: usual, email });
        resend.events.send({ event: process.env.EVENT ?? 'user.creatd', email });`,
    });
    expect(code).toBe(1);
    expect(lines).toEqual([
      'src/app.ts:11:58: error: the code sends event "user.creatd", which is not defined [sent-unknown-event]',
      'src/names.ts:2:50: error: the code sends event "user.create", which is not defined [sent-unknown-event]',
      'src/names.ts:2:73: error: the code sends event "order.payed", which is not defined [sent-unknown-event]',
      'src/names.ts:3:29: error: the code sends event "user.lefft", which is not defined [sent-unknown-event]',
      'src/names.ts:4:23: error: the code sends event "order.pai", which is not defined [sent-unknown-event]',
      'src/names.ts:6:24: error: the code sends event "user.lef", which is not defined [sent-unknown-event]',
    ]);
  });

  test('are found through modules that re-export each other', async () => {
    const many = 60;
    const ring = Array.from({ length: many }, (_, i) => [
      `src/m${i}.ts`,
      `export * from './m${(i + 1) % many}';\nexport * from './m${(i + 7) % many}';\nexport const N${i} = 'user.x${i}';\n`,
    ]);
    const names = ring.map((_, i) => `N${i}`);
    const { lines } = await check({
      ...Object.fromEntries(ring),
      'src/app.ts': `${CLIENT}import { ${names.join(', ')} } from './m0';\n${names
        .map((name) => `resend.events.send({ event: ${name}, email: 'x' });\n`)
        .join('')}`,
    });
    expect(lines.filter((line) => line.includes('sent-unknown-event'))).toHaveLength(many);
  });

  test('are found through a wrapper, a method and a loop, at the line of the value', async () => {
    const { lines } = await check({
      'src/mail.ts': `${CLIENT}
        export async function sendEvent(event, email, payload = {}) {
          return resend.events.send({ event, email, payload });
        }
        export class Mailer {
          track = async ({ event, ...rest }) => resend.events.send({ event, email: rest.email });
          both(event) { return this.track({ event, email: 'a@b.co' }); }
        }`,
      'src/app.js': `
        import { Mailer, sendEvent as send } from './mail.js';
        const mailer = new Mailer();
        export const signUp = (email) => send('user.createdd', email);
        export const paid = (email) => send('order.paid', email, { total: '3', at: new Date() });
        mailer.track({ event: 'user.leftt', email: 'a@b.co' });
        queue.track({ event: 'job.done' });
        const ROWS = [
          { event: 'user.creatd', payload: { plan: 'a' } },
          { event: 'user.left', payload: {} },
        ];
        for (const { event, payload } of ROWS) send(event, 'a@b.co', payload);
        ['user.lft'].forEach((event) => resend.events.send({ event, email: 'a@b.co' }));`,
    });
    expect(lines).toEqual([
      'src/app.js:4:47: error: the code sends event "user.createdd", which is not defined [sent-unknown-event]',
      'src/app.js:5:75: error: "total" of "order.paid" is a string here, but a number in the schema [sent-payload-mismatch]',
      'src/app.js:6:31: error: the code sends event "user.leftt", which is not defined [sent-unknown-event]',
      'src/app.js:9:20: error: the code sends event "user.creatd", which is not defined [sent-unknown-event]',
      'src/app.js:13:10: error: the code sends event "user.lft", which is not defined [sent-unknown-event]',
    ]);
  });

  test('are found in calls of fetch and other clients, also inside a helper function', async () => {
    const { lines } = await check({
      'src/api.ts': `
        const API = 'https://api.resend.com';
        const body = JSON.stringify({ event: 'user.crated', email: 'a@b.co' });
        fetch(API + '/events/send', { method: 'POST', body });
        axios.post(\`\${API}/events/send\`, { event: 'user.lft', contactId: 'x' });
        ky.post(new URL('/events/send', API), { json: { event: 'order.pad', email: 'a@b.co' } });
        async function api(path, data, method = 'POST') {
          return fetch(API + path, { method, headers: {}, body: JSON.stringify(data) });
        }
        api('/events/send', { event: 'order.paid', email: 'a@b.co', payload: { totl: 3, at: 1 } });
        fetch('https://stats.example.com/events/send', { method: 'GET', body: '{}' });
        api('/emails', { to: 'a@b.co' });`,
    });
    expect(lines).toEqual([
      'src/api.ts:3:46: error: the code sends event "user.crated", which is not defined [sent-unknown-event]',
      'src/api.ts:5:51: error: the code sends event "user.lft", which is not defined [sent-unknown-event]',
      'src/api.ts:5:63: error: the API drops the field "contactId" [dropped-field]',
      'src/api.ts:6:64: error: the code sends event "order.pad", which is not defined [sent-unknown-event]',
      'src/api.ts:10:80: warning: "order.paid" has no property "totl" [sent-payload-mismatch]',
    ]);
  });

  test('are found in scripts of Vue and Svelte, and in JSX', async () => {
    const { lines } = await check({
      'src/a.vue': `<template><p>{{ events }}</p></template>\n<script setup lang="ts">\nimport { resend } from './client';\nresend.events.send({ event: 'user.a' as string, email: 'x' });\n</script>\n`,
      'src/b.svelte': `<script>\n  import { resend } from './client';\n  resend.events.send({ event: 'user.b', email: 'x' });\n</script>\n<p>{#if events}</p>`,
      'src/c.tsx': `import { resend } from './client';\nexport const C = () => <button onClick={() => resend.events.send({ event: 'user.c', email: 'x' })} />;`,
      'src/d.cjs': `const { EVENT } = require('./e');\nresend.events.send({ event: EVENT, email: 'x' });`,
      'src/e.js': `module.exports = { EVENT: 'user.d' };`,
    });
    expect(lines.map((line) => line.replace(/: error.*?"(.*?)".*/, ' $1'))).toEqual([
      'src/a.vue:4:29 user.a',
      'src/b.svelte:3:31 user.b',
      'src/c.tsx:2:75 user.c',
      'src/e.js:1:27 user.d',
    ]);
  });

  test('are found in test files only when a path names the file', async () => {
    const text = `${CLIENT}resend.events.send({ event: 'user.x', email: 'x' });`;
    const others = [
      'app.spec.js',
      'app.stories.tsx',
      '__mocks__/a.ts',
      'a.d.ts',
      'a.d.mts',
      'a.min.js',
      'a-min.mjs',
    ];
    const files = {
      ...{ 'src/app.ts': CLIENT, 'src/app.test.ts': text, 'src/__tests__/a.ts': text },
      ...Object.fromEntries(others.map((name) => [`src/${name}`, text])),
    };
    expect((await check(files, '--allow-empty')).lines).toEqual([]);
    const { lines } = await check(files, 'src/app.test.ts');
    expect(lines).toHaveLength(1);
  });

  test('a name that cannot be resolved is counted and not reported', async () => {
    const cwd = folderOf({
      'events.json': EVENTS,
      'src/app.ts': `${CLIENT}
        export const a = (event: string) => resend.events.send({ event, email: 'x' });
        export const b = (more: object) => resend.events.send({ event: 'user.created', email: 'x', payload: more });
        let changed = 'user.a';
        changed = nextEvent();
        resend.events.send({ event: changed, email: 'x' });
        resend.automations.create(build());`,
    });
    const { code, out } = await run(['code', 'src', '--events', 'events.json', '-f', 'json'], {
      cwd,
    });
    const { findings, notChecked } = JSON.parse(out);
    expect([code, findings]).toEqual([0, []]);
    const reasons = notChecked.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toContain(
      'not resolved: the event (src/app.ts:4, 8), the payload (src/app.ts:5), the workflow (src/app.ts:9); edgewise record runs the code',
    );
  });
});

test('a value that calls share has one finding, with the first of these calls', async () => {
  const cwd = folderOf({
    'events.json': EVENTS,
    'src/names.ts': `export const GONE = 'user.gone';\nexport const OTHER = 'user.other';`,
    'src/app.ts': `${CLIENT}import { GONE, OTHER } from './names';
resend.events.send({ event: OTHER, email });
${'resend.events.send({ event: GONE, email });\n'.repeat(30)}`,
  });
  const { out } = await run(['code', 'src', '--events', 'events.json', '-f', 'json'], { cwd });
  const { findings } = JSON.parse(out) as Report;
  const placeOf = ({ source, region }: Place): string => `${source}:${region.startLine}`;
  expect(
    findings.map(({ location, related }) => [
      placeOf(location),
      related.map((each) => `${each.message} ${placeOf(each.location)}`),
    ]),
  ).toEqual([
    ['src/names.ts:1', Array.from({ length: RELATED }, (_, i) => `used here src/app.ts:${5 + i}`)],
    ['src/names.ts:2', ['used here src/app.ts:4']],
  ]);
});

interface Place {
  readonly source: string;
  readonly region: { readonly startLine: number };
}

interface Report {
  readonly findings: readonly {
    readonly location: Place;
    readonly related: readonly { readonly message: string; readonly location: Place }[];
  }[];
}

const WORKFLOW = `
resend.automations.create({
  name: 'Welcome',
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
    mail('hello', process.env.TEMPLATE),
    { key: 'wait', type: 'delay', config: { duration: '3 dayz' } },
    mail('bye', 'tpl_bye'),
  ],
  connections: [{ from: 'start', to: 'hello' }, { from: 'hello', to: 'wait' }, { from: 'wait', to: 'by' }],
});
function mail(key, id) {
  return { key, type: 'send_email', config: { template: { id }, subject: 'Hi', from: FROM } };
}
const FROM = process.env.FROM;
`;

test('workflows in code are checked by all rules, at the line of the code', async () => {
  const { lines } = await check({ 'src/setup.js': CLIENT + WORKFLOW });
  expect(lines).toEqual([
    'src/setup.js:13:100: error: connection from "wait" points to unknown step "by" [dangling-edge]',
    'src/setup.js:10:55: error: "duration" of delay "wait" has unknown unit "dayz": "3 dayz" [invalid-delay]',
  ]);
});

test('the calls that depend on the environment are named, by a value and by a branch', async () => {
  const cwd = folderOf({
    'a.ts': `${CLIENT}
      resend.events.send({ event: process.env.EVENT ?? 'user.created', email: 'a@b.co' });
      const list = [];
      if (process.env.SHORT) list.push('a');
      resend.events.send({ event: 'user.created', email: 'a@b.co', payload: { list } });
      resend.events.send({ event: 'user.created', email: 'a@b.co', payload: {} });`,
  });
  const { out, err } = await run(['code', '.'], { cwd });
  expect(`${out}${err}`.replace(/\s+/g, ' ')).toContain(
    'the default of an environment variable counts in a.ts:4, a.ts:7 ',
  );
  const sent = "resend.events.send({ event: process.env.E ?? 'user.left', email: 'a@b.co' });";
  const many = folderOf({ 'a.ts': `${CLIENT}${`${sent}\n`.repeat(6)}` });
  expect((await run(['code', '.'], { cwd: many })).out.replace(/\s+/g, ' ')).toContain(
    'counts in a.ts:3, a.ts:4, a.ts:5, a.ts:6, a.ts:7 and 1 more',
  );
});

test('events in code are compared with workflows of files and of code', async () => {
  const workflow = (name: string, event: string, text: string): string =>
    JSON.stringify({
      object: 'automation',
      ...{ id: name, name, status: 'enabled' },
      steps: [
        { key: 't', type: 'trigger', config: { event_name: event } },
        {
          key: 'm',
          type: 'send_email',
          config: { template: { id: 'x' }, subject: text, from: 'a@b.co' },
        },
      ],
      connections: [
        { from: 't', to: 'm' },
        { from: 'm', to: 'gone' },
      ],
    });
  const cwd = folderOf({
    'workflows/left.json': workflow('Left', 'user.lefft', 'Hi {{event.name}}'),
    'workflows/trial.json': workflow('Trial', 'trial.ended', 'Hi'),
    'workflows/paid.json': workflow('Paid', 'order.paid', 'Paid {{event.total}}'),
    'workflows/welcome.json': workflow('Welcome', 'user.created', 'Hi'),
    'src/app.ts': `${CLIENT}${WORKFLOW.replace('3 dayz', '3 days').replace("'by'", "'bye'")}
      resend.events.send({ event: 'user.left', email: 'x', payload: {} });
      resend.events.send({ event: 'order.paid', email: 'x', payload: { amount: 3 } });
      resend.events.send({ event: 'user.created', email: 'x' });`,
  });
  const { out, code } = await run(
    ['code', 'src', '--workflows', 'workflows', '-f', 'compact', '--fail-on', 'warning'],
    { cwd },
  );
  expect(code).toBe(1);
  // The faults of the workflows themselves are those of lint.
  expect(out.split('\n')).toEqual([
    'src/app.ts:20:35: warning: the code sends event "user.left", which is not known [sent-unknown-event]',
    'src/app.ts:21:70: warning: the payload lacks "total" [sent-payload-mismatch]',
    `workflows/trial.json:1:${workflow('Trial', 'trial.ended', '').indexOf('"trial.ended"') + 1}: info: the code never sends event "trial.ended" [unsent-event]`,
    '',
  ]);
});

describe('a rule with findings that lacks some input counts as checked in part', () => {
  const welcome = {
    ...{ name: 'Welcome', status: 'enabled' },
    steps: [{ key: 't', type: 'trigger', config: { event_name: 'user.created' } }],
    connections: [],
  };
  const files = {
    'welcome.json': JSON.stringify(welcome),
    'src/a.ts': `${CLIENT}resend.events.send({ event: 'user.creatd', email });`,
  };
  const reason = 'no event definitions were loaded';

  test.each([
    ['text', `\nchecked in part: sent-unknown-event (${reason})\nnot checked: 5 rules (${reason})`],
    [
      'agent',
      `\nchecked in part: sent-unknown-event (${reason})\nnot checked: 5 rules (${reason})`,
    ],
    [
      'github',
      `\nchecked in part: sent-unknown-event (${reason})\nnot checked: 5 rules (${reason})`,
    ],
    ['markdown', `\n- **checked in part:** sent-unknown-event (${reason})\n- **not checked:** `],
    ['html', `<li><b>checked in part:</b> sent-unknown-event (${reason})</li>`],
    ['junit', `name="checked in part: sent-unknown-event"><skipped>${reason}</skipped>`],
    ['sarif', `"checked in part: sent-unknown-event (${reason})"`],
  ])('as %s', async (format, expected) => {
    const cwd = folderOf(files);
    const { out } = await run(['code', 'src', '--workflows', 'welcome.json', '-f', format], {
      cwd,
    });
    expect(out).toContain(expected);
    expect(out).not.toContain('not checked: sent-unknown-event');
    expect(out).not.toContain('sent-unknown-event, ');
  });

  test('also when the findings are suppressed, and for each thing that it lacks', async () => {
    const comment = '// edgewise-disable-next-line sent-unknown-event sent by hand';
    const cwd = folderOf({
      ...files,
      'src/a.ts': `${CLIENT}${comment}
        resend.events.send({ event: 'user.creatd', email });
        resend.events.send({ event: process.env.EVENT, email });`,
    });
    const words = ['code', 'src', '--workflows', 'welcome.json'];
    const { out } = await run(words, { cwd, columns: 120 });
    const where = 'not resolved: the event (src/a.ts:5)';
    expect(out.split('\n').filter((line) => line.includes('-event ('))).toEqual([
      `checked in part: sent-unknown-event (${reason})`,
      `checked in part: sent-unknown-event (${where})`,
      `not checked: unsent-event (${where})`,
    ]);
  });
});

test('calls alone count as checked', async () => {
  const cwd = folderOf({ 'src/a.ts': `${CLIENT}resend.events.send({ event: 'a', email: 'x' });` });
  const { code, out } = await run(['code', 'src'], { cwd });
  expect([code, out]).toEqual([0, expect.stringMatching(/^no problems found: 1 call ·/)]);
});

describe('comments', () => {
  const lineOf = (comment: string): string =>
    `${CLIENT}// ${comment}\nresend.events.send({ event: 'user.x', email: 'x' });\n`;

  test('are the only suppressions that are reported as unmatched', async () => {
    const cwd = folderOf({
      'src/a.ts': `${CLIENT}resend.events.send({ event: 'user.x', email: 'x' });`,
      'edgewise.config.json':
        '{ "suppressions": [{ "rule": "dangling-edge", "workflow": "W", "reason": "x" }] }',
    });
    expect(await run(['code', 'src'], { cwd })).toMatchObject({ err: '' });
  });

  test('suppress a finding of the next line, with a reason', async () => {
    const { code, out } = await check(
      {
        'src/a.ts': lineOf('edgewise-disable-next-line sent-unknown-event sent by hand until May'),
      },
      '-f',
      'json=report.json',
      '--show-suppressed',
    );
    expect([code, out]).toEqual([0, '']);
    const other = await check({
      'src/a.ts': lineOf('edgewise-disable-next-line dropped-field no'),
    });
    expect(other.code).toBe(1);
    expect(other.err).toContain(
      'src/a.ts:3: this suppression of "dropped-field" matches nothing: delete it',
    );
  });

  test('may be of several lines, and have a sign before the reason', async () => {
    const rule = 'edgewise-disable-next-line sent-unknown-event';
    const comments = [
      `// ${rule} -- by hand`,
      `/* ${rule} : by hand */`,
      `/**\n * ${rule} — by hand\n */`,
      `//${rule} by hand`,
    ];
    const lines = comments.map(
      (each) => `${each}\nresend.events.send({ event: 'a', email: 'x' });\n`,
    );
    const args = ['--show-suppressed', '-f', 'json'];
    const cwd = folderOf({ 'events.json': EVENTS, 'a.ts': CLIENT + lines.join('') });
    const { out } = await run(['code', 'a.ts', '--events', 'events.json', ...args], { cwd });
    expect(JSON.parse(out).findings).toMatchObject(
      lines.map(() => ({ suppressed: { reason: 'by hand' } })),
    );
  });

  test.each([
    ['edgewise-disable-next-line', 'needs the rule and a reason'],
    ['edgewise-disable-next-line sent-unknown-event', 'needs the rule and a reason'],
    ['edgewise-disable-next-line sent-unkown-event x', 'did you mean "sent-unknown-event"?'],
  ])('"%s" is a failure', async (comment, message) => {
    const { code, err } = await check({ 'src/a.ts': lineOf(comment) });
    expect(code).toBe(2);
    expect(err).toContain('src/a.ts:3');
    expect(err).toContain(message);
  });
});

describe('hostile or broken code', () => {
  test('is never executed, and a file that cannot be parsed is a failure', async () => {
    const cwd = folderOf({
      'src/a.ts': `require('fs').writeFileSync('ran', ''); ${CLIENT} resend.events.send({ event: (() => { throw 1 })(), email: 'x' });`,
      'src/b.ts': 'resend.events.send({ event: ',
      'src/c.ts': `events ${'('.repeat(200_000)}`,
    });
    const { code, out, err } = await run(['code', 'src', '--events', 'none'], { cwd });
    expect(code).toBe(2);
    expect(out).toMatch(/^not read: src\/b\.ts: .*\(1:\d+\)$/m);
    expect(out).toContain('not read: src/c.ts: the code is nested too deeply');
    expect(err).toMatch(/src\/b\.ts: .*\(1:\d+\)/);
    expect(err).toContain('src/c.ts: the code is nested too deeply');
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  test('terminates with circular references and exponential values', async () => {
    const doubled = Array.from({ length: 60 }, (_, i) => `const v${i} = [v${i + 1}, v${i + 1}];`);
    const { code } = await check({
      'src/a.js': `${CLIENT}${doubled.join('\n')}\nconst v60 = loop; const loop = { ...loop }; const f = (x) => f(x);
        resend.events.send({ event: v0, email: f(1), payload: loop });
        resend.events.send({ ['__proto__']: 1, constructor: 2, event: 'user.left', email: 'x' });
        class A extends B {} class B extends A {} new A().send('user.left');
        resend.events.send({ event: new A().event, email: \`\\u{no}\` });`,
    });
    expect(code).toBe(0);
  });
});

test('code without calls is a usage error', async () => {
  const cwd = folderOf({ 'src/a.ts': 'export const a = 1;' });
  expect((await run(['code', 'src'], { cwd })).code).toBe(2);
  expect((await run(['code', 'src', '--allow-empty'], { cwd })).code).toBe(0);
  expect((await run(['code', 'gone'], { cwd })).code).toBe(2);
  expect((await run(['code'], { cwd })).code).toBe(2);
  expect((await run(['--only', 'dropped-field', 'src'], { cwd })).err).toContain('edgewise code');
});

test('a literal is read as JSON prints it', () => {
  const steps = [{ key: 't', type: 'trigger', config: { eventName: 'a' } }];
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (variables) => {
      const mail = { key: 'm', type: 'send_email', config: { template: { id: 'x', variables } } };
      const given = { name: 'a', steps: [...steps, mail], connections: [] };
      const text = `resend.automations.create(${JSON.stringify(given)})`;
      const { read } = readCode({ paths: ['a.js'], nameOf: (path) => path, read: () => text });
      const [workflow] = read.get('a.js')?.document.workflows ?? [];
      expect(JSON.parse(JSON.stringify(workflow?.raw))).toEqual(JSON.parse(JSON.stringify(given)));
    }),
  );
});

test('code that creates only templates is checked', async () => {
  const cwd = folderOf({
    'a.ts': `import { Resend } from 'resend';
const resend = new Resend('re_x');
const { error } = await resend.templates.create({ name: 'A', alias: 'a', html: '<p>A</p>' });
if (error) throw error;
`,
  });
  expect(await run(['code', '.'], { cwd })).toMatchObject({ code: 0 });
});
