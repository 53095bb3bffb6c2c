import { expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { newFolder, runLive } from './run.ts';
import { type Item, type Service, sendJson, startService } from './service.ts';

// An account by the public description of the API, with each kind of fault in a separate workflow, and for each a
// similar valid workflow.

interface Parts {
  /** Its config. */
  readonly mail: Record<string, unknown>;
  readonly variables: Record<string, unknown>;
  readonly template: Record<string, unknown>;
  readonly declared: Record<string, unknown>[];
  readonly workflow: Record<string, unknown>;
  /** Adds a step after the email. */
  add(type: string, config: object): void;
  /** Puts a step before it. */
  before(type: string, config: object): void;
}

type Change = (parts: Parts) => void;

const variable = (key: string, fallback_value: unknown = null, type = 'string') => ({
  ...{ id: `var_${key}`, key, type, fallback_value },
  ...{ created_at: '2026-03-01 08:00:00+00', updated_at: '2026-03-01 08:00:00+00' },
});
const SEGMENT = '78261eea-8f8b-4381-83c6-79fa7120f1cf';
const TOPIC = 'b6d24b8e-af0b-4c3c-be0c-359bbd97381e';
const LINK = '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Stop</a>';

/** A rule, the fault, and the valid counterpart. */
const CASES: readonly (readonly [rule: string, fault: Change, right: Change])[] = [
  [
    'unknown-template',
    ({ mail }) => Object.assign(mail, { template: { id: 'TBD' } }),
    ({ mail, template, variables }) =>
      Object.assign(mail, { template: { id: template['id'], variables } }),
  ],
  [
    'unpublished-template',
    ({ template }) => Object.assign(template, { status: 'draft', published_at: null }),
    () => {},
  ],
  [
    'unpublished-template',
    ({ template }) => Object.assign(template, { has_unpublished_versions: true }),
    ({ template }) => Object.assign(template, { has_unpublished_versions: false }),
  ],
  [
    'missing-subject',
    ({ template }) => Object.assign(template, { subject: null }),
    ({ template, mail }) => {
      Object.assign(template, { subject: null });
      Object.assign(mail, { subject: 'Hello' });
    },
  ],
  [
    'missing-sender',
    ({ template }) => Object.assign(template, { from: null }),
    ({ template, mail }) => {
      Object.assign(template, { from: null });
      Object.assign(mail, { from: 'Parcel <hello@parcel.io>' });
    },
  ],
  [
    'missing-template-variable',
    ({ variables }) => delete variables['planName'],
    ({ variables, declared }) => {
      delete variables['planName'];
      Object.assign(declared[0] ?? {}, { fallback_value: 'free' });
    },
  ],
  [
    'undeclared-template-variable',
    ({ variables }) => {
      delete variables['planName'];
      Object.assign(variables, { plan: { var: 'event.plan' } });
    },
    ({ variables, declared }) => {
      declared.push(variable('plan'));
      Object.assign(variables, { plan: { var: 'event.plan' } });
    },
  ],
  [
    'unsupported-variable',
    ({ template }) => Object.assign(template, { html: `{{planName}} ${LINK}` }),
    ({ template }) =>
      Object.assign(template, { html: `{{{planName}}} {{{contact.email}}} ${LINK}` }),
  ],
  [
    'template-variable-type',
    ({ variables }) => Object.assign(variables, { planName: { var: 'event.total' } }),
    ({ variables, declared }) => {
      Object.assign(declared[0] ?? {}, { type: 'number' });
      Object.assign(variables, { planName: { var: 'event.total' } });
    },
  ],
  [
    'template-variable-type',
    ({ variables }) => Object.assign(variables, { planName: { var: 'contact.properties.visits' } }),
    ({ variables }) => Object.assign(variables, { planName: { var: 'contact.properties.city' } }),
  ],
  [
    'missing-unsubscribe',
    ({ template, before }) => {
      before('delay', { duration: '2 days' });
      Object.assign(template, { html: '{{{planName}}}' });
    },
    ({ before }) => before('delay', { duration: '2 days' }),
  ],
  [
    'unverified-domain',
    ({ mail }) => Object.assign(mail, { from: 'Parcel <hello@mail.parcel.io>' }),
    ({ mail }) => Object.assign(mail, { from: 'Parcel <hello@PARCEL.io>' }),
  ],
  [
    'unverified-domain',
    ({ template }) => Object.assign(template, { from: 'Parcel <hello@pending.io>' }),
    ({ mail, template }) => {
      Object.assign(template, { from: 'Parcel <hello@pending.io>' });
      Object.assign(mail, { from: 'Parcel <hello@parcel.io>' });
    },
  ],
  [
    'unverified-domain',
    ({ mail }) => Object.assign(mail, { from: 'onboarding@resend.dev' }),
    ({ mail, workflow }) => {
      Object.assign(mail, { from: 'onboarding@resend.dev' });
      Object.assign(workflow, { status: 'disabled' });
    },
  ],
  [
    'unknown-segment',
    ({ add }) => add('add_to_segment', { segment_id: 'Users' }),
    ({ add }) => add('add_to_segment', { segment_id: SEGMENT }),
  ],
  [
    'unknown-topic',
    ({ mail }) => Object.assign(mail, { topic_id: SEGMENT }),
    ({ mail }) => Object.assign(mail, { topic_id: TOPIC }),
  ],
  [
    'unknown-contact-property',
    ({ variables }) => Object.assign(variables, { planName: { var: 'contact.properties.town' } }),
    ({ variables }) => Object.assign(variables, { planName: { var: 'contact.first_name' } }),
  ],
  [
    'unknown-contact-property',
    ({ add }) => add('contact_update', { properties: { visits: 'many' } }),
    ({ add }) => add('contact_update', { properties: { visits: 3, city: null } }),
  ],
  [
    'mustache-in-variable',
    ({ variables }) => Object.assign(variables, { planName: '{{event.plan}}' }),
    ({ variables }) => Object.assign(variables, { planName: 'pro' }),
  ],
  [
    'reserved-variable',
    ({ variables, declared }) => {
      declared.push(variable('FIRST_NAME'));
      Object.assign(variables, { FIRST_NAME: { var: 'contact.first_name' } });
    },
    ({ variables, declared }) => {
      declared.push(variable('first_name'));
      Object.assign(variables, { first_name: { var: 'contact.first_name' } });
    },
  ],
  [
    'invalid-variable-name',
    ({ declared }) => declared.push(variable('LAST_NAME')),
    ({ declared }) => declared.push(variable('lastName', 'friend')),
  ],
  [
    'unknown-system-event',
    ({ before }) =>
      before('wait_for_event', { event_name: 'resend:email.openend', timeout: '1 day' }),
    ({ before }) =>
      before('wait_for_event', { event_name: 'resend:email.opened', timeout: '1 day' }),
  ],
  [
    'invalid-update',
    ({ add }) => add('contact_update', { unsubscribed: 'false' }),
    ({ add }) => add('contact_update', { unsubscribed: false }),
  ],
];

const idOf = (kind: number, n: number): string =>
  `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(n).padStart(12, '0')}`;
const STAMPS = { created_at: '2026-03-01 08:00:00+00', updated_at: '2026-03-01 08:00:00+00' };

function accountOf(cases: readonly (readonly [name: string, change: Change])[]) {
  const workflows: Item[] = [];
  const templates: Item[] = [];
  const events: Item[] = [];
  for (const [n, [name, change]] of cases.entries()) {
    const event = `case_${n}.happened`;
    events.push({
      ...{ id: idOf(1, n), name: event, schema: { plan: 'string', total: 'number' } },
      ...STAMPS,
    });
    const declared = [variable('planName')];
    const template = {
      ...{ object: 'template', id: idOf(2, n), current_version_id: idOf(3, n) },
      ...{ name: `Mail of ${name}`, alias: `mail_of_case_${n}`, status: 'published' },
      ...{ published_at: STAMPS.updated_at, has_unpublished_versions: false, ...STAMPS },
      ...{ from: 'Parcel <hello@parcel.io>', subject: 'Hi', reply_to: null, text: null },
      ...{ html: `<p>Dear friend, {{{planName}}} ${LINK}</p>`, variables: declared },
    };
    const variables = { planName: { var: 'event.plan' } };
    const mail = { template: { id: template.alias, variables } };
    const steps = [
      { key: 'start', type: 'trigger', config: { event_name: event } },
      { key: 'mail', type: 'send_email', config: mail },
    ];
    const workflow = {
      ...{ object: 'automation', id: idOf(4, n), name, status: 'enabled', ...STAMPS, steps },
      connections: [] as object[],
    };
    change({
      ...{ mail, variables, template, declared, workflow },
      add: (type, config) => void steps.push({ key: 'last', type, config: config as never }),
      before: (type, config) =>
        void steps.splice(1, 0, { key: 'first', type, config: config as never }),
    });
    const branches = steps.map(({ type }) =>
      type === 'wait_for_event' ? ['event_received', 'timeout'] : ['default'],
    );
    workflow.connections = steps
      .slice(1)
      .flatMap(({ key }, i) =>
        (branches[i] ?? []).map((type) => ({ from: steps[i]?.key, to: key, type })),
      );
    workflows.push(workflow);
    templates.push(template);
  }
  return { workflows, events, templates };
}

const DETAILS = ['object', 'current_version_id', 'from', 'subject', 'reply_to', 'html', 'text'];
const LISTED_WITHOUT = [...DETAILS, 'variables', 'has_unpublished_versions'];

async function serve(cases: readonly (readonly [string, Change])[]): Promise<Service> {
  const { workflows, events, templates } = accountOf(cases);
  const domain = (name: string, status: string) => ({
    ...{ id: name, name, status, region: 'eu-west-1', open_tracking: false, click_tracking: false },
    ...{
      created_at: STAMPS.created_at,
      capabilities: { sending: 'enabled', receiving: 'disabled' },
    },
  });
  const property = (key: string, type: string) => ({ id: key, key, type, fallback_value: null });
  const lists = new Map<string, readonly object[]>([
    ['/domains', [domain('parcel.io', 'verified'), domain('pending.io', 'pending')]],
    ['/segments', [{ id: SEGMENT, name: 'Users', created_at: STAMPS.created_at }]],
    ['/topics', [{ id: TOPIC, name: 'News', description: '', default_subscription: 'opt_in' }]],
    ['/contact-properties', [property('city', 'string'), property('visits', 'number')]],
    [
      '/templates',
      templates.map((template) =>
        Object.fromEntries(
          Object.entries(template).filter(([field]) => !LISTED_WITHOUT.includes(field)),
        ),
      ),
    ],
  ]);
  return startService({
    ...{ family: 'automations', workflows, events },
    fault({ path }, response) {
      const data = lists.get(path);
      if (data !== undefined) return sendJson(response, { object: 'list', has_more: false, data });
      const template = templates.find(({ id }) => path === `/templates/${id}`);
      return template === undefined ? undefined : sendJson(response, template);
    },
  });
}

interface Found {
  readonly rule: string;
  readonly message: string;
  readonly help?: string;
  readonly workflow?: { readonly name?: string };
}

const FLAGS = ['-f', 'json', '--rule', 'missing-unsubscribe=info'];

async function lint(url: string): Promise<readonly Found[]> {
  const { out } = await runLive(['--live', ...FLAGS], { url });
  const { findings, failures, notChecked } = JSON.parse(out) as {
    findings: Found[];
    failures: unknown[];
    notChecked: { rule: string; reason: string }[];
  };
  expect(failures).toEqual([]);
  expect(notChecked.filter(({ reason }) => !reason.includes('option'))).toEqual([]);
  return findings;
}

/** The rule, and the name of the workflow or, for a fault of a template, of that template. */
const summaryOf = ({ rule, message, workflow }: Found): string =>
  `${rule} ${workflow?.name ?? /mail_of_case_\d+/.exec(message)?.[0]}`;

const faults = CASES.map(([rule, fault], i) => [`${rule} ${i}`, fault] as const);
const rights = CASES.map(([rule, , right], i) => [`right ${rule} ${i}`, right] as const);

test('each fault is one finding of its rule, and valid workflows have none', async () => {
  const { url } = await serve([...faults, ...rights]);
  const found = await lint(url);
  const expected = CASES.map(([rule], i) => {
    const isOfTemplate = i === 7 || i === 20;
    return `${rule} ${isOfTemplate ? `mail_of_case_${i}` : `${rule} ${i}`}`;
  });
  // Infos: contacts may lack the property, also in valid workflows.
  const blank = found.filter(({ rule }) => rule === 'blank-variable');
  expect(blank).toHaveLength(5);
  const others = found.filter((each) => !blank.includes(each));
  expect(others.map(summaryOf).sort()).toEqual(expected.sort());
  const help = found.find(({ message }) => message.includes('has no variable "plan"'))?.help;
  expect(help).toBe('did you mean "planName"?');
});

test('a pulled folder has the same findings', async () => {
  const { url } = await serve([...faults, ...rights]);
  const found = (await lint(url)).map(summaryOf).sort();
  const cwd = newFolder();
  await runLive(['pull', 'account'], { url, cwd });
  const { out } = await run(['account', ...FLAGS], { cwd });
  const { findings } = JSON.parse(out) as { findings: Found[] };
  expect(findings.map(summaryOf).sort()).toEqual(found);
});

test('five automations without any subject are five findings', async () => {
  const without: Change = ({ template }) => Object.assign(template, { subject: null });
  const { url } = await serve([1, 2, 3, 4, 5].map((n) => [`Mail ${n}`, without]));
  const found = await lint(url);
  expect(found.map(summaryOf)).toEqual([1, 2, 3, 4, 5].map((n) => `missing-subject Mail ${n}`));
});
