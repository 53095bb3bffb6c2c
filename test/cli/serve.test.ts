import { request } from 'node:http';
import { type Automation, Resend } from 'resend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf, run } from './run.ts';
import { type Served, startBuiltServer, startServer } from './server.ts';

const alpha = (id: string, name: string) => ({
  object: 'workflow',
  id,
  name,
  status: 'enabled',
  created_at: '2026-02-01T09:00:00.000Z',
  updated_at: '2026-02-03T10:30:00.000Z',
  steps: [
    { id: `${id}-start`, type: 'trigger', config: { event_name: 'bread.ordered' } },
    { id: `${id}-wait`, type: 'delay', config: { seconds: 3600 } },
  ],
  edges: [
    { id: `${id}-e1`, from_step_id: `${id}-start`, to_step_id: `${id}-wait`, edge_type: 'default' },
  ],
});
const current = (id: string, name: string, status: string) => ({
  object: 'automation',
  id,
  name,
  status,
  created_at: '2026-02-01 09:00:00.000000+00',
  updated_at: null,
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'bread.ordered' } },
    { key: 'later', type: 'delay', config: { duration: '1 hour' } },
  ],
  connections: [{ from: 'start', to: 'later', type: 'default' }],
});
const orders = alpha('wf_orders', 'Order confirmation');
const automations = Array.from({ length: 25 }, (_, i) =>
  current(`aut_${i + 1}`, `Reminder ${i + 1}`, i % 2 === 0 ? 'enabled' : 'disabled'),
);
const events = ['bread.ordered', 'bread.baked', 'bread.collected'].map((name, i) => ({
  id: `ev_${i + 1}`,
  name,
  schema: i === 0 ? { loaves: 'number' } : null,
  created_at: '2026-02-01T09:00:00.000Z',
  updated_at: '2026-02-01T09:00:00.000Z',
}));
const folder = folderOf({
  '1.json': JSON.stringify(orders),
  '2.json': JSON.stringify({ object: 'list', has_more: false, data: automations }),
  'events.json': JSON.stringify(events),
  'list.json': JSON.stringify({
    object: 'list',
    has_more: false,
    data: [{ id: 'wf_orders', name: 'Order confirmation', status: 'enabled', created_at: 'x' }],
  }),
});
const ids = ['wf_orders', ...automations.map(({ id }) => id)];

const headers = { authorization: 'Bearer re_anything', 'user-agent': 'bakery-tests/1' };
const read = async (
  url: string,
  init: RequestInit = {},
  // biome-ignore lint/suspicious/noExplicitAny: bodies are whatever the server sends
): Promise<{ status: number; body: any; headers: Headers }> => {
  const response = await fetch(url, { headers, ...init });
  return { status: response.status, body: await response.json(), headers: response.headers };
};

