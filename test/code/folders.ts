/** Small code bases, each with the findings that are right: `rule file:line`, and what is open. */
export interface Folder {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** In order of source and position. */
  readonly finds: readonly string[];
  readonly open?: readonly string[];
}

/** Defined: `user.created`, with a plan, and `user.left`. */
export const EVENTS = JSON.stringify([
  { object: 'event', name: 'user.created', schema: { plan: 'string' } },
  { object: 'event', name: 'user.left', schema: null },
]);

const SDK =
  "import { Resend } from 'resend';\nexport const resend = new Resend(process.env.KEY);\n";
const HEAD = `${SDK}const use = (x: unknown) => console.log(x);\n`;
const FETCH = "const API = 'https://api.resend.com';\n";
const STEPS = `const start = { key: 'start', type: 'trigger', config: { eventName: 'user.left' } };
const mail = { key: 'mail', type: 'send_email', config: { template: { id: 't' }, subject: 'Hi' } };
const connections = [{ from: 'start', to: 'mail' }];\n`;

export const FOLDERS: readonly Folder[] = [
  {
    name: 'a client that is not known, of a file that names the service',
    files: {
      'src/mail.ts': `${SDK}export const clients = () => pool.take(resend);`,
      'src/use.ts': `import { clients } from './mail.js';\nawait clients().events.send({ event: 'user.lft' });`,
    },
    finds: [],
    open: ['src/use.ts:2 a call that may be events.send'],
  },
  {
    name: 'a wrapper whose options may have the contact, and a caller without it',
    files: {
      'src/use.ts': `${SDK}const send = async (event, options) => {
  const { error } = await resend.events.send({ event, ...options });
  if (error) throw error;
};
await send('user.left', { payload: {} });
await send('user.left', { email: 'a@b.c' });`,
    },
    finds: ['refused-request src/use.ts:7'],
  },
  {
    name: 'a client of another file',
    files: {
      'src/mail.ts': SDK,
      'src/use.ts': `import { resend } from './mail.js';\nexport const f = () => resend.events.send({ event: 'user.lft', email });`,
    },
    finds: ['unknown-event src/use.ts:2'],
  },
  {
    name: 'a client by an alias of the folder',
    files: {
      'src/lib/mail.ts': SDK,
      'src/use.ts': `import { resend } from '@/lib/mail';\nexport const f = () => resend.events.send({ event: 'user.lft', email });`,
      'src/kit.ts': `import { resend } from '$lib/mail';\nexport const f = () => resend.events.send({ event: 'user.lft', email });`,
    },
    finds: ['unknown-event src/kit.ts:2', 'unknown-event src/use.ts:2'],
  },
  {
    name: 'a package of the repository',
    files: {
      'packages/mail/src/index.ts': SDK,
      'apps/web/use.ts': `import { resend } from '@acme/mail';\nexport const f = () => resend.events.send({ event: 'user.lft', email });`,
    },
    finds: ['unknown-event apps/web/use.ts:2'],
  },
  {
    name: 'a client that is not among the files',
    files: { 'use.ts': `import { mail } from './mail';\nmail.events.send({ event: 'a' });` },
    finds: [],
    open: ['use.ts:2 a call that may be events.send'],
  },
  {
    name: 'a client of another service',
    files: {
      'use.ts': `import { Hub } from 'hub';\nconst hub = new Hub();\nhub.events.send({ event: 'a', data: 1 });`,
      'limit.ts': "resendLimiter.events.send({ event: 'a', data: 1 });",
    },
    finds: [],
  },
  {
    name: 'constants and enums of another file',
    files: {
      'names.ts': "export const LEFT = 'user.lft';\nexport enum Names { Gone = 'user.gone' }",
      'use.ts': `${HEAD}import { LEFT, Names } from './names';\nuse(resend.events.send({ event: LEFT, email }));\nuse(resend.events.send({ event: Names.Gone, email }));`,
    },
    finds: ['unknown-event use.ts:5', 'unknown-event use.ts:6'],
  },
  {
    name: 'a wrapper with callers in files that do not name the service',
    files: {
      'src/track.ts': `${SDK}export async function track(event: string, email: string, payload?: object) {\n  const { error } = await resend.events.send({ event, email, payload });\n  if (error) throw error;\n}`,
      'src/a.ts': "import { track } from './track';\ntrack('user.lft', 'a@b.co');",
      'src/b.ts': "import * as t from './track';\nt.track('user.created', 'a@b.co', { plan: 3 });",
    },
    finds: ['unknown-event src/a.ts:2', 'sent-payload-mismatch src/b.ts:2'],
  },
  {
    name: 'fields of a wrapper are said once',
    files: {
      'use.ts': `${SDK}const track = (event, data) => resend.events.send({ event, email, data });\nuse(track('user.left', 1));\nuse(track('user.left', 2));`,
    },
    finds: ['dropped-field use.ts:3'],
  },
  {
    name: 'a wrapper of wrappers',
    files: {
      'use.ts': `${SDK}const one = (event) => resend.events.send({ event, email });\nconst two = (kind) => one('user.' + kind);\nuse(two('left'));\nuse(two('lft'));`,
    },
    finds: ['unknown-event use.ts:4'],
  },
  {
    name: 'functions that a function makes',
    files: {
      'make.ts': `${SDK}export const sender = (event) => async (email, payload = {}) => {
  const { error } = await resend.events.send({ event, email, payload });
  if (error) throw error;
};`,
      'use.ts': `import { sender } from './make';
const created = sender('user.created');
const left = sender('user.left');
await left('a@b.co');
await created('a@b.co', { plan: 3 });
sender('user.lft')('a@b.co');`,
    },
    finds: ['sent-payload-mismatch use.ts:5', 'unknown-event use.ts:6'],
  },
  {
    name: 'a wrapper of wrappers of another file',
    files: {
      'api.ts': `const post = (path, body) =>
  fetch('https://api.resend.com' + path, { method: 'POST', body: JSON.stringify(body) });
export const send = (event, email) => post('/events/send', { event, email });`,
      'use.ts':
        "import { send } from './api';\nsend('user.left', 'a@b.co');\nsend('user.lft', 'a@b.co');",
    },
    finds: ['unknown-event use.ts:3'],
  },
  {
    name: 'the name of another file',
    files: {
      'names.ts': "export const NAMES = { left: 'user.lft' };",
      'use.ts': `${HEAD}import { NAMES } from './names';\nuse(resend.events.send({\n  email,\n  event: NAMES.left }));`,
    },
    finds: ['unknown-event use.ts:7'],
  },
  {
    name: 'requests that are not followed, beside one that is',
    files: {
      'use.ts': `import axios from 'axios';
const http = axios.create({ baseURL });
await axios.post('https://api.resend.com/events/send', { event: 'user.left', email });
app.post('/events/send', () => http.get('/events'));
console.log('/events/send failed');
await http.post('/events/send', { event: 'user.lft', email });`,
    },
    finds: [],
    open: ['use.ts:6 a request'],
  },
  {
    name: 'a client for requests, beside a request',
    files: {
      'http.ts': `const BASE = process.env.RESEND_BASE_URL ?? 'https://api.resend.com';
export const api = ky.create({ prefixUrl: BASE });
export const list = () => fetch(BASE + '/events', { method: 'GET' });
await fetch(new Request(BASE + '/events/send', { method: 'POST', body: '{}' }));`,
    },
    finds: [],
    open: ['http.ts:2 a request', 'http.ts:4 the event of POST /events/send'],
  },
  {
    name: 'a function with a method',
    files: {
      'use.ts': `${SDK}const fire = (event, email) => resend.events.send({ event, email });
fire.left = (email) => fire('user.lft', email);
use(fire.left('a@b.co'));`,
    },
    finds: ['unknown-event use.ts:4'],
  },
  {
    name: 'a service of a framework',
    files: {
      'mail.ts': `import type { Resend } from 'resend';\nexport class Mail {\n  constructor(@Inject(KEY) private readonly resend: Resend) {}\n  async emit(event: string, payload = {}) {\n    const { error } = await this.resend.events.send({ event, email, payload });\n    if (error) throw error;\n  }\n}`,
      'users.ts': `import { Mail } from './mail';\nexport class Users {\n  constructor(private readonly mail: Mail) {}\n  async create() {\n    await this.mail.emit('user.created', { plan: 1 });\n    await this.mail.emit('user.lft');\n  }\n}`,
    },
    finds: ['sent-payload-mismatch users.ts:5', 'unknown-event users.ts:6'],
  },
  {
    name: 'requests by a helper',
    files: {
      'use.ts': `${FETCH}const post = (path, body) => fetch(API + path, { method: 'POST', body: JSON.stringify(body) });\npost('/events/send', { event: 'user.lft', email });\npost('/events', { name: 'user.left', email });\npost('/contacts/events', { event: 'user.left', email });\npost('/emails', { to: 'a@b.co' });`,
    },
    finds: ['unknown-event use.ts:3', 'refused-request use.ts:4', 'refused-request use.ts:5'],
  },
  {
    name: 'axios, ky and a base URL of the environment',
    files: {
      'use.js': `const axios = require('axios');\naxios.post('https://api.resend.com/events/send', { event: 'user.left', email });\naxios({ method: 'post', url: 'https://api.resend.com/events/send', data: { event: 'user.a', email } });`,
      'api.js': `const axios = require('axios');\nconst api = axios.create({ baseURL: 'https://api.resend.com' });\napi.post('/events/send', { event: 'user.a', email });`,
      'ky.ts': `import ky from 'ky';\nky.post('https://api.resend.com/events/send', { json: { event: 'user.b', email } });`,
      'base.ts':
        "const base = process.env.RESEND_BASE_URL;\nfetch(base + '/events/send', { method: 'POST', body: JSON.stringify({ event: 'user.c', email }) });",
    },
    finds: ['unknown-event base.ts:2', 'unknown-event ky.ts:2', 'unknown-event use.js:3'],
    open: ['api.js:2 a request'],
  },
  {
    name: 'https.request, whose body is written later',
    files: {
      'use.ts':
        "import https from 'node:https';\nconst r = https.request({ hostname: 'api.resend.com', path: '/events/send', method: 'POST' });\nr.end(JSON.stringify({ event: 'user.left' }));",
    },
    finds: [],
    open: ['use.ts:2 a request'],
  },
  {
    name: 'unions of strings',
    files: {
      'use.ts': `${HEAD}const PLANS = { left: 'user.left', lost: 'user.lost' } as const;\nexport const a = (event: 'user.left' | 'user.lft') => resend.events.send({ event, email });\nexport const b = (kind: keyof typeof PLANS) => resend.events.send({ event: PLANS[kind], email });\nexport function c(event: 'user.left' | 'user.gone') {\n  if (event === 'user.gone') return;\n  return resend.events.send({ event, email });\n}`,
    },
    finds: ['unknown-event use.ts:5'],
    open: [6, 9].map((line) => `use.ts:${line} the event of events.send`),
  },
  {
    name: 'loops over literal lists',
    files: {
      'use.ts': `${SDK}for (const event of ['user.left', 'user.lft']) use(await resend.events.send({ event, email }));\nfor (const [event, n] of Object.entries({ 'user.gone': 1 })) use(await resend.events.send({ event, email, payload: { n } }));`,
    },
    finds: ['unknown-event use.ts:3', 'unknown-event use.ts:4'],
  },
  {
    name: 'what changes later is not guessed',
    files: {
      'use.ts': `${SDK}let event = 'user.lft';\nif (x) event = 'user.left';\nconst body = { event: 'user.lft', email };\nconst same = body;\nsame.event = 'user.left';\nconst kinds = ['user.lft'];\nkinds[0] = 'user.left';\nuse(await resend.events.send({ event, email }));\nuse(await resend.events.send(body));\nuse(await resend.events.send({ event: kinds[0], email }));`,
    },
    finds: [],
    open: [10, 11, 12].map((line) => `use.ts:${line} the event of events.send`),
  },
  {
    name: 'several returns, and a list by a number, are not guessed',
    files: {
      'use.ts': `${SDK}const nameOf = (x) => { if (x) return 'user.lft'; return 'user.left'; };\nuse(await resend.events.send({ event: nameOf(y), email }));\nuse(await resend.events.send({ event: ['user.lft', 'user.left'][y], email }));`,
    },
    finds: [],
    open: ['use.ts:4 the event of events.send', 'use.ts:5 the event of events.send'],
  },
  {
    name: 'what a wrapper changes is not guessed',
    files: {
      'use.ts': `${SDK}const fire = (body) => {\n  body.event = 'user.' + body.event;\n  return resend.events.send(body);\n};\nuse(await fire({ event: 'left', email }));\nconst nameOf = (x) => {\n  if (!x) return;\n  return 'user.lft';\n};\nuse(await resend.events.send({ event: nameOf(y) ?? 'user.left', email }));`,
    },
    finds: [],
    open: ['use.ts:5 the event of events.send', 'use.ts:12 the event of events.send'],
  },
  {
    name: 'what another list or object holds, and changes, is not guessed',
    files: {
      'use.ts': `${SDK}const body = { event: 'user.lft', email };\nconst all = { body };\nall.body.event = 'user.left';\nuse(await resend.events.send(body));\nconst change = (list) => list.forEach((each) => { each.event = 'user.left'; });\nconst item = { event: 'user.lft', email };\nchange([item]);\nuse(await resend.events.send(item));`,
    },
    finds: [],
    open: ['use.ts:6 the event of events.send', 'use.ts:10 the event of events.send'],
  },
  {
    name: 'a client that a test replaces',
    files: {
      'use.ts': `${SDK}const mail = process.env.CI ? { events: { send: (x) => x } } : resend;\nuse(await mail.events.send({ event: 'user.lft', email }));`,
    },
    finds: ['unknown-event use.ts:4'],
  },
  {
    name: 'a module that is a function',
    files: {
      'fire.js': `const { Resend } = require('resend');\nconst resend = new Resend(key);\nmodule.exports = async (event) => (await resend.events.send({ event, email })).error;`,
      'use.js':
        "const fire = require('./fire');\nfire('user.lft');\nrequire('./fire')('user.gone');",
    },
    finds: ['unknown-event use.js:2', 'unknown-event use.js:3'],
  },
  {
    name: 'results: discarded, only data, read',
    files: {
      'use.ts': `${SDK}await resend.events.send({ event: 'user.left', email });\nconst { data } = await resend.events.send({ event: 'user.left', email });\nuse(data);\nconst { error } = await resend.events.send({ event: 'user.left', email });\nif (error) throw error;`,
    },
    finds: ['ignored-result use.ts:3', 'ignored-result use.ts:4'],
  },
  {
    name: 'a definition in code is known in code',
    files: {
      'use.ts': `${SDK}await resend.events.create({ name: 'order.paid', schema: { total: 'number' } });\nuse(await resend.events.send({ event: 'order.paid', email, payload: { total: '3' } }));`,
    },
    finds: ['sent-payload-mismatch use.ts:4'],
  },
  {
    name: 'a workflow in code',
    files: {
      'use.ts': `${SDK}${STEPS}use(await resend.automations.create({ name: 'A', steps: [start, mail], connections: [{ from: 'start', to: 'male' }] }));`,
    },
    finds: ['unreachable-step use.ts:6', 'dangling-edge use.ts:6'],
  },
  {
    name: 'no contact, no event, and no method',
    files: {
      'src/mail.ts': SDK,
      'src/use.ts': `import { resend } from './mail.js';
const event = 'user.left';
export const f = async () => use(await resend.contacts.createEvent({ event, email }));
export const g = async () => use(await resend.events.send({ event, payload: {} }));
export const h = async () => use(await resend.events.send({ email }));
export const i = async (o) => use(await resend.events.send({ event, ...o }));
export const j = (it) => use(resend.events.send({ event: it.event, email: it.email }));
j({ event });
j({ event, email });
const k = (event) => use(resend.events.send({ event }));
k('user.left');
fetch('https://api.resend.com/events/send', { body: JSON.stringify({ event, email }) });`,
    },
    finds: [3, 4, 5, 8, 10, 12].map((line) => `refused-request src/use.ts:${line}`),
    open: ['src/use.ts:6 the event of events.send', 'src/use.ts:6 the payload of events.send'],
  },
  {
    name: 'the results of other calls of one workflow',
    files: {
      'use.ts': `${HEAD}${STEPS}const body = { name: 'A', steps: [start, mail], connections };
use(await resend.automations.create(body));
await resend.automations.update('x', body);
await resend.automations.update('x', { status: 'enabled' });
use(await resend.automations.update('x', { status: 'disabled' }));`,
    },
    finds: ['ignored-result use.ts:9', 'ignored-result use.ts:10'],
  },
  {
    name: 'a sorted copy of the steps',
    files: {
      'use.ts': `${SDK}${STEPS}const all = [{ name: 'A', steps: [start, mail], connections }];
const keys = (steps) => steps.map((each) => each.key).sort();
for (const want of all) {
  if (x === keys(want.steps)) continue;
  use(await resend.automations.create({ name: want.name, steps: want.steps, connections: [] }));
}`,
    },
    finds: ['unreachable-step use.ts:6'],
  },
  {
    name: 'an update without the name, before the create',
    files: {
      'use.ts': `${SDK}${STEPS}const steps = [start, mail];
if (x) use(await resend.automations.update(x, { status: 'enabled', steps, connections }));
else use(await resend.automations.create({ name: 'A', status: 'enabled', steps, connections }));
use(await resend.events.create({ name: process.env.A?.trim() || 'user.left' }));`,
    },
    finds: [],
  },
  {
    name: 'create or update is one workflow',
    files: {
      'use.ts': `${SDK}${STEPS}const body = { name: 'A', steps: [start, mail], connections };\nuse(x ? await resend.automations.update(x, body) : await resend.automations.create(body));`,
    },
    finds: [],
  },
  {
    name: 'a workflow that is created in two ways is no duplicate',
    files: {
      'use.ts': `${SDK}${STEPS}const create = (list) => resend.automations.create({ name: 'A', steps: [start, mail], connections: list });\nuse(await create(connections));\nuse(await create([{ from: 'start', to: 'mail' }]));`,
    },
    finds: [],
  },
  {
    name: 'steps of builders: only their configs are checked',
    files: {
      'use.ts': `${SDK}const steps = [];\nsteps.push({ key: 'start', type: 'trigger', config: { eventName: 'user.lft' } });\nsteps.push({ key: x, type: 'delay', config: { duration: '2 dayz' } });\nuse(await resend.automations.create({ name: 'A', steps, connections: y }));`,
    },
    finds: ['unknown-event use.ts:4', 'invalid-duration use.ts:5'],
    open: ['use.ts:6 the workflow of automations.create'],
  },
  {
    name: 'values of steps that are not known',
    files: {
      'use.ts': `${SDK}const start = { key: 'start', type: 'trigger', config: { eventName: x } };\nconst mail = { key: 'mail', type: 'send_email', config: { template: { id: y, variables: z }, from: f, subject: s } };\nuse(await resend.automations.create({ name: n, status: t, steps: [start, mail], connections: [{ from: 'start', to: 'mail' }] }));`,
    },
    finds: [],
  },
  {
    name: 'an edge to a step that is named like an unknown value',
    files: {
      'use.ts': `${SDK}${STEPS}use(await resend.automations.create({ name: 'A', steps: [start, mail], connections: [{ from: 'start', to: 'unknown value 7' }] }));`,
    },
    finds: ['unreachable-step use.ts:6', 'dangling-edge use.ts:6'],
  },
  {
    name: 'a client that only changes contacts',
    files: { 'use.ts': `${SDK}await resend.contacts.create({ email });` },
    finds: [],
  },
  {
    name: 'a function that nothing calls',
    files: { 'use.ts': `${SDK}export const f = (event) => resend.events.send({ event, email });` },
    finds: [],
    open: ['use.ts:3 the event of events.send'],
  },
  // Of public code bases.
  {
    name: 'a send that defines an event',
    files: {
      'join.js':
        "const r = await fetch('https://api.resend.com/events', {\n  method: 'POST',\n  body: JSON.stringify({ name: 'user.left', data: { email } }),\n});",
    },
    finds: ['refused-request join.js:1'],
  },
  {
    name: 'a path that does not exist, in a wrapper',
    files: {
      'track.ts':
        "export async function track(email, event) {\n  await fetch('https://api.resend.com/contacts/events', {\n    method: 'POST',\n    body: JSON.stringify({ event, email }),\n  });\n}\nexport const won = (email) => track(email, 'deal.won');",
    },
    finds: ['refused-request track.ts:2'],
  },
  {
    name: 'a result that a wrapper returns and its caller drops',
    files: {
      'send.ts': `${SDK}function fire(event, email) {\n  return resend.events.send({ event, email });\n}\nexport async function onLeft(email) {\n  await fire('user.left', email);\n}`,
    },
    finds: ['ignored-result send.ts:7'],
  },
  {
    name: 'a method that the SDK lacks',
    files: {
      'fire.ts': `${SDK}export async function fire(event, email, data) {\n  await (resend.contacts as any).createEvent({ eventName: event, email, data });\n}\nexport const opened = (email) => fire('user.left', email, {});`,
    },
    finds: ['refused-request fire.ts:4'],
  },
  {
    name: 'null for a string',
    files: {
      'send.ts': `${SDK}const { error } = await resend.events.send({ event: 'user.created', email, payload: { plan: null } });\nif (error) throw error;`,
    },
    finds: ['sent-payload-mismatch send.ts:3'],
  },
];
