import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { BEARER, findKey, parseAuthHeader, parseBaseUrl } from '../../src/features/live/access.ts';
import { readAccount } from '../../src/features/live/account.ts';
import { type ClientLimits, createClient } from '../../src/features/live/client.ts';
import { readList } from '../../src/features/live/lists.ts';
import { type ApiFault, settle } from '../../src/features/live/request.ts';
import type { LiveItem } from '../../src/load/live-item.ts';
import {
  type Account,
  type Item,
  joinedEvents,
  type Service,
  sendError,
  sendJson,
  startService,
  welcomes,
} from './service.ts';

const SECRET = 're_live_3kT9xQ2vLm8';
const key = { value: SECRET, location: 'EDGEWISE_API_KEY' };
const QUICK: Partial<ClientLimits> = { backoff: 2, timeout: 60_000 };

const clientOf = ({ url }: Service, limits: Partial<ClientLimits> = {}, auth = BEARER) =>
  createClient({
    baseUrl: url,
    key,
    auth,
    userAgent: 'edgewise/0.0.0',
    rate: 10_000,
    limits: { ...QUICK, ...limits },
  });

async function readAll(
  account: Account,
  limits: Partial<ClientLimits> = {},
  pages = 1000,
): Promise<{ items: LiveItem[]; service: Service; failures: string[] }> {
  const service = await startService(account);
  const items: LiveItem[] = [];
  const options = {
    client: clientOf(service, limits),
    workflows: true,
    events: true,
    concurrency: 4,
    pages,
  } as const;
  for await (const item of readAccount(options)) items.push(item);
  const failures = items.flatMap((item) =>
    item.kind === 'failure' ? [`${item.source.slice(service.url.length)}: ${item.message}`] : [],
  );
  expect(JSON.stringify(items)).not.toContain(SECRET);
  return { items, service, failures };
}

const faultOf = async (service: Service, limits?: Partial<ClientLimits>): Promise<ApiFault> => {
  const error = await clientOf(service, limits)
    .get('/workflows')
    .catch((caught: unknown) => caught);
  expect((error as Error).name).toBe('ApiFault');
  expect(String(error) + (error as Error).stack).not.toContain(SECRET);
  return error as ApiFault;
};

const workflowIds = (items: readonly LiveItem[]): string[] =>
  items.flatMap((item) =>
    item.kind === 'document' && item.of === 'workflow' ? [item.id as string] : [],
  );

test('an account is read from both path families, in the order of the list', async () => {
  const workflows = welcomes(250);
  const alpha = await readAll({ workflows, events: joinedEvents(3) });
  expect(workflowIds(alpha.items)).toEqual(workflows.map(({ id }) => id));
  expect(alpha.service.asked.filter((path) => path.startsWith('/workflows?'))).toHaveLength(3);
  expect(alpha.service.asked).toHaveLength(3 + 1 + 250);
  for (const asked of alpha.service.asked) expect(asked).toMatch(/^\/(?:workflows|events)\b/);
  expect(alpha.service.headers[0]).toMatchObject({
    authorization: `Bearer ${SECRET}`,
    'user-agent': 'edgewise/0.0.0',
  });

  const today = await readAll({ workflows: workflows.slice(0, 3), family: 'automations' });
  expect(workflowIds(today.items)).toHaveLength(3);
  expect(today.service.asked).toContain('/workflows?limit=100');
  expect(today.service.asked).toContain('/automations?limit=100');
});

test('the key is sent in the configured header', async () => {
  const service = await startService({});
  await clientOf(service, {}, parseAuthHeader('X-Api-Key: token={key}')).get('/workflows');
  expect(service.headers[0]).toMatchObject({ 'x-api-key': `token=${SECRET}` });
  expect(service.headers[0]).not.toHaveProperty('authorization');
});

