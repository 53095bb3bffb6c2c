import { expect, test, vi } from 'vitest';
import { check } from '../../src/node/check.ts';
import type { Reading } from '../../src/node/read.ts';
import { capture } from '../cli/program.ts';
import {
  account,
  event,
  failuresOf,
  KEY,
  listOf,
  livePlan,
  namesOf,
  readFrom,
  refuse,
  send,
  serve,
  workflow,
} from './server.ts';

const itemsOf = (input: unknown) => (input as { value: { data: object[] } }).value.data;

const rulesIn = (reading: Reading, ...only: string[]) =>
  check(reading, livePlan(only)).findings.map(
    ({ rule, location }) => `${rule} ${new URL(location.source).pathname} ${location.pointer}`,
  );

test('an account of today is read by GET, each workflow by itself', async () => {
  const service = await serve(account('a', 'b'));
  const reading = await readFrom(service);
  expect(reading).toMatchObject({ failures: [], missing: [], skipped: [] });
  expect(namesOf(reading, service)).toEqual(['/events', '/automations/a', '/automations/b']);
  expect(reading.inputs.every(({ text, isNamed }) => text === undefined && isNamed)).toBe(true);
  expect(service.asked.toSorted()).toEqual([
    'GET /automations/a',
    'GET /automations/b',
    'GET /automations?limit=100',
    'GET /events?limit=100',
    'GET /workflows?limit=100',
  ]);
  expect(new Set(service.headers.map((each) => each.authorization))).toEqual(
    new Set([`Bearer ${KEY}`]),
  );
  expect(service.headers[0]?.['user-agent']).toMatch(/^edgewise\//);
  expect(rulesIn(reading, 'unused-event', 'unknown-event')).toEqual([]);
});

test('findings have the address of the item and a pointer; collections are complete', async () => {
  const automations = [workflow('a', { connections: [{ from: 'start', to: 'nowhere' }] })];
  const service = await serve({ automations, events: [event('a.joined'), event('spare')] });
  const reading = await readFrom(service);
  expect(rulesIn(reading, 'dangling-edge', 'unused-event')).toEqual([
    'dangling-edge /automations/a /connections/0/to',
    'unused-event /events /data/1/name',
  ]);
});

test('an account of the alpha is read by its paths', async () => {
  const workflows = [workflow('a', { object: 'workflow' })];
  const service = await serve({ workflows, events: [event('a.joined')] });
  const reading = await readFrom(service, { only: ['unknown-resource'] });
  expect(namesOf(reading, service)).toEqual(['/events', '/workflows/a']);
  expect(service.asked.filter((path) => path.includes('automations'))).toEqual([]);
  expect(reading.failures).toEqual([]);
});

test('an empty account is read, and has nothing to report', async () => {
  const service = await serve({ automations: [], events: [event('spare')] });
  const reading = await readFrom(service);
  expect(reading.failures).toEqual([]);
  expect(rulesIn(reading, 'unused-event')).toEqual(['unused-event /events /data/0/name']);
});

test('only the workflows and events that are asked for are read', async () => {
  const service = await serve(account('a', 'b'));
  const options = { workflows: false, events: true };
  expect(namesOf(await readFrom(service, { options }), service)).toEqual(['/events']);
  expect(service.asked).toEqual(['GET /events?limit=100']);
});

test('lists are read page by page, with the last id as the cursor', async () => {
  const events = Array.from({ length: 250 }, (_, i) => event(`e${i}`));
  const service = await serve({ automations: [], events });
  const { inputs } = await readFrom(service);
  expect(inputs[0]?.value).toMatchObject({ has_more: false, data: events });
  expect(service.asked.filter((path) => path.includes('after='))).toEqual([
    'GET /events?limit=100&after=ev_e99',
    'GET /events?limit=100&after=ev_e199',
  ]);
});

test('a server that ignores the limit is read', async () => {
  const events = Array.from({ length: 120 }, (_, i) => event(`e${i}`));
  const service = await serve({ automations: [] }, ({ path }, response) =>
    path === '/events' ? send(response, listOf(events)) : false,
  );
  const reading = await readFrom(service);
  expect([reading.failures, reading.inputs[0]?.value]).toMatchObject([[], { data: events }]);
});

test('items of another resource are findings, and make the list partial', async () => {
  const templates = [{ object: 'contact', id: 'c' }, null];
  const service = await serve(account('a'), ({ path }, response) =>
    path === '/templates' ? send(response, listOf(templates)) : false,
  );
  const reading = await readFrom(service, { only: ['unknown-resource'] });
  const { findings, notChecked } = check(reading, livePlan(['unknown-resource', 'invalid-shape']));
  expect(findings.map(({ rule }) => rule)).toContain('invalid-shape');
  expect(notChecked).toMatchObject([
    { collection: 'templates', reason: 'not all templates were loaded' },
  ]);
});

test('ids are encoded, and a path of dots is not asked for', async () => {
  const automations = ['a/../b?c', '..', 'ü#'].map((id) => workflow(id));
  const service = await serve({ automations, events: [] });
  const reading = await readFrom(service);
  expect(failuresOf(reading, service)).toEqual([
    '/automations: items of the list have no usable id (3)',
  ]);
  expect(namesOf(reading, service)).toEqual([
    '/events',
    '/automations/a%2F..%2Fb%3Fc',
    '/automations/%C3%BC%23',
  ]);
});

const TEMPLATE = {
  ...{ object: 'template', id: 'tpl_1', name: 'Welcome', status: 'published' },
  ...{ variables: [], html: '<p>Dear Anna, {{{ FIRST_NAME }}} {{ plan | default: "Ann" }}</p>' },
};
const OTHER = { ...TEMPLATE, id: 'tpl_2' };

test('resources are read where a rule asks for them, with the details of those in use', async () => {
  const service = await serve({ ...account('a'), templates: [TEMPLATE, OTHER], topics: [] });
  const reading = await readFrom(service, { only: ['unknown-resource'] });
  expect(service.asked.filter((path) => /templ|top|seg|dom|prop/.test(path))).toEqual([
    'GET /templates?limit=100',
    'GET /templates/tpl_1',
  ]);
  const [one, two] = itemsOf(reading.inputs.at(-1));
  expect(one).toMatchObject({ id: 'tpl_1', html: '{{{FIRST_NAME}}} {{plan}}', variables: [] });
  expect(two).not.toHaveProperty('variables');
  expect(rulesIn(reading, 'unknown-resource')).toEqual([]);
  await readFrom(service, { only: ['unused-event'] });
  expect(service.asked.filter((path) => path.includes('templates'))).toHaveLength(2);
});

test('a resource that the key may not read is not checked, and is no failure', async () => {
  const service = await serve(account('a'), ({ path }, response) =>
    path === '/templates' ? refuse(response, 403, 'No templates') : false,
  );
  const err = capture('stderr');
  const reading = await readFrom(service, { only: ['unknown-resource'] });
  vi.restoreAllMocks();
  expect(reading.failures).toEqual([]);
  expect(err()).toContain('/templates: the service denies access (403: "No templates")');
  expect(check(reading, livePlan(['unknown-resource'])).notChecked).toMatchObject([
    { collection: 'templates', reason: 'no templates were loaded' },
  ]);
});
