import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lintLive } from '../../src/node.ts';
import { folderOf, run } from '../cli/run.ts';
import { newFolder, runLive } from './run.ts';
import { type Served, sendError, sendJson, serveFiles, startService } from './service.ts';

const workflow = {
  object: 'automation',
  id: '7f1e9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21',
  name: 'Trial',
  status: 'enabled',
  created_at: '2026-10-01T00:00:00.000Z',
  updated_at: '2026-10-01T00:00:00.000Z',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
    {
      key: 'mail',
      type: 'send_email',
      config: {
        template: { id: 'welcome', variables: { plan: 'pro' } },
        from: 'Parcel <hello@mail.parcel.io>',
      },
    },
  ],
  connections: [{ from: 'start', to: 'mail', type: 'default' }],
};
const template = {
  ...{ id: '1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21', alias: 'welcome', name: 'Welcome' },
  ...{ status: 'published', subject: 'Hi', from: null, reply_to: null, text: null },
  html: '<p>Dear friend, {{{planName}}}</p>',
  variables: [{ key: 'planName', type: 'string', fallback_value: null }],
};
const folder = folderOf({
  'all.json': JSON.stringify({
    workflows: [workflow],
    events: [{ object: 'event', id: 'e1', name: 'trial.started', schema: null }],
    templates: [template, { ...template, id: '2c2f9a54', alias: 'unused' }],
    domains: [{ id: 'd1', name: 'parcel.io', status: 'verified' }],
    segments: [{ id: 's1', name: 'Users' }],
    topics: [{ id: 't1', name: 'News', default_subscription: 'opt_in' }],
    contact_properties: [{ id: 'p1', key: 'city', type: 'string', fallback_value: null }],
  }),
});

describe('an account with resources', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveFiles(folder);
  });
  afterAll(() => served.stop());

  test('is checked with the resources that its workflows use', async () => {
    const { out, code } = await runLive(['--live', '-f', 'compact'], { url: served.url });
    expect(out).toContain(
      'template "welcome" has no variable "plan" [undeclared-template-variable]',
    );
    expect(out).toContain('"mail.parcel.io" is not a domain of the account [unverified-domain]');
    expect(code).toBe(1);
  });

  test('is pulled to one stable file per resource, without bodies of templates', async () => {
    const into = newFolder();
    const pull = () => runLive(['pull', 'account'], { url: served.url, cwd: into });
    expect((await pull()).out).toContain('wrote 7 of 7 files');
    expect((await pull()).out).toContain('wrote 0 of 7 files, 7 unchanged');
    const text = readFileSync(join(into, 'account/resources/templates.json'), 'utf8');
    expect(text).toContain('"html": "{{{planName}}}"');
    expect(text).not.toContain('friend');
    const { out } = await run(['account', '-f', 'compact'], { cwd: into });
    expect(out).toContain('[undeclared-template-variable]');
    expect(out).toContain('[unverified-domain]');
  });

  test('--dry-run prints the requests', async () => {
    const args = ['pull', 'x', '--dry-run', '--resources', 'templates,contact-properties'];
    const { err } = await runLive(args, { url: served.url, cwd: newFolder() });
    expect(err).toContain(
      '/events, /templates, /templates/{id} of each that is used, /contact-properties',
    );
    expect(err).not.toContain('/domains');
  });

  test('lint --live --dry-run prints the requests of the rules in force, and sends none', async () => {
    const { url, asked } = await startService({});
    const requests = async (...args: readonly string[]): Promise<string> =>
      (await runLive(['--live', '--dry-run', ...args], { url })).out;
    expect(await requests()).toBe(
      'requests: GET /workflows or /automations, /automations/{id} of each, /events, ' +
        '/templates (if used), /templates/{id} of each that is used, /domains (if used), /segments (if used), ' +
        '/topics (if used), /contact-properties (if used)\n',
    );
    const some = await requests('--only', 'unknown-segment', '--events', 'none');
    expect(some).toContain('/{id} of each, /segments (if used)\n');
    expect(await requests('--only', 'cycle')).toBe(
      'requests: GET /workflows or /automations, /automations/{id} of each, /events\n',
    );
    const { err, code } = await runLive(['--live', '--dry-run', '-f', 'json'], { url });
    expect(err).toContain('as text only');
    expect(code).toBe(2);
    expect(asked).toEqual([]);
  });

  test('an unknown resource name is a usage error', async () => {
    const { err, code } = await runLive(['--live', '--resources', 'segmnts'], { url: served.url });
    expect(err).toContain('did you mean "segments"?');
    expect(code).toBe(2);
  });
});