test('a redirect is not followed, and its target does not receive the key', async () => {
  const thief = await startService({});
  const location = `${thief.url.replace('127.0.0.1', 'localhost')}/${SECRET}`;
  for (const status of [301, 302, 303, 307, 308]) {
    const service = await startService({
      fault: (_, response) => !!response.writeHead(status, { location }).end(),
    });
    const { message, kind } = await faultOf(service);
    expect(kind).toBe('unusable');
    expect(message).toContain(`(${status} to localhost:`);
    expect(message).not.toContain('/re_');
  }
  expect(thief.asked).toEqual([]);
  for (const headers of [{}, { location: 'http://[' }]) {
    const service = await startService({
      fault: (_, response) => !!response.writeHead(302, headers).end(),
    });
    expect((await faultOf(service)).message).toContain('sends us elsewhere (302); redirects');
  }
});

test('plain http is allowed for loopback only', () => {
  for (const url of [
    'http://api.resend.com',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'ftp://127.0.0.1',
    'api.resend.com',
    'file:///etc/passwd',
  ]) {
    expect(() => parseBaseUrl(url), url).toThrow(/https/);
  }
  for (const rest of ['?key=1', '#key'])
    expect(() => parseBaseUrl(`https://api.resend.com/${rest}`)).toThrow('a query or a fragment');
  expect(() => parseBaseUrl('https://me:hunter2@api.resend.com')).toThrow(/^(?!.*hunter2)/);
  expect(
    [
      'http://127.0.0.1:80/v1/',
      'http://[::1]:4010',
      'http://localhost:4010/',
      'https://api.resend.com/',
    ].map((url) => parseBaseUrl(url)),
  ).toEqual([
    'http://127.0.0.1/v1',
    'http://[::1]:4010',
    'http://localhost:4010',
    'https://api.resend.com',
  ]);
});

test('a key that is invalid in a header is refused without being printed', () => {
  for (const value of [
    `${SECRET}\n`,
    `${SECRET}\r\nx: y`,
    `\u0000${SECRET}`,
    `${SECRET} `,
    `${SECRET}é`,
  ]) {
    expect(() => findKey({ EDGEWISE_API_KEY: value })).toThrow(/^(?!.*re_live).*EDGEWISE_API_KEY/s);
  }
  expect(findKey({ EDGEWISE_API_KEY: '', RESEND_API_KEY: SECRET })).toEqual({
    value: SECRET,
    location: 'RESEND_API_KEY',
  });
  expect(findKey({})).toBeUndefined();
  for (const header of [`Authorization: Bearer ${SECRET}`, SECRET, `X-Key: {key}\n${SECRET}`]) {
    expect(() => parseAuthHeader(header)).toThrow(/^(?!.*re_live)/s);
  }
});

test('a page has 1 to 100 items, after or before a cursor', async () => {
  const service = await startService({});
  const client = clientOf(service);
  for (const limit of ['0', '101', '-1', '1.5', ''])
    await expect(client.get('/workflows', { limit })).rejects.toThrow('1 to 100');
  await expect(client.get('/workflows', { after: 'a', before: 'b' })).rejects.toThrow('not both');
  expect(service.asked).toEqual([]);
});

test('a list without end is a failure', async () => {
  let n = 0;
  const endless = await readAll(
    {
      fault: (_, response) =>
        sendJson(response, { object: 'list', has_more: true, data: [{ id: `wf_${n++}` }] }),
    },
    {},
    20,
  );
  expect(endless.service.asked.length).toBeLessThanOrEqual(40);
  expect(endless.failures.join()).toContain('does not end within 20 pages');
  expect(workflowIds(endless.items)).toEqual([]);
});

for (const [name, ids] of [
  ['the same page repeated', ['a']],
  ['two pages alternating', ['a', 'b']],
] as const) {
  test(`a cycle of cursors is detected: ${name}`, async () => {
    const service = await startService({
      fault: ({ nth }, response) => {
        sendJson(response, {
          object: 'list',
          has_more: true,
          data: [{ id: ids[nth % ids.length] }],
        });
        return true;
      },
    });
    const { items, fault } = await readList(clientOf(service), '/workflows');
    expect(fault?.message).toContain('circle');
    expect(items).toHaveLength(ids.length);
    expect(service.asked.length).toBe(ids.length + 1);
  });
}

