/** A server with faults: never a green run, never the key in an output, always an end. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createLimiter, waitOf } from '../../src/features/live/limiter.ts';
import type { Reading } from '../../src/node/read.ts';
import { capture } from '../cli/program.ts';
import {
  account,
  event,
  failuresOf,
  KEY,
  listOf,
  namesOf,
  readFrom,
  refuse,
  send,
  serve,
} from './server.ts';

afterEach(() => void vi.restoreAllMocks());

type Answer = (response: ServerResponse, nth: number) => unknown;

/** An account whose events are answered in another way. */
const withEvents = (answer: Answer) =>
  serve(account('a'), ({ path, nth }, response) =>
    path === '/events' ? answer(response, nth) : false,
  );

async function failuresWith(answer: Answer, limits = {}) {
  const service = await withEvents(answer);
  const reading = await readFrom(service, { limits });
  expect(JSON.stringify(reading)).not.toContain(KEY);
  expect(reading.missing).toEqual(['events']);
  expect(namesOf(reading, service)).toContain('/automations/a');
  const asked = service.asked.filter((path) => path.includes('/events')).length;
  return { failures: failuresOf(reading, service), asked };
}

const page = (...names: string[]) => listOf(names.map(event), true);
const start = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(text);
};

test.each<[string, Answer, string, number]>([
  ['HTML', (r) => send(r, '<!doctype html>\n<p>Hi'), 'not JSON; it begins with "<!doctype', 1],
  ['half a body', (r) => send(r, '{"object":"list","da'), 'the answer is not JSON', 1],
  ['deep JSON', (r) => send(r, '['.repeat(1e6)), 'not JSON; it begins with "[[[', 1],
  ['nothing', (r) => send(r, ''), 'it begins with nothing', 1],
  ['no list', (r) => send(r, { ok: true }), 'not a list, but "{"ok":true}"', 1],
  ['other bytes', (r) => r.end(Buffer.from([0x22, 0xff, 0x22])), 'the answer is not UTF-8', 1],
  ['206', (r) => send(r, listOf([]), 206), 'the answer is incomplete (206)', 1],
  ['304', (r) => r.writeHead(304).end(), 'the service refuses the request (304: nothing)', 1],
  ['a 999', (r) => r.writeHead(999).end(), 'the service failed (999: nothing)', 1],
  ['a 422', (r) => refuse(r, 422, 'No limit'), 'refuses the request (422: "No limit")', 1],
  ['a 401', (r) => refuse(r, 401, `No ${KEY}`), 'the API key from EDGEWISE_API_KEY was tried', 1],
  ['a 403', (r) => refuse(r, 403, 'No'), 'the service denies access (403: "No")', 1],
  ['a 403 of a network', (r) => send(r, 'Go away', 403), 'a network in front of the service', 1],
  ['a 500', (r) => refuse(r, 500, 'Oops'), 'the service failed (500: "Oops")', 5],
  ['a closed connection', (r) => r.destroy(), 'the connection was closed', 5],
  ['one page for ever', (r) => send(r, page('a', 'b')), 'the list repeats a page', 2],
  ['two pages for ever', (r, n) => send(r, page(`${n % 2}`)), 'the list repeats a page', 3],
  ['empty pages', (r) => send(r, page()), 'but only empty pages', 2],
  ['no ids', (r) => send(r, listOf([{ name: 'a' }], true)), 'its last item has no id', 1],
  ['no has_more', (r) => send(r, { object: 'list', data: [] }), 'does not say whether', 1],
  ['an array', (r) => send(r, []), 'the answer is not a list, but "[]"', 1],
  [
    'a second page that fails',
    (r, n) => (n > 1 ? refuse(r, 400, 'No') : send(r, page('a'))),
    'page 2 of the list: ',
    2,
  ],
])('%s is a failure: exit 3', async (_, answer, message, requests) => {
  const { failures, asked } = await failuresWith(answer);
  expect([failures, asked]).toEqual([[expect.stringContaining(message)], requests]);
  expect(failures[0]).toMatch(/^\/events: .* \(3\)$/);
});

