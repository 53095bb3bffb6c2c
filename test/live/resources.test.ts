import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resend } from 'resend';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf, run } from '../cli/run.ts';
import { type Served, startServer } from '../cli/server.ts';
import { newFolder, runLive } from './run.ts';
import { startService } from './service.ts';

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
    served = await startServer(['all.json'], folder);
  });
  afterAll(() => served.stop());

  test('the official SDK reads them back', async () => {
    process.env['RESEND_BASE_URL'] = served.url;
    const { Resend: Client } = (await import('resend')) as { Resend: typeof Resend };
    const resend = new Client('re_123', { baseUrl: served.url } as object);
    expect((await resend.templates.list()).data?.data).toMatchObject([
      { id: template.id, alias: 'welcome', status: 'published' },
      { id: '2c2f9a54', alias: 'unused' },
    ]);
    expect((await resend.templates.get('welcome')).data).toMatchObject({
      ...{ object: 'template', id: template.id, subject: 'Hi', html: '{{{planName}}}' },
      variables: template.variables,
    });
    expect((await resend.domains.list()).data?.data).toMatchObject([{ name: 'parcel.io' }]);
    expect((await resend.segments.list()).data?.data).toMatchObject([{ name: 'Users' }]);
    expect((await resend.topics.list()).data?.data).toMatchObject([{ name: 'News' }]);
    expect((await resend.contactProperties.list()).data?.data).toMatchObject([{ key: 'city' }]);
  });

  test('is checked with those that its workflows use', async () => {
    const { out, code } = await runLive(['--live', '-f', 'compact'], { url: served.url });
    expect(out).toContain(
      'template "welcome" has no variable "plan" [undeclared-template-variable]',
    );
    expect(out).toContain('"mail.parcel.io" is not a domain of the account [unverified-domain]');
    expect(code).toBe(1);
  });

  test('is pulled to a file a resource, twice the same, without the body of a template', async () => {
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

  test('--dry-run says the requests', async () => {
    const args = ['pull', 'x', '--dry-run', '--resources', 'templates,contact-properties'];
    const { err } = await runLive(args, { url: served.url, cwd: newFolder() });
    expect(err).toContain(
      '/events, /templates, /templates/{id} of each that is used, /contact-properties',
    );
    expect(err).not.toContain('/domains');
  });

  test('a name that is no resource is a usage error', async () => {
    const { err, code } = await runLive(['--live', '--resources', 'segmnts'], { url: served.url });
    expect(err).toContain('did you mean "segments"?');
    expect(code).toBe(2);
  });
});

describe('an account that gives some of them', () => {
  test('a key that may not read a resource makes it absent, with the reason', async () => {
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

  test('templates are fetched one by one for those in use, and once', async () => {
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
    const env = { EDGEWISE_CACHE_DIR: newFolder() };
    const lint = () =>
      runLive(['--live', '--resources', 'templates', '-f', 'compact'], { url: service.url, env });
    expect((await lint()).out).toContain('[undeclared-template-variable]');
    expect((await lint()).out).toContain('[undeclared-template-variable]');
    const fetched = service.asked.filter((path) => path.startsWith('/templates/'));
    expect(fetched).toEqual([`/templates/${template.id}`]);
  });
});