describe('the read API', () => {
  let served: Served;
  const get = (path: string, init?: RequestInit) => read(served.url + path, init);
  const idsAt = async (path: string) =>
    (await get(path)).body.data.map(({ id }: { id: string }) => id);
  beforeAll(async () => {
    served = await startServer(['.'], folder);
  });
  afterAll(async () => {
    await served.stop();
  });

  test('prints one line with a loopback address', () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('lists have an envelope, and items without steps, edges and connections', async () => {
    const { status, body, headers: sent } = await get('/workflows?limit=100');
    expect(status).toBe(200);
    expect(sent.get('content-type')).toContain('application/json');
    expect(Object.keys(body)).toEqual(['object', 'has_more', 'data']);
    expect(body).toMatchObject({ object: 'list', has_more: false });
    const { steps: _, edges: __, ...listed } = orders;
    expect(body.data[0]).toEqual(listed);
    expect(
      body.data.some((item: object) => 'steps' in item || 'connections' in item || 'edges' in item),
    ).toBe(false);
  });

  test('without a limit, a page has 20 items', async () => {
    expect(await idsAt('/events')).toEqual(['ev_1', 'ev_2', 'ev_3']);
    for (const path of ['/automations', '/workflows'])
      expect((await get(path)).body).toMatchObject({ has_more: true, data: { length: 20 } });
  });

  test('in the dialect of today, items of a list have no "object", and single documents have one', async () => {
    for (const [path, kind] of [
      ['/automations', 'automation'],
      ['/events', 'event'],
    ] as const) {
      const { body } = await get(`${path}?limit=2&after=${path === '/events' ? 'ev_1' : 'aut_1'}`);
      for (const item of body.data) {
        expect(item).not.toHaveProperty('object');
        const fetched = await get(`${path}/${item.id}`);
        expect(fetched.body).toMatchObject({ ...item, object: kind });
      }
    }
    expect((await get('/events/bread.baked')).body).toMatchObject({ object: 'event', id: 'ev_2' });
  });

  test('every response has the rate limit headers', async () => {
    for (const path of ['/events', '/events/nobody', '/nothing']) {
      const { headers: sent } = await get(path);
      expect(sent.get('ratelimit-limit')).toBe('10');
      expect(sent.get('ratelimit-remaining')).toMatch(/^[1-9]$/);
      expect(sent.get('ratelimit-reset')).toBe('1');
      expect(sent.get('retry-after')).toBeNull();
    }
  });

  test('documents are served as they are stored, under both names', async () => {
    expect((await get('/workflows/wf_orders')).body).toEqual(orders);
    expect((await get('/automations/wf_orders')).body).toEqual(orders);
    expect((await get('/workflows/aut_2')).body).toEqual(automations[1]);
    expect((await get('/events/ev_1')).body).toEqual({ object: 'event', ...events[0] });
    expect((await get('/events/bread.baked')).body).toEqual({ object: 'event', ...events[1] });
  });

  test('paging forward and back returns each item once', async () => {
    for (const family of ['workflows', 'automations']) {
      const forward: string[] = [];
      for (let url = `/${family}?limit=7`, more = true; more; ) {
        const { body } = await get(url);
        forward.push(...body.data.map(({ id }: { id: string }) => id));
        more = body.has_more;
        url = `/${family}?limit=7&after=${forward.at(-1)}`;
      }
      expect(forward).toEqual(ids);
      const back: string[] = [];
      for (let url = `/${family}?limit=7&before=aut_25`, more = true; more; ) {
        const { body } = await get(url);
        back.unshift(...body.data.map(({ id }: { id: string }) => id));
        more = body.has_more;
        url = `/${family}?limit=7&before=${back[0]}`;
      }
      expect(back).toEqual(ids.slice(0, -1));
    }
    expect(await idsAt('/workflows?after=aut_25')).toEqual([]);
    expect(await idsAt('/events?after=ev_1&limit=1')).toEqual(['ev_2']);
    expect((await get('/workflows?limit=100')).body.has_more).toBe(false);
  });

  test.each(['0', '101', '-1', 'ten', '', '1.5', '1e1', '99999999999999999999'])(
    'limit=%s is refused',
    async (limit) => {
      for (const list of ['workflows', 'automations', 'events']) {
        const { status, body } = await get(`/${list}?limit=${limit}`);
        expect(status).toBe(422);
        expect(body).toEqual({
          statusCode: 422,
          name: 'invalid_parameter',
          message: 'The pagination limit must be a number between 1 and 100.',
        });
      }
    },
  );

  test('invalid cursors are refused', async () => {
    for (const query of ['after=aut_1&before=aut_3', 'after=nobody', 'before=ev_1', 'after=']) {
      const { status, body } = await get(`/workflows?${query}`);
      expect([status, body.name]).toEqual([422, 'invalid_parameter']);
    }
  });

  test('status filters lists in the dialect of today', async () => {
    const { body } = await get('/automations?status=disabled&limit=5&after=aut_1');
    expect(body).toMatchObject({
      has_more: true,
      data: [{ id: 'aut_2' }, { id: 'aut_4' }, { id: 'aut_6' }, { id: 'aut_8' }, { id: 'aut_10' }],
    });
    expect((await get('/automations?status=off')).status).toBe(422);
  });

  test('errors have the form of the service', async () => {
    expect((await get('/workflows/nobody')).body).toEqual({
      statusCode: 404,
      name: 'not_found',
      message: 'Workflow not found',
    });
    for (const path of [
      '/',
      '/emails',
      '/workflows/',
      '/workflows/a/b',
      '//workflows',
      '/workflows/%zz',
      '/workflows/__proto__',
      '/events/constructor',
    ]) {
      expect([path, (await get(path)).body.statusCode]).toEqual([path, 404]);
    }
    const post = await get('/workflows', { method: 'POST', body: '{}' });
    expect([post.status, post.body.name, post.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET',
    ]);
    for (const authorization of [undefined, 'Bearer ', 'Basic abc']) {
      const { status, body } = await get('/events', {
        headers: { ...(authorization && { authorization }), 'user-agent': 'x' },
      });
      expect([status, body.name]).toEqual([401, 'missing_api_key']);
    }
  });

  test('a request without User-Agent, or with a host other than loopback, is refused', async () => {
    const bare = (sent: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${served.url}/events`, { headers: sent }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end();
      });
    expect(await bare({ authorization: 'Bearer x' })).toBe(403);
    expect(await bare({ ...headers, host: 'evil.example' })).toBe(403);
    expect(await bare({ ...headers, host: 'localhost:80' })).toBe(200);
  });

  test('the official SDK works with it', async () => {
    process.env['RESEND_BASE_URL'] = served.url;
    const resend = new Resend('re_123');
    const first = await resend.automations.list({ limit: 10 });
    expect(first.error).toBeNull();
    expect(first.data).toMatchObject({ object: 'list', has_more: true, data: { length: 10 } });
    const seen: string[] = [];
    for (let after: string | undefined, more = true; more; after = seen.at(-1)) {
      const { data } = await resend.automations.list({
        limit: 10,
        ...(after !== undefined && { after }),
      } as { limit: number });
      seen.push(...(data?.data ?? []).map(({ id }: Pick<Automation, 'id'>) => id));
      more = data?.has_more ?? false;
    }
    expect(seen).toEqual(ids);
    expect((await resend.automations.get('aut_3')).data).toEqual(automations[2]);
    expect((await resend.automations.get('nobody')).error).toMatchObject({
      statusCode: 404,
      name: 'not_found',
    });
    expect((await resend.automations.list({ limit: 500 })).error).toMatchObject({
      statusCode: 422,
      name: 'invalid_parameter',
    });
    expect((await resend.automations.list({ status: 'disabled' })).data?.data).toHaveLength(12);
    expect((await resend.events.list({ limit: 2 })).data).toMatchObject({
      has_more: true,
      data: [{ name: 'bread.ordered' }, { name: 'bread.baked' }],
    });
    expect((await resend.events.list()).data?.data[0]).not.toHaveProperty('object');
    expect((await resend.events.get('bread.collected')).data).toMatchObject({
      object: 'event',
      id: 'ev_3',
    });
    expect((await resend.events.get('bread.eaten')).error).toMatchObject({
      statusCode: 404,
      name: 'not_found',
    });
    expect((await resend.automations.remove('aut_1')).error).toMatchObject({ statusCode: 405 });
  });
});

test.each([
  ['here', startServer],
  ['built', startBuiltServer],
])('Ctrl-C and SIGTERM end it, also during a response: %s', async (_, start) => {
  const quiet = await start(['.'], folder);
  expect(await quiet.stop()).toEqual({
    code: 130,
    err: 'edgewise: serving 26 workflows and 3 events; Ctrl-C ends it\nedgewise: any API key is accepted, such as EDGEWISE_API_KEY=test\n',
  });
  const busy = await start(['.', '--latency', '60000'], folder);
  const answer = expect(read(`${busy.url}/workflows`)).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await busy.stop('SIGTERM')).code).toBe(143);
  await answer;
});

test('items without an id get one, and duplicate ids are served once', async () => {
  const { id: _, ...draft } = current('x', 'No id yet', 'disabled');
  const served = await startServer(
    ['.'],
    folderOf({
      'a.json': JSON.stringify([
        draft,
        { ...draft, id: 'workflow-1' },
        { ...draft, id: 'workflow-1' },
      ]),
      'templates.json': JSON.stringify({
        workflows: [],
        templates: [
          { name: 'A', html: '' },
          { id: 't1', alias: 't2', html: '' },
          { id: 't2', html: '' },
        ],
      }),
    }),
  );
  const { body } = await read(`${served.url}/workflows`);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['workflow-2', 'workflow-1']);
  expect((await read(`${served.url}/workflows/workflow-2`)).body).toEqual({
    ...draft,
    id: 'workflow-2',
  });
  expect((await read(`${served.url}/templates`)).body.data).toMatchObject([
    { id: 'templates-1', name: 'A' },
    { id: 't1', alias: 't2' },
    { id: 't2' },
  ]);
  expect((await read(`${served.url}/templates/t2`)).body).toMatchObject({ id: 't2' });
  const { err } = await served.stop();
  expect(err).toContain('1 item has no id and is given one');
  expect(err).toContain('1 item left out');
});

test.each([
  [['serve'], '"serve" needs an argument: PATH…'],
  [['serve', 'gone.json'], 'gone.json: no such file'],
  [['serve', '.', '--port', '65536'], '--port wants a whole number from 0 to 65535'],
  [['serve', '.', '--port', 'http'], '--port wants a whole number'],
  [['serve', '.', '--latency', '9999999'], '--latency wants a whole number from 0 to 600000'],
])('%j is a usage error with a hint', async (args, message) => {
  const { code, err } = await run(args, { cwd: folder });
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('an export that cannot be read, or is empty, is not served', async () => {
  expect(await run(['serve', '.'], { cwd: folderOf({ 'a.json': '{"steps":[' }) })).toMatchObject({
    code: 2,
    out: '',
  });
  expect((await run(['serve', '.'], { cwd: folderOf({ 'a.json': '{"red":1}' }) })).err).toContain(
    'no workflows or event definitions found\n          1 JSON files hold something else',
  );
  expect((await run(['serve', '.'], { cwd: folderOf({ 'a.txt': '' }) })).err).toContain(
    'no workflows or event definitions found\n          name the files of your export',
  );
});