test.each<[string, Answer, object, string]>([
  ['pages without an end', (r, n) => send(r, page(`e${n}`)), { pages: 5 }, 'no end in 5 pages'],
  ['a body that drips', (r) => start(r, '{'), { timeout: 500 }, 'the service took too long'],
  ['no answer', () => true, { timeout: 500 }, 'the service took too long'],
  ['a huge body', (r) => send(r, ' '.repeat(2e6)), { answerBytes: 1024 ** 2 }, 'larger than 1 MB'],
])('%s ends: exit 3', async (_, answer, limits, message) => {
  const { failures } = await failuresWith(answer, limits);
  expect(failures).toEqual([expect.stringMatching(`^/events: .*${message}.* \\(3\\)$`)]);
});

test('a small body that becomes a huge one is refused while it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 ** 2, ' '), { level: 1 });
  const before = process.memoryUsage().rss;
  const { failures } = await failuresWith(
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    { answerBytes: 1024 ** 2 },
  );
  expect(failures).toEqual([expect.stringContaining('larger than 1 MB')]);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2);
});

test('an account that is too large is not read to its end', async () => {
  const service = await serve(account('a', 'b'));
  const { failures } = await readFrom(service, { limits: { accountBytes: 0 } });
  expect(failures).toMatchObject([{ exit: 2, message: expect.stringMatching(/larger than 0 MB/) }]);
});

test('an account that takes too long is not asked any more', async () => {
  const service = await serve(account('a'));
  const { failures } = await readFrom(service, { limits: { accountTime: 0 } });
  expect(failures).toMatchObject([{ exit: 2, message: expect.stringMatching(/takes too long/) }]);
  expect(service.asked).toEqual([]);
});

test('an empty page and then data is a complete list', async () => {
  const service = await withEvents((response, nth) =>
    send(response, nth === 1 ? page() : listOf([event('a.joined')])),
  );
  const reading = await readFrom(service);
  expect([reading.failures, reading.missing]).toEqual([[], []]);
});

test('what fails for a moment is asked for again', async () => {
  const service = await withEvents((response, nth) =>
    nth < 5 ? refuse(response, 503, 'Later') : send(response, listOf([])),
  );
  expect((await readFrom(service)).failures).toEqual([]);
});

test('a redirect is not followed, and its target does not see the key', async () => {
  const target = await serve({ events: [] });
  const { failures } = await failuresWith((response) =>
    response.writeHead(302, { location: `${target.url}/events?key=${KEY}` }).end(),
  );
  expect(failures).toEqual([expect.stringContaining('redirects are not followed')]);
  expect(target.asked).toEqual([]);
});

test('a workflow that is deleted after the list was read is noted; the rest is read', async () => {
  const service = await serve(account('a', 'b', 'c'), ({ path }, response) =>
    path === '/automations/b' ? refuse(response, 404, 'Gone') : false,
  );
  const reading = await readFrom(service);
  expect(failuresOf(reading, service)).toEqual([
    '/automations/b: in the list, but deleted since (404) (3)',
  ]);
  expect(namesOf(reading, service)).toEqual(['/events', '/automations/a', '/automations/c']);
});

test('workflows of another id, another resource or without steps are noted', async () => {
  const answers = new Map<string, object>([
    ['/automations/a', { id: 'b', steps: [] }],
    ['/automations/b', { object: 'contact', id: 'b' }],
    ['/automations/c', { id: 'c', name: 'No steps' }],
  ]);
  const service = await serve(account('a', 'b', 'c'), ({ path }, response) =>
    answers.has(path) ? send(response, answers.get(path)) : false,
  );
  expect(failuresOf(await readFrom(service), service)).toEqual([
    '/automations/a: the answer is not the item that was asked for (3)',
    '/: the answer is no workflow with "steps"; not read: 2 workflows: "b", "c" (3)',
  ]);
});

test('one cause is one failure, and after some the rest is not asked for', async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `w${i}`);
  const service = await serve(account(...ids), ({ path }, response) =>
    path.startsWith('/automations/') ? refuse(response, 500, 'Oops') : false,
  );
  const reading = await readFrom(service, { limits: { rate: 20, tries: 1, failures: 3 } });
  expect(failuresOf(reading, service)).toEqual([
    '/: the service failed (500: "Oops"); not read: 30 workflows: "w0", "w1", "w2" … (3)',
  ]);
  expect(service.asked.length).toBeLessThan(30);
});

