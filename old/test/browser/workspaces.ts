import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rules } from '../../rules/index.ts';
import type { Result } from '../../src/core/model/finding.ts';
import html from '../../src/core/report/html.ts';
import { drawnWorkflows } from '../../src/features/picture/drawn.ts';
import { decodeItems } from '../../src/run/decode.ts';
import { readPage } from '../../src/run/package-path.ts';
import { lintTexts } from '../lint-text.ts';
import { print } from '../report/samples.ts';

// Workspaces of a small bicycle shop, as the pages show them.

type Step = { readonly key: string; readonly type: string; readonly config: object };

const email = (key: string, subject: string): Step => ({
  key,
  type: 'send_email',
  config: { template: { id: `tpl_${key}` }, subject, from: 'Spoke & Chain <hello@spoke.shop>' },
});
const delay = (key: string, duration: string): Step => ({
  key,
  type: 'delay',
  config: { duration },
});
const on = (event_name: string): Step => ({
  key: 'start',
  type: 'trigger',
  config: { event_name },
});
const edge = (from: string, to: string, type?: string) => ({
  from,
  to,
  ...(type !== undefined && { type }),
});
const chain = (steps: readonly Step[]) =>
  steps.slice(1).map((step, i) => edge((steps[i] as Step).key, step.key));

function workflow(
  id: string,
  name: string,
  steps: readonly Step[],
  connections: readonly object[] = chain(steps),
  status = 'enabled',
): object {
  return {
    object: 'automation',
    id,
    name,
    status,
    created_at: '2026-03-01 09:00:00+00',
    updated_at: null,
    steps,
    connections,
  };
}

/** A branch, a wait, an edge with a misspelt end and an unreachable step. */
export const SERVICE = workflow(
  'aut_service',
  'Yearly service',
  [
    on('bike.bought'),
    delay('a_year', '30 days'),
    email('invite', 'Time for a service'),
    {
      key: 'booked',
      type: 'wait_for_event',
      config: { event_name: 'service.booked', timeout: '14 days' },
    },
    email('thanks', 'See you soon'),
    {
      key: 'plan',
      type: 'condition',
      config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'care' },
    },
    email('discount', 'A tenner off your service'),
    email('reminder', 'Your brakes miss you'),
    email('survey', 'How did we do?'),
  ],
  [
    edge('start', 'a_year'),
    edge('a_year', 'invite'),
    edge('invite', 'booked'),
    edge('booked', 'thanks', 'event_received'),
    edge('booked', 'plan', 'timeout'),
    edge('plan', 'discount', 'condition_met'),
    edge('plan', 'remindr', 'condition_not_met'),
  ],
);

const WELCOME = workflow('aut_welcome', 'Welcome', [
  on('bike.bought'),
  email('hello', 'Your new bike'),
  delay('week', '7 days'),
  email('ride', 'How does it ride?'),
]);
const SALE = workflow(
  'aut_sale',
  'Winter sale',
  [on('sale.opened'), email('sale', 'Winter sale')],
  undefined,
  'disabled',
);
const PARCEL = workflow('aut_parcel', 'Lost parcel', [
  on('parcel.lost'),
  { key: 'found', type: 'wait_for_event', config: { event_name: 'parcel.found' } },
  delay('patience', '45 days'),
  email('sorry', 'We are sorry'),
  {
    key: 'again',
    type: 'send_email',
    config: {
      template: { id: 'tpl_sorry' },
      subject: 'We are very sorry {{name',
      from: 'hello@spoke.shop',
    },
  },
]);
const eventsNamed = (...names: readonly string[]): string => {
  const data = names.map((name, i) => ({ id: `evt_${i}`, name, schema: { plan: 'string' } }));
  return JSON.stringify({ object: 'list', has_more: false, data }, null, 2);
};

export const SHOP: Readonly<Record<string, string>> = {
  'events.json': eventsNamed('bike.bought', 'service.booked', 'sale.opened'),
  'workflows/parcel.json': JSON.stringify(PARCEL, null, 2),
  'workflows/sale.json': JSON.stringify(SALE, null, 2),
  'workflows/service.json': JSON.stringify(SERVICE, null, 2),
  'workflows/welcome.json': JSON.stringify(WELCOME, null, 2),
};

/** Emails, a segment and a condition that name things outside of the workflow. */
export const DEPENDING = {
  'account.json': JSON.stringify({
    workflows: [
      workflow('aut_member', 'Member', [
        on('member.joined'),
        { key: 'hello', type: 'send_email', config: { template: { id: 'welcome' } } },
        email('later', 'Your first month'),
        { key: 'add', type: 'add_to_segment', config: { segment_id: 'seg_members' } },
        { key: 'note', type: 'contact_update', config: { properties: { plan: 'member' } } },
      ]),
    ],
    templates: [
      {
        ...{ id: 'tpl_1', alias: 'welcome', name: 'Welcome <b>aboard</b>', status: 'published' },
        ...{ subject: 'Hello', from: 'Spoke <hi@mail.spoke.shop>', html: '', variables: [] },
      },
    ],
  }),
};