test('a list with an empty first page is read completely', async () => {
  const workflows = welcomes(2);
  const { items, failures } = await readAll({
    workflows,
    fault: ({ path, nth }, response) =>
      path === '/workflows' &&
      nth === 1 &&
      sendJson(response, { object: 'list', has_more: true, data: [] }),
  });
  expect(workflowIds(items)).toHaveLength(2);
  expect(failures).toEqual([]);

  const never = await readAll({
    fault: (_, response) => sendJson(response, { object: 'list', has_more: true, data: [] }),
  });
  expect(never.failures.join()).toContain('gives empty pages');
});

test('a server that ignores the limit, or returns a plain array, is supported', async () => {
  const workflows = welcomes(150);
  const whole = { object: 'list', has_more: false, data: workflows };
  const { items, service } = await readAll({
    workflows,
    fault: ({ path }, response) => path === '/workflows' && sendJson(response, whole),
  });
  expect(workflowIds(items)).toHaveLength(150);
  expect(service.asked.filter((path) => path.startsWith('/workflows?'))).toHaveLength(1);
  const plain = await readAll({
    workflows,
    fault: ({ path }, response) => path === '/workflows' && sendJson(response, workflows),
  });
  expect(workflowIds(plain.items)).toHaveLength(150);
});

test('a list whose items have no ids ends with a failure', async () => {
  const read = async (more: object, data: readonly unknown[]) => {
    const service = await startService({
      fault: ({ query }, response) =>
        sendJson(response, query.has('after') ? { data: [] } : { ...more, data }),
    });
    return await readList(clientOf(service), '/workflows');
  };
  expect((await read({ has_more: true }, [{ id: 'a' }, {}])).fault?.message).toBe(
    'the list says that there is more, and its last item has no id to go on from',
  );
  expect((await read({}, [{ id: 'a' }, {}])).fault?.message).toBe(
    'the list does not say whether there is more (no "has_more"), and its last item has no id',
  );
  expect(await read({}, [{}, 7, { id: 'a' }])).toEqual({ items: [{}, 7, { id: 'a' }] });
});

test('a body that arrives too slowly ends with the time-out, and is not requested again', async () => {
  const service = await startService({
    fault: (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
      return true;
    },
  });
  const { message, kind } = await faultOf(service, { timeout: 1000 });
  expect([message, kind]).toEqual(['the service took too long to answer', 'temporary']);
  expect(service.asked).toHaveLength(1);
});

test('a body that never ends, whatever the signal, ends with the time-out', async () => {
  const client = createClient({
    ...{ baseUrl: 'https://api.example', key: undefined, auth: BEARER, userAgent: '', rate: 100 },
    limits: { ...QUICK, timeout: 50 },
    fetch: async () => new Response(new ReadableStream()),
  });
  await expect(client.get('/workflows')).rejects.toThrow('the service took too long to answer');
});

test('a body that is too large is refused, compressed or not', async () => {
  const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024, ' '));
  const packed = await startService({
    fault: (_, response) => !!response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  });
  expect((await faultOf(packed, { timeout: 5000 })).message).toBe(
    'the answer is larger than 25 MB',
  );
  const huge = await startService({
    fault: (_, response) => !!response.writeHead(200).end(Buffer.alloc(200_000, ' ')),
  });
  expect((await faultOf(huge, { pageBytes: 100_000 })).message).toContain('larger than 0.1 MB');
});

test('a body that is not JSON of the read API is refused, and its beginning is reported', async () => {
  const cases = [
    [
      '<!doctype html>\n<title>Sign in</title>',
      'it begins with "<!doctype html> <title>Sign in</title>"',
    ],
    ['{"object":"list","data":[{"id":"wf_1"', 'the answer is not JSON'],
    ['['.repeat(100_000), 'nested too deeply'],
    ['{"hello":"there"}', 'the answer is not a list, but "{"hello":"there"}"'],
    ['5', 'the answer is not a list, but "5"'],
    ['', 'the answer is empty'],
    [`<p>${SECRET}</p>`, '<p>[API key]</p>'],
  ] as const;
  for (const [body, expected] of cases) {
    const { failures } = await readAll({ fault: (_, response) => sendJson(response, body) });
    // Both lists, for one cause.
    expect(failures).toHaveLength(1);
    for (const failure of failures) expect(failure).toContain(expected);
    for (const failure of failures) expect(failure.length).toBeLessThan(300);
  }
});