test('nothing that could be read is exit 2', async () => {
  const cases: [string, (response: ServerResponse) => unknown, string][] = [
    ['401', (r) => refuse(r, 401, 'Who?'), 'the API key from EDGEWISE_API_KEY was tried'],
    ['404', (r) => refuse(r, 404, 'Not found'), 'is the base URL right?'],
    ['429', (r) => refuse(r, 429, 'No'), 'the service limits the rate'],
    ['HTML', (r) => send(r, '<html>'), 'not JSON'],
  ];
  for (const [, answer, message] of cases) {
    const service = await serve({}, (_, response) => answer(response));
    const reading = await readFrom(service);
    expect(reading.inputs).toEqual([]);
    expect(failuresOf(reading, service).join('\n')).toContain(message);
    expect(reading.failures.every(({ exit }) => exit === 2)).toBe(true);
  }
  const unknown = await readFrom({ url: 'https://no-such-host.invalid' });
  expect(unknown.failures).toMatchObject([{ exit: 2, message: expect.stringMatching(/base URL/) }]);
  const closed = await serve({});
  const { port } = new URL(closed.url);
  const dead = await readFrom({ url: `http://127.0.0.1:${Number(port) ^ 1}` });
  expect(dead.failures).toMatchObject([{ exit: 2, message: expect.stringMatching(/no server/) }]);
});

test('lists without an end are exit 2', async () => {
  const service = await serve({}, (_, response) => send(response, page(crypto.randomUUID())));
  const reading = await readFrom(service, { limits: { pages: 3 } });
  expect(reading.failures.map(({ exit }) => exit)).toEqual([2]);
});

test('a list of workflows that is refused is exit 2, one that fails for now exit 3', async () => {
  const withStatus = async (status: number) => {
    const service = await serve({ events: [] }, ({ path }, response) =>
      path === '/workflows' ? refuse(response, status, 'No') : false,
    );
    return (await readFrom(service)).failures.map(({ exit }) => exit);
  };
  expect([await withStatus(403), await withStatus(500)]).toEqual([[2], [3]]);
});

test('the key is removed from what the service answers', async () => {
  const name = `${KEY} ${encodeURIComponent(KEY)} ${btoa(`x${KEY}`)} \\u0072${KEY.slice(1)}`;
  const service = await withEvents((response) =>
    send(response, `{"data":[{"id":"1","name":"${name}"}],"has_more":false}`),
  );
  const text = JSON.stringify(await readFrom(service));
  expect(text).toContain('[API key]');
  expect(text).not.toMatch(/3kT9xQ2vLm8|M2tUOXhRMnZMbT/i);
});

test('a long wait is announced before it, and taken once', async () => {
  const err = capture('stderr');
  const pauses: number[] = [];
  const queue = { concurrency: 10, pause: () => queue, start: () => queue };
  const limiter = createLimiter(queue as never, (wait) => void pauses.push(wait));
  const answer = (status: number, headers: Record<string, string>) =>
    new Response(null, { status, headers });
  limiter.heed(answer(429, { 'retry-after': '99999999999' }));
  limiter.heed(answer(429, { 'retry-after': '99999999999' }));
  limiter.heed(answer(200, { 'ratelimit-limit': '2', 'ratelimit-remaining': '1' }));
  limiter.stop();
  expect([pauses, queue.concurrency, err()]).toEqual([[60_000], 2, '']);
  expect(waitOf(answer(429, { 'retry-after': 'soon' }))).toBe(undefined);
  expect(waitOf(answer(503, { 'retry-after': '2' }))).toBe(2000);
  expect(waitOf(answer(429, { 'retry-after': new Date(1).toUTCString() }))).toBe(0);
  expect(waitOf(answer(200, { 'retry-after': '2' }))).toBe(undefined);
});

test('an absurd Retry-After of two lists ends after one wait of a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const err = capture('stderr');
  const service = await serve({}, (_, response) =>
    refuse(response, 429, 'Slowly', { 'retry-after': '99999999999' }),
  );
  const start = Date.now();
  const done = readFrom(service, { limits: { timeout: 1e6 } });
  let reading: Reading | undefined;
  void done.then((value) => {
    reading = value;
  });
  while (reading === undefined) await vi.advanceTimersByTimeAsync(1000);
  const seconds = (Date.now() - start) / 1000;
  vi.useRealTimers();
  expect(seconds).toBeLessThan(90);
  expect(failuresOf(reading, service)).toEqual([
    '/: the service limits the rate (429: "Slowly"); not read: the list of events, the list of workflows (2)',
  ]);
  expect(err()).toContain('edgewise: the service asks to wait 60 seconds\n');
  expect(service.asked.filter((path) => path.includes('events'))).toHaveLength(2);
});
