import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { FORMATS } from '../../src/core/report/formats.ts';
import { BEARER } from '../../src/features/live/access.ts';
import { createAudit } from '../../src/features/live/audit.ts';
import { createClient } from '../../src/features/live/client.ts';
import { plainWords } from '../../src/features/live/plain-words.ts';
import type { LiveItem } from '../../src/load/live-item.ts';
import { run } from '../cli/run.ts';
import fc from '../fast-check.ts';
import { newFolder, runLive } from './run.ts';
import { type Account, type Item, sendError, sendJson, startService } from './service.ts';

const isReport = new Ajv({ strict: false }).compile(
  JSON.parse(
    readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
  ) as object,
);

// All data of contacts of the account.
const ADDRESS = 'margarethe.voss@kranich-post.example';
const NAMES = ['Margarethe', 'Voss', 'kranich', '+4915112345678', 'Lindenallee'];
const LEAKS = new RegExp([ADDRESS, 'margarethe%2Evoss', ...NAMES.map(literal)].join('|'), 'i');

function literal(text: string): string {
  return text.replace(/[+.]/g, '\\$&');
}

const id = (n: number): string => `7f1e9a54-4f6e-4f0a-9a1d-${String(n).padStart(12, '0')}`;
const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const mail = (key: string) => ({
  ...{ key, type: 'send_email' },
  config: {
    template: { id: 'welcome', variables: { PLAN: { var: 'event.plan' } } },
    ...{ subject: 'Hi', from: 'Shop <hello@shop.io>' },
  },
});
const workflow = (n: number, event: string, more: object = {}): Item => ({
  ...{ object: 'automation', id: id(n), name: `Series ${n}`, status: 'enabled', ...times },
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: event } },
    mail('hello'),
    { key: 'wait', type: 'delay', config: { duration: '2 days' } },
    mail('rare'),
  ],
  connections: [
    { from: 'start', to: 'hello', type: 'default' },
    { from: 'hello', to: 'wait', type: 'default' },
    { from: 'wait', to: 'rare', type: 'default' },
  ],
  ...more,
});

const step = (key: string, status: string, more: object = {}) => ({
  ...{ key, type: 'send_email', status, started_at: null, completed_at: null, ...times },
  output: {
    to: ADDRESS,
    email_id: 'e1',
    template: { id: 'welcome', variables: { NAME: 'Margarethe Voss' } },
  },
  error: null,
  ...more,
});
const failed = {
  error: {
    name: 'validation_error',
    message: `Template "welcome" is not published, so Margarethe Voss <${ADDRESS}> received nothing`,
  },
};
const runOf = (i: number): Item => ({
  ...{ object: 'automation_run', id: id(i), created_at: '2026-10-01T00:00:00.000Z' },
  status: i % 4 === 0 ? 'failed' : 'completed',
  ...{ started_at: '2026-10-01T00:00:00.000Z', completed_at: null },
  steps: [
    step('start', 'completed'),
    i % 4 === 0 ? step('hello', 'failed', failed) : step('hello', 'completed'),
    step('wait', 'completed'),
    step('rare', 'skipped'),
  ],
});
const stuck = {
  ...runOf(1),
  id: 'stuck',
  status: 'running',
  started_at: '2026-09-01T00:00:00.000Z',
};
const runs = [...Array.from({ length: 40 }, (_, i) => runOf(i)), stuck];

const logOf = (i: number): Item => ({
  ...{ id: id(i), endpoint: '/events/send', method: 'POST', user_agent: ADDRESS },
  ...{ created_at: '2026-10-01T00:00:00.000Z', response_status: i % 5 === 0 ? 422 : 202 },
  ...bodiesOf(i),
});
const logs: readonly Item[] = [
  { id: 'other', endpoint: `/contacts/${ADDRESS}`, method: 'GET', response_status: 200 },
  ...Array.from({ length: 30 }, (_, i) => logOf(i)),
];
function bodiesOf(i: number) {
  const event = i === 7 ? ADDRESS : i % 3 === 0 ? 'user.joined' : 'user.jiond';
  const payload = {
    ...(i % 2 === 0 && { plan: 'Margarethe Voss' }),
    ...{ [ADDRESS]: 1, '+4915112345678': 2, street: 'Lindenallee 5' },
  };
  const message = `Invalid type of field "plan" for ${ADDRESS}: expected number, got "Margarethe Voss"`;
  return {
    request_body: { event, email: ADDRESS, payload },
    response_body: i % 5 === 0 ? { name: 'validation_error', message } : { object: 'event' },
  };
}