test.each<[string, (response: ServerResponse) => unknown]>([
  ['text without a status', ({ socket }) => socket?.end(`\u001b[31m${SECRET}\r\n\r\n`)],
  [
    'a control character',
    ({ socket }) => socket?.end('HTTP/1.1 200 OK\r\nX: \u0000\r\nContent-Length: 2\r\n\r\n{}'),
  ],
  ['invalid gzip', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}')],
])('%s in an answer is a failure', async (_name, answer) => {
  const service = await startService({
    fault: (_, response) => {
      answer(response);
      return true;
    },
  });
  const { message } = await faultOf(service);
  expect(message).toMatch(/^the service cannot be reached \([ -~]+\)$/);
});

test('a body that is not UTF-8 is refused', async () => {
  const service = await startService({
    fault: (_, response) => !!response.writeHead(200).end(Buffer.from('{"name":"\xff"}', 'latin1')),
  });
  expect((await faultOf(service)).message).toMatch(/^the answer is not JSON: .*UTF-8/);
});

test('a network failure is named by its innermost cause', async () => {
  const failing = async (cause: unknown) => {
    const client = createClient({
      ...{ baseUrl: 'https://api.example', key: undefined, auth: BEARER, userAgent: '', rate: 100 },
      limits: { ...QUICK, tries: 1 },
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
    });
    return await client.get('/workflows').catch(({ message }: Error) => message);
  };
  const withCode = (code: string) => Object.assign(new Error('x'), { code });
  expect(await failing(withCode('CERT_HAS_EXPIRED'))).toContain(
    'the certificate of the service is not accepted (CERT_HAS_EXPIRED)',
  );
  expect(await failing(new Error('', { cause: withCode('ECONNRESET') }))).toBe(
    'the service cannot be reached (the connection was cut)',
  );
  expect(await failing(withCode('EPIPE'))).toBe('the service cannot be reached (EPIPE)');
  expect(await failing(new Error('no route'))).toBe('the service cannot be reached (no route)');
});