describe('an account with some of the resources', () => {
  test('only resources that the rules in force read are requested, also by the library', async () => {
    const { url, asked } = await startService({ family: 'automations', workflows: [workflow] });
    await runLive(['--live', '--only', 'unverified-domain'], { url });
    expect(asked).toContain('/domains?limit=100');
    expect(asked).toContain('/templates?limit=100');
    asked.length = 0;
    await runLive(['--live', '--only', 'cycle'], { url });
    await lintLive({ baseUrl: url, only: ['cycle'] });
    await lintLive({ baseUrl: url, resources: 'none' });
    expect(asked.filter((path) => !/^.(workflows|automations|events)/.test(path))).toEqual([]);
    await lintLive({ baseUrl: url, resources: ['contact-properties'] });
    expect(asked.filter((path) => !/^.(workflows|automations|events)/.test(path))).toEqual([
      '/contact-properties?limit=100',
    ]);
    await expect(lintLive({ baseUrl: url, resources: ['segmnts'] })).rejects.toThrow('segmnts');
  });

  test('a resource that the key may not read is absent, with the reason', async () => {
    const { url } = await startService({
      family: 'automations',
      workflows: [workflow],
      fault({ path }, response) {
        if (path !== '/templates' && path !== '/domains') return undefined;
        const message = 'This API key is restricted to only send emails.';
        response.writeHead(403, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ name: 'restricted_api_key', message, statusCode: 403 }));
        return true;
      },
    });
    const { out, code } = await runLive(['--live', '-f', 'json', '--events', 'none'], { url });
    const { notChecked, failures } = JSON.parse(out) as Record<string, { reason: string }[]>;
    expect(failures).toEqual([]);
    const reasons = notChecked?.map(({ reason }) => reason) ?? [];
    expect(reasons.filter((reason) => reason.startsWith('no templates'))[0]).toContain(
      '/templates: the service denies access (403: "This API key is restricted to only send emails.")',
    );
    expect(code).toBe(0);
  });

  test('denied templates are reported once as absent, and failed templates as one failure', async () => {
    const emails = ['a', 'b', 'c'].map((id) => ({
      ...{ key: id, type: 'send_email', config: { template: { id }, from: 'A <a@parcel.io>' } },
    }));
    const many = { ...workflow, steps: [workflow.steps[0], ...emails], connections: [] };
    const lint = async (status: number): Promise<Record<string, { readonly reason: string }[]>> => {
      const { url } = await startService({
        ...{ family: 'automations', workflows: [many] },
        fault({ path }, response) {
          if (!path.startsWith('/templates')) return undefined;
          const data = emails.map(({ key }) => ({ id: key, name: key, status: 'published' }));
          return path === '/templates'
            ? sendJson(response, { object: 'list', has_more: false, data })
            : sendError(response, status, 'some_fault', 'No');
        },
      });
      const { out } = await runLive(['--live', '-f', 'json', '--resources', 'templates'], { url });
      return JSON.parse(out);
    };
    const denied = await lint(401);
    expect(denied['failures']).toEqual([]);
    const reasons = denied['notChecked']?.map(({ reason }) => reason).join('\n');
    expect(reasons).toContain('3 templates are in list form');
    expect(reasons).toContain('the service denies access');
    const failed = await lint(422);
    expect(failed['failures']).toMatchObject([
      { message: expect.stringContaining('not read: 3 templates: "a", "b", "c"') },
    ]);
  });

  test('items that are not templates are reported, and the others are kept', async () => {
    const items = [template, { ...template, id: 't2', alias: null }, { html: '' }, 'text'];
    const list = { object: 'list', has_more: false, data: [...items, { object: 'domain' }] };
    const pull = async (answer: (query: URLSearchParams) => object) => {
      const service = await startService({
        ...{ family: 'automations', workflows: [workflow] },
        fault: ({ path, query }, response) =>
          path === '/templates' && sendJson(response, answer(query)),
      });
      const cwd = newFolder();
      const args = ['pull', '--resources', 'templates'];
      const { err } = await runLive(args, { url: service.url, cwd });
      const file = join(cwd, 'workflows/resources/templates.json');
      return [
        err.split('\n').slice(0, -3),
        existsSync(file) && readFileSync(file, 'utf8'),
      ] as const;
    };
    const [odd, text] = await pull(() => list);
    expect(odd).toEqual([
      expect.stringMatching(/templates: an item of the list is not an object$/),
      expect.stringMatching(
        /templates: the answer holds an object "domain" instead of "template"$/,
      ),
    ]);
    const { has_more: isPartial, data } = JSON.parse(String(text));
    expect([isPartial, data.length]).toEqual([true, 3]);
    const [cut, part] = await pull((query) =>
      query.has('after') ? {} : { has_more: true, data: [template] },
    );
    expect(cut).toEqual([expect.stringContaining('page 2 of the list: the answer is not a list')]);
    expect(JSON.parse(String(part)).data).toHaveLength(1);
    const [endless, none] = await pull((query) => ({
      ...{ object: 'list', has_more: true },
      data: [{ id: `t${Number(query.get('after')?.slice(1) ?? 0) + 1}` }],
    }));
    expect(endless).toEqual([expect.stringContaining('does not end within 1000 pages')]);
    expect(none).toBe(false);
  });

  test('a resource that is not found is removed, a denied one is kept', async () => {
    const cwd = newFolder();
    let status = 200;
    const { url } = await startService({
      ...{ family: 'automations', workflows: [workflow] },
      fault({ path }, response) {
        if (path !== '/segments') return undefined;
        return status === 200
          ? sendJson(response, { object: 'list', has_more: false, data: [{ id: 's', name: 'S' }] })
          : sendError(response, status, 'some_fault', 'No');
      },
    });
    const pull = async (...args: readonly string[]): Promise<string> =>
      (await runLive(['pull', 'a', ...args], { url, cwd })).out;
    expect(await pull()).toContain('a/resources/segments.json: new');
    status = 403;
    expect(await pull('--prune')).not.toContain('a/resources');
    status = 404;
    expect(await pull('--prune', '--resources', 'none')).not.toContain('a/resources');
    expect(await pull()).toContain('a/resources/segments.json: gone from the account');
    expect(await pull('--prune')).toContain('a/resources/segments.json: deleted');
    expect(existsSync(join(cwd, 'a/resources/segments.json'))).toBe(false);
  });

  test('templates in use are fetched once each', async () => {
    const other = { ...template, id: '2c2f9a54', alias: 'unused' };
    const { variables: _, html: __, ...listed } = template;
    const service = await startService({
      family: 'automations',
      workflows: [workflow],
      fault({ path }, response) {
        if (!path.startsWith('/templates')) return undefined;
        const item = { ...listed, updated_at: '2026-10-01T00:00:00.000Z' };
        const value =
          path === '/templates'
            ? { object: 'list', has_more: false, data: [item, { ...other, variables: undefined }] }
            : { object: 'template', ...template };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(value));
        return true;
      },
    });
    const args = ['--live', '--resources', 'templates', '-f', 'compact'];
    const { out } = await runLive(args, { url: service.url });
    expect(out).toContain('[undeclared-template-variable]');
    const fetched = service.asked.filter((path) => path.startsWith('/templates/'));
    expect(fetched).toEqual([`/templates/${template.id}`]);
  });

  const listOf = (data: readonly object[]) => ({ object: 'list', has_more: false, data });
  const { variables: _variables, html: _html, ...listed } = template;

  test('one outage is one line, and incomplete lists do not replace complete ones', async () => {
    const into = newFolder();
    let isDown = false;
    const service = await startService({
      family: 'automations',
      workflows: [
        {
          ...workflow,
          steps: [workflow.steps[0], mailOf('a'), mailOf('b')],
          connections: [
            { from: 'start', to: 'a' },
            { from: 'a', to: 'b' },
          ],
        },
      ],
      fault({ path }, response) {
        const [, name = '', id] = path.split('/');
        if (!['templates', 'domains'].includes(name)) return undefined;
        if (isDown && (id !== undefined || name === 'domains'))
          return sendError(response, 500, 'application_error', 'Oops');
        if (id !== undefined) return sendJson(response, { ...template, id, alias: id });
        const items = ['a', 'b'].map((id) => ({ ...listed, id, alias: id }));
        return sendJson(response, listOf(name === 'templates' ? items : []));
      },
    });
    const pull = (...args: string[]) => runLive(['pull', ...args], { url: service.url, cwd: into });
    expect((await pull('account')).code).toBe(0);
    const files = ['account/resources/templates.json', 'account/resources/domains.json'];
    const read = () => files.map((file) => readFileSync(join(into, file), 'utf8'));
    const before = read();
    isDown = true;
    const { out, err, code } = await pull('account', '--prune');
    expect(err.split('\n').filter((line) => line.includes('Oops'))).toEqual([
      `edgewise: ${service.url}: the service failed (500: "Oops"); not read: the list of domains, 2 templates: "a", "b"`,
    ]);
    expect(out).toContain('templates.json: not written: it is complete, and only a part was read');
    expect(code).toBe(3);
    expect(read()).toEqual(before);
  });

  test('objects other than the template that was asked for are refused', async () => {
    const service = await startService({
      family: 'automations',
      workflows: [workflow],
      fault({ path }, response) {
        if (!path.startsWith('/templates')) return undefined;
        return sendJson(
          response,
          path === '/templates' ? listOf([listed]) : { ...template, object: 'broadcast' },
        );
      },
    });
    const args = ['--live', '--resources', 'templates', '-f', 'compact'];
    const { err } = await runLive(args, { url: service.url });
    expect(err).toContain('the answer holds an object "broadcast" instead of "template"');
  });
});

const mailOf = (id: string) => ({
  key: id,
  type: 'send_email',
  config: { template: { id }, from: 'Parcel <hello@mail.parcel.io>' },
});