/** An account with runs and logs, as the service has them. */
const account = (fault?: Account['fault']): Account => ({
  family: 'automations',
  workflows: [workflow(1, 'user.joined'), workflow(2, 'user.left'), workflow(3, 'user.paid')],
  events: [
    { id: id(90), name: 'user.joined', schema: { plan: 'number' }, ...times },
    { id: id(91), name: 'user.left', schema: { plan: 'string' }, ...times },
    { id: id(92), name: 'user.paid', schema: { plan: 'string' }, ...times },
  ],
  runs: { [id(1)]: runs },
  ...{ logs, fault },
});

const audit = (url: string, ...args: readonly string[]) =>
  runLive(['--live', '--resources', 'none', '--audit', 'runs,logs', ...args], { url });

function textsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, 'utf8')}`);
}

describe('an audit of runs and logs', () => {
  test('reports failed and skipped steps', async () => {
    const { url } = await startService(account());
    const { out } = await audit(url, '-f', 'compact');
    const lines = out.split('\n').filter((line) => !line.includes('[no-'));
    const found = (rule: string) =>
      lines
        .filter((line) => line.endsWith(`[${rule}]`))
        .map((line) => line.split(': ').slice(-1)[0]);
    expect(found('failing-step')).toEqual([
      'send_email "hello" failed in 5 of 20 sampled runs that reached it [failing-step]',
    ]);
    expect(found('stuck-run')[0]).toMatch(/^a run has been under way for \d+ days/);
    expect(found('never-run')).toHaveLength(2);
    expect(found('cold-branch')).toEqual([
      'send_email "rare" was skipped in all 15 sampled runs [cold-branch]',
    ]);
    expect(found('refused-event')).toHaveLength(2);
    expect(found('unheard-event')[0]).toContain('"user.jiond" was sent in');
    expect(found('missing-payload-key')[0]).toContain('"user.joined" lack "plan"');
  });

  test('reports the reason, without data of contacts', async () => {
    const { url } = await startService(account());
    const { findings } = JSON.parse((await audit(url, '-f', 'json')).out) as {
      findings: { rule: string; help?: string }[];
    };
    const helpOf = (rule: string) => findings.find((each) => each.rule === rule)?.help;
    expect(helpOf('failing-step')).toBe(
      'correct the most common error: "Template "welcome" is not published, … received …"',
    );
    expect(helpOf('refused-event')).toContain(
      'Invalid type of field "plan" for …: expected number, …',
    );
  });

  test('states the number of sampled runs and calls in the JSON report', async () => {
    const auditOf = async (given: Account, ...args: readonly string[]) => {
      const { url } = await startService(given);
      const { out } = await runLive(['--live', '-f', 'json', ...args], { url });
      const report = JSON.parse(out) as { audit?: object; complete: boolean };
      expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
      return report.audit;
    };
    expect(await auditOf(account(), '--audit', 'runs,logs')).toEqual({ runs: 20, logs: 29 });
    expect(await auditOf(account(), '--audit', 'runs=3,logs=4')).toEqual({ runs: 3, logs: 4 });
    expect(await auditOf(account(), '--audit', 'logs=4')).toEqual({ logs: 4 });
    expect(await auditOf({ ...account(), runs: { [id(1)]: [] } }, '--audit', 'runs')).toEqual({
      runs: 0,
    });
    expect(await auditOf(account())).toBeUndefined();
    const refused: Account['fault'] = ({ path }, response) =>
      path.startsWith('/logs') ? sendError(response, 403, 'x', 'no') : undefined;
    expect(await auditOf(account(refused), '--audit', 'runs,logs')).toEqual({ runs: 20 });
  });

  test('reads a bounded sample, and prints the requests first', async () => {
    const service = await startService(account());
    const { err } = await audit(service.url, '-f', 'compact');
    expect(err).toContain(
      'requests: GET /automations/{id}/runs and the newest 20 runs of 3 workflows (at most 93), GET /logs and the newest 100 calls of /events/send (at most 105)\n',
    );
    const asked = service.asked.filter((path) => /runs|logs/.test(path));
    expect(asked.filter((path) => path.includes('/runs'))).toHaveLength(20 + 4);
    expect(asked.filter((path) => path.startsWith('/logs'))).toHaveLength(31);

    const few = await startService(account());
    await runLive(['--live', '--audit', 'runs=3,logs=4'], { url: few.url });
    expect(few.asked.filter((path) => /\/runs\//.test(path))).toHaveLength(3);
    expect(few.asked.filter((path) => /\/logs\//.test(path))).toHaveLength(4);
    await runLive(['--live'], { url: few.url });
    expect(few.asked.filter((path) => /\/runs\//.test(path))).toHaveLength(3);
  });

  test('finds the oldest of many runs under way, and says when there are more than it lists', async () => {
    const started = new Date().toISOString();
    const young = (i: number) => ({ ...stuck, id: `young_${i}`, started_at: started });
    const stuckIn = async (count: number) => {
      const underWay = [...Array.from({ length: count }, (_, i) => young(i)), stuck];
      const { url } = await startService({ ...account(), runs: { [id(1)]: underWay } });
      const { findings, notChecked } = JSON.parse((await audit(url, '-f', 'json')).out) as {
        findings: { rule: string }[];
        notChecked: { rule: string; reason: string }[];
      };
      const reasons = notChecked.filter(({ rule }) => rule === 'stuck-run');
      const isFound = findings.some(({ rule }) => rule === 'stuck-run');
      return [isFound, ...reasons.map(({ reason }) => reason)];
    };
    expect(await stuckIn(150)).toEqual([true]);
    expect(await stuckIn(1000)).toEqual([
      false,
      expect.stringContaining('only the newest 1000 runs under way of 1 workflow were listed'),
    ]);
  });

  test('writes no data of contacts to any format, blob, cache or saved file', async () => {
    const { url } = await startService(account());
    const [cache, cwd] = [newFolder(), newFolder()];
    const names = [...FORMATS.keys(), 'blob'];
    const formats = names.flatMap((name) => ['-f', `${name}=report.${name}`]);
    const args = ['--live', '--audit', 'runs,logs', '--preset', 'strict', '--show-suppressed'];
    const { out, err } = await runLive([...args, ...formats, '--save', 'saved'], {
      ...{ url, cwd },
      env: { EDGEWISE_CACHE_DIR: cache },
    });
    const shards = ['1/2', '2/2'].map((shard) => {
      const blob = `blob=${shard[0]}.shard`;
      return runLive([...args, '--shard', shard, '-f', blob], {
        ...{ url, cwd },
        env: { EDGEWISE_CACHE_DIR: cache },
      });
    });
    const printed = (await Promise.all(shards)).map((each) => each.out + each.err);
    const texts = [out, err, ...printed, ...textsIn(cwd), ...textsIn(cache)];
    expect(texts.length).toBeGreaterThan(names.length + 5);
    expect(texts.filter((text) => LEAKS.test(text))).toEqual([]);
    // The search finds data that is present.
    expect(LEAKS.test(JSON.stringify(runs[0]))).toBe(true);
    expect(texts.filter((text) => text.includes('failing-step')).length).toBeGreaterThan(8);

    const again = await runLive(['saved', '-f', 'compact'], { cwd });
    expect(again.out).toContain('[failing-step]');
    for (const blobs of [['report.blob'], ['1.shard', '2.shard']]) {
      const merged = await run(['merge', ...blobs, '--preset', 'strict', '-f', 'compact'], { cwd });
      expect(merged.out).toContain('[failing-step]');
      expect(merged.out).toContain('[refused-event]');
      expect(merged.out).not.toMatch(LEAKS);
    }
  });

  test('does not print response bodies in messages', async () => {
    const answers: readonly Account['fault'][] = [
      ({ path }, response) =>
        /runs|logs/.test(path) && sendError(response, 422, 'x', `no run of ${ADDRESS}`),
      ({ path }, response) =>
        /runs|logs/.test(path) && sendError(response, 403, 'x', `not for ${ADDRESS}`),
      ({ path }, response) => /runs|logs/.test(path) && sendJson(response, `<p>${ADDRESS}</p>`),
      ({ path }, response) => /runs|logs/.test(path) && sendJson(response, { to: ADDRESS }),
      ({ path }, response) => /(runs|logs)\/./.test(path) && sendJson(response, `"${ADDRESS}"`),
    ];
    for (const fault of answers) {
      const { url } = await startService(account(fault));
      const { out, err } = await audit(url, '-f', 'text');
      expect(out + err).not.toMatch(LEAKS);
    }
  });

  test('a missing permission is "not checked", a failed request makes the result incomplete', async () => {
    const { url } = await startService(
      account(({ path }, response) =>
        path.startsWith('/logs') ? sendError(response, 403, 'x', 'no') : undefined,
      ),
    );
    const report = JSON.parse((await audit(url, '-f', 'json')).out);
    expect(report.failures).toEqual([]);
    expect(report.notChecked).toContainEqual({
      rule: 'refused-event',
      reason: 'no samples of sent events were loaded (/logs: the key may not read them (403))',
    });
    const broken = await startService(
      account(({ path }, response) =>
        path.startsWith('/logs') ? sendJson(response, { data: 1 }) : undefined,
      ),
    );
    const other = JSON.parse((await audit(broken.url, '-f', 'json')).out);
    expect(other.failures).toEqual([
      { source: `${broken.url}/logs`, message: '/logs: the answer cannot be used' },
    ]);
  });

  test('of runs alone or logs alone sends no other requests', async () => {
    for (const [kind, other] of [
      ['runs', '/logs'],
      ['logs', '/runs'],
    ] as const) {
      const { url, asked } = await startService(account());
      await runLive(['--live', '--resources', 'none', '--audit', kind], { url });
      expect(asked.filter((path) => path.includes(other))).toEqual([]);
      expect(asked.filter((path) => path.includes(`/${kind}`)).length).toBeGreaterThan(5);
    }
  });

  test('samples 100 workflows, the enabled ones first', async () => {
    const off = (n: number) => workflow(n, 'user.joined', { status: 'disabled' });
    const workflows = [
      ...Array.from({ length: 101 }, (_, i) => off(i + 10)),
      workflow(200, 'user.joined', { created_at: undefined }),
    ];
    const { url, asked } = await startService({ ...account(), workflows, runs: {} });
    const { notChecked } = JSON.parse((await audit(url, '-f', 'json')).out);
    expect(asked.filter((path) => path.includes('/runs'))).toHaveLength(100);
    expect(asked).toContain(`/automations/${id(200)}/runs?limit=20`);
    expect(notChecked).toContainEqual({
      rule: 'failing-step',
      reason: expect.stringContaining(
        'the runs of 2 workflows were not asked for: an audit samples 100',
      ),
    });
  });

  const failing = async (fault: Account['fault']) => {
    const { url } = await startService(account(fault));
    const client = createClient({
      ...{ baseUrl: url, key: undefined, auth: BEARER, userAgent: '', rate: 10_000 },
      limits: { tries: 1, failures: 1000 },
    });
    const choice = new Map([
      ['runs', 2],
      ['logs', 2],
    ]);
    const sampled = createAudit(choice);
    for (const item of [workflow(1, 'user.joined')])
      sampled.add({
        ...{ kind: 'document', of: 'workflow', source: '', id: item.id },
        text: JSON.stringify(item),
      });
    const items: LiveItem[] = [];
    for await (const item of sampled.read({ client, concurrency: 2 })) items.push(item);
    return items.flatMap((item) =>
      item.kind === 'document'
        ? [`${item.of}: ${JSON.parse(item.text).data.length}`]
        : [item.kind === 'failure' ? item.message : item.reason],
    );
  };

  test('names the cause of a failed request, whichever it is', async () => {
    for (const [status, why] of [
      [500, 'the service failed (500)'],
      [404, 'the service does not have them (404)'],
      [422, 'the answer cannot be used (422)'],
    ] as const) {
      const refuse: Account['fault'] = ({ path }, response) =>
        /runs|logs/.test(path) && sendError(response, status, 'x', 'x');
      expect(await failing(refuse)).toEqual([`the runs of 1 workflow: ${why}`, `/logs: ${why}`]);
    }
    expect(
      await failing(
        ({ query }, response) => query.has('status') && sendError(response, 500, 'x', 'x'),
      ),
    ).toContain('the runs of 1 workflow: the service failed (500)');
  });

  test('counts the others when a run or a call was deleted or cannot be read', async () => {
    const each = (status: number) =>
      failing(
        ({ path, nth }, response) =>
          /(?:runs|logs)\/./.test(path) && nth === 1 && sendError(response, status, 'x', 'x'),
      );
    expect(await each(404)).toEqual(['run_samples: 1', 'event_samples: 0']);
    expect(await each(500)).toEqual([
      'the runs of 1 workflow: the service failed (500)',
      'run_samples: 1',
      '/logs: the service failed (500)',
    ]);
  });

  test('skips runs and calls that it cannot read', async () => {
    const good = runOf(0);
    const odd = [
      ...[{ id: 5 }, { id: '..' }, 'text'],
      { ...good, id: 'a', started_at: undefined, status: 'running' },
      { ...good, id: 'b', created_at: 'soon', started_at: null, status: 'running' },
      { ...good, id: 'c', steps: ['text', { status: 'failed' }] },
      { ...good, id: 'd', steps: [step('hello', 'failed', { error: 'the template is missing' })] },
      { ...good, id: 'e', steps: [step('hello', 'failed', { error: { name: 'timeout' } })] },
      { ...good, id: 'f', steps: [step('hello', 'failed', { error: 5 })] },
    ] as readonly unknown[] as readonly Item[];
    const sent = (name: string, more: object) => ({ ...logOf(1), id: name, ...more });
    const body = (event: string, payload: unknown) =>
      JSON.stringify({ event, email: ADDRESS, payload });
    const refused = (message: unknown) => ({ response_status: 422, response_body: { message } });
    const calls = [
      ...[
        { id: 5 },
        sent('..', {}),
        sent('x', { method: 'GET' }),
        sent('y', { response_status: 500 }),
      ],
      sent('call_a', { request_body: body('user.zoned', { plan: 1 }) }),
      sent('call_b', { request_body: body('user.joined', 'none'), method: undefined }),
      sent('call_c', { request_body: '[1]' }),
      sent('call_d', { request_body: 'text' }),
      sent('call_e', { request_body: 7 }),
      sent('call_f', refused('the plan is missing')),
      sent('call_g', refused('the event is invalid')),
      sent('call_h', refused(5)),
    ] as readonly unknown[] as readonly Item[];
    const answer: Account['fault'] = ({ path }, response) => {
      const [, , , of, one] = path.split('/');
      if (path === '/logs') return sendJson(response, { data: calls });
      if (of === 'runs' && one === undefined) return sendJson(response, { data: odd });
      const found = [...odd, ...calls].find((item) => item.id === path.split('/').at(-1));
      return found !== undefined && sendJson(response, found);
    };
    const { url } = await startService({ ...account(answer) });
    const cwd = newFolder();
    await runLive(['--live', '--audit', 'runs,logs', '--save', 'saved'], { url, cwd });
    const saved = (name: string) =>
      JSON.parse(readFileSync(join(cwd, `saved/resources/${name}.json`), 'utf8')).data;
    const steps = (saved('run-samples')[0].by_step as object[]).slice(0, 2);
    expect([saved('run-samples')[0].runs, steps]).toEqual([
      6,
      [
        { key: 'start', reached: 2, failed: 0, skipped: 0 },
        {
          ...{ key: 'hello', reached: 5, failed: 5, skipped: 0, errors: 2 },
          error: 'Template "welcome" is not published, … received …',
        },
      ],
    ]);
    expect(saved('event-samples')).toEqual([
      {
        ...{ event: 'user.jiond', accepted: 0, refused: 3, keys: [] },
        reason: 'the event is invalid',
      },
      { event: 'user.joined', accepted: 1, refused: 0, keys: [] },
      { event: 'user.zoned', accepted: 1, refused: 0, keys: [{ key: 'plan', count: 1 }] },
    ]);
  });

  test('--dry-run lists the requests of each kind', async () => {
    const lines = async (...args: string[]) =>
      (await runLive(['--live', '--dry-run', ...args])).out.split('\n');
    expect(await lines('--audit', 'runs=3', '--resources', 'all')).toEqual([
      'requests: GET /workflows or /automations, /automations/{id} of each that is not in the cache, /events, /templates, /templates/{id} of each that is used, /domains, /segments, /topics, /contact-properties',
      'audit: GET /automations/{id}/runs and the newest 3 runs of 100 workflows (at most 1400)',
      '',
    ]);
    expect(await lines('--audit', 'logs', '--resources', 'none')).toEqual([
      'requests: GET /workflows or /automations, /automations/{id} of each that is not in the cache, /events',
      'audit: GET /logs and the newest 100 calls of /events/send (at most 105)',
      '',
    ]);
  });

  test('requires --live and a known kind of sample', async () => {
    expect(await runLive(['--audit', 'runs'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('add --live'),
    });
    expect(await runLive(['--live', '--audit', 'rnus'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean "runs"?'),
    });
    expect((await runLive(['--live', '--audit', 'runs=1000'])).code).toBe(2);
  });
});

test('words of a message are removed unless they are known or from the account', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'äößĀxyzqjK'), minLength: 3 });
  const sign = fc.constantFrom(...` "'<>()[]{},;:.…@-_/%`);
  fc.assert(
    fc.property(letters, sign, sign, fc.string({ unit: 'binary' }), (name, before, after, rest) => {
      const text = plainWords(
        `send to ${before}${name}${after} ${rest} ${name}@shop.io`,
        new Set(),
      );
      expect(text).not.toContain(name);
      expect(text).not.toContain('shop.io');
    }),
  );
  expect(plainWords('Rate limit exceeded (429)', new Set())).toBe('Rate limit exceeded (429)');
  expect(plainWords('Call Anna on 0151 234', new Set())).toBe('Call … on …');
  const long = plainWords('invalid email address '.repeat(10), new Set());
  expect([long.length, long.slice(-6)]).toEqual([101, ' inva…']);
});