test('an error of the program is not taken for a failure of the service', async () => {
  await expect(settle(Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
});

test('temporary failures are retried, with five attempts in total', async () => {
  for (const [status, nth, headers] of [
    [429, 5, { 'retry-after': '0' }],
    [429, 2, {}],
    [500, 3, { 'retry-after': '0' }],
    [503, 2, { 'retry-after': '0' }],
  ] as const) {
    const { items, service } = await readAll({
      workflows: welcomes(1),
      fault: (request, response) => {
        if (request.path !== '/workflows' || request.nth >= nth) return false;
        sendError(response, status, 'sorry', 'Later', headers);
        return true;
      },
    });
    expect(workflowIds(items)).toHaveLength(1);
    expect(service.asked.filter((path) => path === '/workflows?limit=100')).toHaveLength(nth);
  }
  const service = await startService({
    fault: (_, response) => sendError(response, 503, 'service_unavailable', 'Down'),
  });
  expect((await faultOf(service)).message).toBe('the service failed (503: "Down")');
  expect(service.asked).toHaveLength(5);
});

test('a closed connection is retried', async () => {
  const { items, failures } = await readAll({
    workflows: welcomes(1),
    fault: ({ nth }, response) => {
      if (nth > 1) return false;
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"object"', () => response.destroy());
      return true;
    },
  });
  expect(workflowIds(items)).toHaveLength(1);
  expect(failures).toEqual([]);
});

test('an unavailable service is retried after the stated time, within one minute in total', async () => {
  let now = 0;
  const clock = { now: () => now, sleep: async (ms: number) => void (now += ms) };
  const service = await startService({
    fault: ({ nth }, response) =>
      nth === 1 && sendError(response, 503, 'service_unavailable', 'Soon', { 'retry-after': '20' }),
  });
  const options = { baseUrl: service.url, key, auth: BEARER, userAgent: 'edgewise', rate: 10 };
  const client = createClient({ ...options, clock, limits: { backoff: 1 } });
  await client.get('/workflows');
  expect(now).toBeGreaterThanOrEqual(20_000);
  expect(service.asked).toHaveLength(2);
  const never = await startService({
    fault: (_, response) =>
      sendError(response, 503, 'service_unavailable', 'No', { 'retry-after': '45' }),
  });
  now = 0;
  const pauses: number[] = [];
  const other = createClient({
    ...options,
    baseUrl: never.url,
    clock,
    limits: { backoff: 1 },
    onPause: (milliseconds) => pauses.push(milliseconds),
  });
  await expect(other.get('/workflows')).rejects.toThrow('the service failed');
  expect(now).toBeLessThan(61_000);
  expect(pauses).toEqual([45_000]);
});

test('an answer with status 206 is not complete', async () => {
  const service = await startService({
    fault: (_, response) => {
      response.writeHead(206, { 'content-type': 'application/json' });
      response.end('{"object":"list","has_more":false,"data":[]}');
      return true;
    },
  });
  expect((await faultOf(service)).message).toBe('the answer is incomplete (206)');
});

test.each([
  ['in size', 'x'.repeat(20 * 1024 ** 2), 0, 'the list has more than 128 MB'],
  ['in time', '', 60_000, 'the list does not end within 10 minutes'],
])('an endless list is bounded %s', async (_, padding, milliseconds, message) => {
  let [now, nth] = [0, 0];
  const page = () => ({ object: 'list', has_more: true, data: [{ id: `e${nth++}`, padding }] });
  const client = {
    baseUrl: '',
    now: () => now,
    get: async () => {
      now += milliseconds;
      return JSON.stringify(page());
    },
  };
  const { fault } = await readList(client, '/events');
  expect(fault?.message).toBe(message);
});

test('workflows are asked for during an hour', async () => {
  let now = 0;
  const page = { object: 'list', has_more: false, data: welcomes(9) };
  const client = {
    baseUrl: '',
    now: () => now,
    get: async (path: string) => {
      if (path === '/workflows') return JSON.stringify(page);
      now += 20 * 60_000;
      return JSON.stringify(page.data.find(({ id }) => path.endsWith(id)));
    },
  };
  const items = readAccount({ client, workflows: true, events: false, concurrency: 1 });
  const read: LiveItem[] = [];
  for await (const item of items) read.push(item);
  expect(read.map(({ kind }) => kind)).toEqual(['document', 'document', 'document', 'failure']);
  expect(read[3]).toMatchObject({
    message: expect.stringMatching(/after an hour of requests; not read: 6 workflows: /),
    refused: false,
  });
});

test('an absurd retry-after waits at most one minute', async () => {
  let count = 0;
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const service = await startService({
    fault(_, response) {
      // Both are answered together.
      if (++count === 2) answer();
      void asked.then(() =>
        sendError(response, 429, 'rate_limit_exceeded', 'No', { 'retry-after': '99999999999' }),
      );
      return true;
    },
  });
  let now = 0;
  const sleep = async (ms: number): Promise<void> => {
    const end = now + ms;
    // Until both wait.
    await delay(300);
    now = Math.max(now, end);
  };
  const clock = { now: () => now, sleep };
  const client = createClient({
    baseUrl: service.url,
    key,
    auth: BEARER,
    userAgent: 'edgewise',
    rate: 10,
    clock,
    limits: { backoff: 1 },
  });
  const both = [client.get('/workflows'), client.get('/events')];
  for (const get of await Promise.allSettled(both))
    expect(String((get as PromiseRejectedResult).reason)).toContain('refuses more requests');
  expect(now).toBeGreaterThanOrEqual(59_000);
  expect(now).toBeLessThan(61_000);
  expect(service.asked.length).toBeLessThanOrEqual(4);
});

test('a denied request is not retried, and the source of the key is reported', async () => {
  for (const status of [401, 403]) {
    const service = await startService({
      fault: (_, response) =>
        sendError(response, status, 'restricted', `The key ${SECRET} may not`),
    });
    const { message, kind } = await faultOf(service);
    expect(kind).toBe('denied');
    expect(message).toContain('the API key from EDGEWISE_API_KEY was tried');
    expect(service.asked).toHaveLength(1);
    const { url } = service;
    const options = { baseUrl: url, key: undefined, auth: BEARER, userAgent: '', rate: 1000 };
    await expect(createClient(options).get('/workflows')).rejects.toThrow(
      'no API key was given; set EDGEWISE_API_KEY or RESEND_API_KEY',
    );
  }
});

test('other client errors are not retried', async () => {
  for (const status of [400, 404, 422]) {
    const service = await startService({
      fault: (_, response) => sendError(response, status, 'no', 'No'),
    });
    await faultOf(service);
    expect(service.asked).toHaveLength(1);
  }
  const long = await startService({
    fault: (_, response) => !!response.writeHead(400).end('x'.repeat(200_000)),
  });
  expect((await faultOf(long)).message).toMatch(/^the service refuses the request \(400: "x{80}…"/);
});

test('a workflow that is missing or broken after the list was read is reported, and the rest is read', async () => {
  const workflows = welcomes(6);
  const gone = workflows[1]?.id as string;
  const broken = workflows[3]?.id as string;
  const { items, failures } = await readAll({
    workflows,
    fault: ({ path }, response) => {
      if (path.endsWith(gone)) return sendError(response, 404, 'not_found', 'Gone');
      if (path.endsWith(broken)) return sendJson(response, '{"object":"workflow","steps":[');
      return false;
    },
  });
  expect(workflowIds(items)).toHaveLength(4);
  expect(failures).toEqual([
    `/workflows/${gone}: it was in the list, and is gone now (404)`,
    expect.stringMatching(
      new RegExp(`^/workflows/${broken}: the answer is not JSON .*begins with "{"object"`),
    ),
  ]);
});

test('pages before a failed page are kept', async () => {
  const { items, failures } = await readAll({
    workflows: welcomes(150),
    fault: ({ path, query }, response) =>
      path === '/workflows' &&
      query.has('after') &&
      sendError(response, 500, 'application_error', 'Oops'),
  });
  expect(workflowIds(items)).toHaveLength(100);
  expect(failures).toEqual(['/workflows: page 2 of the list: the service failed (500: "Oops")']);
});

test('requests stop when the service is down', async () => {
  const { failures, service } = await readAll({
    workflows: welcomes(100),
    fault: ({ path }, response) =>
      path.startsWith('/workflows/') && sendError(response, 503, 'service_unavailable', 'Down'),
  });
  const examples = welcomes(3).map(({ id }) => `"${id}"`);
  expect(failures).toEqual([
    expect.stringMatching(
      new RegExp(
        `^: the service failed \\(503: "Down"\\); not read: 100 workflows: ${examples.join(', ')} and 97 more; \\d+ of them were not asked for$`,
      ),
    ),
  ]);
  expect(service.asked.length).toBeLessThan(80);
});

test('ids are percent-encoded, and "." and ".." are not requested', async () => {
  const ids = ['..', '.', '', 'a/../../events', 'x?y#z', '\ud800', 7];
  const data = [...ids.map((id) => ({ id, name: id === 'x?y#z' ? 5 : 'Odd' })), 'text'];
  const { failures, service } = await readAll({
    fault: ({ path }, response) =>
      path === '/workflows' && sendJson(response, { object: 'list', has_more: false, data }),
  });
  // Several requests are under way at once: the order in which they arrive is not fixed.
  expect(service.asked.filter((path) => path.startsWith('/workflows/')).sort()).toEqual([
    '/workflows/%EF%BF%BD',
    '/workflows/a%2F..%2F..%2Fevents',
    '/workflows/x%3Fy%23z',
  ]);
  expect(failures).toEqual([
    '/workflows: an item of the list has no usable id; not read: 5 items of a list',
    ': it was in the list, and is gone now (404); not read: 3 workflows: "a/../../events", "x?y#z", "\ud800"',
  ]);
});

describe('a list without has_more', () => {
  const workflows = welcomes(250);
  const read = async (answer: (after: string | null) => readonly Item[], more: object = {}) => {
    const service = await startService({
      fault: ({ query }, response) =>
        sendJson(response, { object: 'list', ...more, data: answer(query.get('after')) }),
    });
    const { items, fault } = await readList(clientOf(service, { timeout: 20_000 }), '/workflows');
    return [items.length, fault?.message];
  };

  test.each([[{}], [{ has_more: 'false' }], [{ has_more: null }], [{ has_more: 'yes' }]])(
    '%j: pages are read until one is empty',
    async (more) => {
      for (const size of [100, 50, 7]) {
        const page = (after: string | null): readonly Item[] => {
          const start = workflows.findIndex(({ id }) => id === after) + 1;
          return workflows.slice(start, start + size);
        };
        expect(await read(page, more)).toEqual([250, undefined]);
      }
    },
  );

  test('without cursors, a full page is reported as possibly incomplete', async () => {
    expect(await read(() => workflows.slice(0, 3))).toEqual([3, undefined]);
    expect(await read(() => workflows)).toEqual([250, undefined]);
    expect(await read(() => workflows.slice(0, 100))).toEqual([
      100,
      expect.stringContaining('does not say whether there is more'),
    ]);
  });
});

test('after a deleted cursor, the item before it is used', async () => {
  const workflows = welcomes(150);
  const deleted = new Set([99, 98].map((i) => workflows[i]?.id));
  const { items, failures } = await readAll({
    workflows,
    fault: ({ path, query }, response) =>
      path === '/workflows' &&
      deleted.has(query.get('after') ?? '') &&
      sendError(response, 422, 'invalid_parameter', 'The cursor does not exist'),
  });
  expect([workflowIds(items).length, failures]).toEqual([150, []]);

  const service = await startService({
    workflows,
    fault: ({ query }, response) =>
      query.has('after') && sendError(response, 422, 'invalid_parameter', 'No cursors here'),
  });
  const { fault } = await readList(clientOf(service, { timeout: 20_000 }), '/workflows');
  expect(fault?.message).toContain('No cursors here');
  expect(service.asked).toHaveLength(1 + 11);
});

test('304 is not a redirect, and an error without JSON is not attributed to the key', async () => {
  const odd = await startService({ fault: (_, response) => !!response.writeHead(304).end() });
  expect((await faultOf(odd)).message).toBe('the service refuses the request (304: nothing)');
  const blocked = await startService({
    fault: (_, response) => !!response.writeHead(403).end('error code: 1010'),
  });
  const { kind, message } = await faultOf(blocked);
  expect([kind, message]).toEqual([
    'unusable',
    'a network in front of the service refuses the request (403: "error code: 1010"), whatever the API key',
  ]);
  expect(blocked.asked).toHaveLength(1);
  for (const body of ['5', '{"message":5}']) {
    const other = await startService({
      fault: (_, response) => !!response.writeHead(403).end(body),
    });
    expect((await faultOf(other)).kind).toBe('unusable');
  }
});

test('documents of other resources are not read as workflows or events', async () => {
  const [mine, other] = welcomes(2) as [Item, Item];
  const events = [...joinedEvents(1), 7, { ...joinedEvents(2)[1], object: 'contact' }];
  const templates = { id: 'tpl_1', object: 'template', name: 'Welcome', status: 'published' };
  const { items, failures } = await readAll({
    workflows: [mine, { ...other }, templates],
    fault: ({ path }, response) =>
      path === '/events'
        ? sendJson(response, { object: 'list', has_more: false, data: events })
        : path.endsWith(other.id) && sendJson(response, { ...other, object: 'broadcast' }),
  });
  expect(workflowIds(items)).toEqual([mine.id]);
  expect(items).toMatchObject([{ of: 'events', partial: true }, { id: mine.id }, {}, {}]);
  expect(failures).toEqual([
    '/events: the answer holds an object "contact" instead of "event"',
    `: the answer holds an object "template" instead of "workflow"; not read: 1 item of a list, 1 workflow: "${other.id}"`,
  ]);
});

test('a response with another workflow than requested is refused', async () => {
  const [first, second] = welcomes(2) as [Item, Item];
  const { items, failures } = await readAll({
    workflows: [first, second],
    fault: ({ path }, response) => path.endsWith(second.id) && sendJson(response, first),
  });
  expect(workflowIds(items)).toEqual([first.id]);
  expect(failures).toEqual([`/workflows/${second.id}: the answer is a workflow of another id`]);
  const list = await readAll({
    workflows: [second],
    fault: ({ path }, response) => path.endsWith(second.id) && sendJson(response, [second]),
  });
  expect(list.failures).toEqual([`/workflows/${second.id}: the answer is not a workflow`]);
});