/** A workflow without findings. */
export const CLEAN: Readonly<Record<string, string>> = {
  'events.json': eventsNamed('bike.bought'),
  'workflows/welcome.json': SHOP['workflows/welcome.json'] as string,
};

/** Sixty steps, with a branch every ten, and long names. */
export function long(): object {
  const steps: Step[] = [on('bike.bought')];
  const connections: object[] = [];
  let last = 'start';
  for (let i = 1; i < 60; i++) {
    const key =
      i % 7 === 0
        ? `mail_${i}_the_one_that_was_renamed_three_times_and_still_has_its_first_name`
        : `${i % 3 === 0 ? 'pause' : 'mail'}_${i}`;
    if (i % 10 === 5) {
      steps.push({
        key,
        type: 'condition',
        config: {
          type: 'rule',
          field: 'contact.properties.favourite_kind_of_bicycle',
          operator: 'contains',
          value: 'gravel',
        },
      });
      connections.push(
        edge(last, key),
        edge(key, `mail_${i + 1}x`, 'condition_not_met'),
        edge(`mail_${i + 1}x`, nextKey(i + 2)),
      );
      steps.push(email(`mail_${i + 1}x`, 'For everybody else'));
      last = key;
      continue;
    }
    steps.push(
      i % 3 === 0
        ? delay(key, '3 days')
        : email(
            key,
            `Letter ${i}: everything you always wanted to know about the care of chains, cassettes and cables`,
          ),
    );
    connections.push(
      edge(last, key, last !== 'start' && i % 10 === 6 ? 'condition_met' : undefined),
    );
    last = key;
  }
  return workflow(
    'aut_long',
    'The long course about everything that turns, squeaks or rusts on a bicycle',
    steps,
    connections,
  );

  function nextKey(i: number): string {
    return i % 7 === 0
      ? `mail_${i}_the_one_that_was_renamed_three_times_and_still_has_its_first_name`
      : `${i % 3 === 0 ? 'pause' : 'mail'}_${i}`;
  }
}

/** JSON Lines of many workflows, half of them with faults. */
export function many(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const steps = [
      on(`order.moment_${i % 300}`),
      email('first', `Order ${i}`),
      delay('pause', i % 4 === 1 ? '400 days' : '2 days'),
      email('second', `And then, order ${i}`),
      ...(i % 4 < 2
        ? [email('lost', 'Nobody gets this'), { key: 'odd', type: 'send_pigeon', config: {} }]
        : []),
      { key: 'tag', type: 'add_to_segment', config: { segment_id: `seg_${i}` } },
    ];
    const connections = [
      edge('start', 'first'),
      edge('first', 'pause'),
      edge('pause', 'second'),
      edge('second', i % 4 === 1 ? 'tagg' : 'tag'),
    ];
    return JSON.stringify(
      workflow(
        `aut_${i}`,
        `Order series ${i}`,
        steps,
        connections,
        i < 900 ? 'enabled' : 'disabled',
      ),
    );
  });
  return `${lines.join('\n')}\n`;
}

/** The same text in each text of a workflow. */
export function hostile(name: string): object {
  const steps = [
    { key: name, type: 'trigger', config: { event_name: name } },
    {
      key: `${name}2`,
      type: 'send_email',
      config: { template: { id: name, variables: { [name]: name } }, subject: name, from: name },
    },
    { key: `${name}3`, type: name, config: { [name]: name } },
    {
      key: `${name}4`,
      type: 'condition',
      config: { type: 'rule', field: name, operator: name, value: name },
    },
  ];
  const connections = [
    edge(name, `${name}2`, name),
    edge(`${name}2`, `${name}3`),
    edge(`${name}3`, `${name}4`),
    edge(`${name}4`, `${name}x`, name),
  ];
  return { object: 'automation', id: name, name, status: name, steps, connections };
}

const FACTS = {
  date: '2027-01-31 09:30 UTC',
  preset: 'strict',
  command: 'edgewise workflows/ events.json --preset strict -f html=report.html',
  baseline: 'edgewise.baseline.json',
};

/** The page of the report on these files. */
export function reportOn(
  files: Readonly<Record<string, string>>,
  more: Partial<Result> = {},
): string {
  const result = { ...lintTexts({ ...files }, { preset: 'strict' }), ...more };
  const documents = Object.entries(files).map(([source, text]) => {
    const ref = { source, index: 0, line: 1, start: 0, end: text.length };
    return { ref, text };
  });
  const decoded = decodeItems([{ documents, from: { explicit: true } }]);
  return print(html, result, {
    rules,
    workflows: drawnWorkflows(decoded),
    facts: FACTS,
    pageOf: readPage,
  });
}

/** Writes a page and returns its URL. */
export function publish(folder: string, name: string, page: string): string {
  const file = `${folder}/${name}.html`;
  writeFileSync(file, page);
  return pathToFileURL(file).href;
}
