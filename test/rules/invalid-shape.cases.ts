import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Trial reminder
  start: trigger trial.started
  wait_10_days: delay 10 days
  remind: send_email tpl_trial_ends
  start -> wait_10_days -> remind`,
    {
      input: `
  workflow Order receipts
  start: trigger order.paid
  receipt: send_email tpl_receipt
  wait: delay 2 days
  buyers: add_to_segment 79314307-39ac-4727-8b82-9c12b3915b94
  start -> receipt -> wait -> buyers`,
      name: 'configs',
    },
    {
      input: `
  workflow Subscribe
  start: trigger user.created
  join: contact_update {"unsubscribed":false}
  start -> join`,
      name: 'updates',
    },
    {
      input: `
  workflow Receipt
  start: trigger order.paid
  receipt: send_email receipt {"ITEMS":[{"name":"Mug","price":9}],"SHOP":{"city":"Bonn"}}
  start -> receipt`,
      name: 'lists and objects as variables',
    },
  ],
  invalid: [
    {
      input: {
        'case.json': {
          name: 'Trial reminder',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
            { key: 'wait_10_days', config: { duration: '10 days' } },
            { key: 'remind', type: 'send_email', config: 'tpl_trial_ends' },
          ],
          connections: [
            { from: 'start', to: 'wait_10_days', type: 'default' },
            { from: 'wait_10_days', to: 'remind', type: 'default' },
          ],
        },
      },
      reports: [
        'step "wait_10_days" has no "type"',
        '"config" of send_email "remind" must be an object, but is the string "tpl_trial_ends"',
      ],
    },
    {
      input: {
        'case.json': {
          name: 'Order receipts',
          steps: [
            { key: 'start', type: 'trigger', config: {} },
            { key: 'receipt', type: 'send_email', config: { template: { id: ' ' } } },
            { key: 'wait', type: 'delay', config: { duration: '2 days' } },
            { key: 'buyers', type: 'add_to_segment', config: { segment_id: 12 } },
          ],
          connections: [
            { from: 'start', to: 'receipt', type: 'default' },
            { from: 'receipt', to: 'wait', type: 'default' },
            { from: 'wait', to: 'buyers', type: 'default' },
          ],
        },
      },
      name: 'configs',
      reports: [
        'trigger "start" has no "event_name"',
        '"id" of "template" of send_email "receipt" is blank',
        '"segment_id" of add_to_segment "buyers" must be a string, but is the number 12',
      ],
    },
    {
      input: `
  workflow Unsubscribe
  start: trigger user.created
  leave: contact_update {"unsubscribed":"false"}
  start -> leave`,
      name: 'updates',
      reports: [
        '"unsubscribed" of contact_update "leave" must be a boolean, object or null, but is the string "false"',
      ],
    },
    {
      name: 'alpha edge without ends',
      input: {
        'case.json': {
          object: 'workflow',
          id: 'eff32787-e444-4d2c-864b-2ae8ce432d67',
          name: 'Trial reminder',
          status: 'enabled',
          created_at: '2025-10-01T12:00:00.000Z',
          updated_at: '2025-11-14T08:30:00.000Z',
          steps: [
            {
              id: '0cc175b9-c0f1-46a8-81c3-99e269772661',
              type: 'trigger',
              config: { event_name: 'trial.started' },
            },
            {
              id: '92eb5ffe-e6ae-4fec-8ad7-1c777531578f',
              type: 'send_email',
              config: {
                template_id: 'tpl_trial_ends',
                subject: 'Your trial ends',
                from: 'Acme <hi@acme.example>',
              },
            },
          ],
          edges: [
            {
              id: 'cd3dc8b6-cffb-41e4-863d-cbd857ca87da',
              from_step_id: '0cc175b9-c0f1-46a8-81c3-99e269772661',
              edge_type: 'default',
            },
            {
              id: '68a9e49b-bc88-4020-83a0-62a78ab3bf30',
              to_step_id: '92eb5ffe-e6ae-4fec-8ad7-1c777531578f',
              edge_type: 'default',
            },
            { id: '7ed21b04-c0dc-4e1c-838e-5c8480ad0026' },
          ],
        },
      },
      reports: [
        'edge from "0cc175b9-c0f1-46a8-81c3-99e269772661" has no "to_step_id"',
        'this edge has no "from_step_id", in 2 places',
        'this edge has no "to_step_id"',
      ],
    },
    {
      name: 'events with wrong types',
      input: {
        'case.json': {
          object: 'list',
          has_more: false,
          data: [
            {
              id: 'a58b0051-df48-4e1d-874c-575dcd412d1b',
              name: 'order.paid',
              schema: 'none',
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
            {
              id: '1b70bb84-67c8-4137-8200-d771aa5459b6',
              name: 'order.refunded',
              schema: { total: 5, reason: null, note: 'string' },
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
            {
              id: 'ba61c78c-29d1-480e-8430-0a61f397444b',
              name: 12,
              schema: null,
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
          ],
        },
      },
      reports: [
        '"schema" of event "order.paid" must be an object or null, but is the string "none"',
        '"total" of "schema" of event "order.refunded" must be a string, but is the number 5',
        '"reason" of "schema" of event "order.refunded" must be a string, but is null',
        '"name" of event "ba61c78c-29d1-480e-8430-0a61f397444b" must be a string, but is the number 12',
      ],
    },
    {
      name: 'edges and connections differ',
      input: {
        'case.json': {
          name: 'Trial ends',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'trial.ending' } },
            { key: 'reminder', type: 'send_email', config: { template: { id: 'trial-reminder' } } },
            { key: 'offer', type: 'send_email', config: { template: { id: 'trial-offer' } } },
          ],
          edges: [{ from: 'start', to: 'reminder' }],
          connections: [
            { from: 'start', to: 'reminder' },
            { from: 'reminder', to: 'offer' },
          ],
        },
      },
      reports: [
        'warning: workflow "Trial ends" has different "edges" and "connections"; "edges" is read',
      ],
    },
    {
      name: 'no connections between steps',
      input: {
        'case.json': {
          object: 'automation',
          name: 'Trial reminder',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
            { key: 'pause', type: 'delay' },
            { key: 'check', type: 'condition' },
            { key: 'reminder', type: 'send_email', config: { template: { id: 'reminder' } } },
          ],
        },
      },
      reports: [
        'workflow "Trial reminder" has no "connections"',
        'delay "pause" has no "config"',
        'condition "check" has no "config"',
      ],
    },
    {
      name: 'resources',
      input: {
        'case.json': {
          workflows: [
            {
              name: 'Trial onboarding',
              status: 'enabled',
              steps: [
                { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
                {
                  key: 'welcome',
                  type: 'send_email',
                  config: { template: { id: 'trial-welcome' } },
                },
              ],
              connections: [{ from: 'start', to: 'welcome' }],
            },
          ],
          templates: [{ alias: 'x', status: 5 }, 7],
          domains: { object: 'list', has_more: false, data: [{ status: 'verified' }] },
          contact_properties: [{ key: 'a', type: 1 }],
        },
      },
      reports: [
        'template "x" has no "id"',
        '"status" of template "x" must be a string or null, but is the number 5',
        'this template must be an object, but is the number 7',
        'this domain has no "name"',
        '"type" of contact property "a" must be a string, but is the number 1',
      ],
    },
    {
      name: 'wrong types',
      input: {
        'case.json': `{
  "object": "automation",
  "id": 77,
  "name": null,
  "status": true,
  "created_at": 1764547200,
  "updated_at": null,
  "steps": [
    { "key": 1, "type": "trigger", "config": { "event_name": "trial.started" } },
    { "key": "remind", "type": ["send_email"], "config": [] },
    "remind_again",
    null
  ],
  "connections": [
    { "from": 1, "to": "remind", "type": 5 },
    { "from": "remind", "to": null },
    ["remind", "end"]
  ]
}
`,
      },
      reports: [
        '"id" of this workflow must be a string, but is the number 77',
        '"name" of this workflow must be a string, but is null',
        '"status" of this workflow must be a string, but is true',
        '"key" of trigger #1 must be a string, but is the number 1',
        '"type" of step "remind" must be a string, but is an array',
        '"config" of step "remind" must be an object, but is an array',
        'step #3 must be an object, but is the string "remind_again"',
        'step #4 must be an object, but is null',
        '"from" of this connection must be a string, but is the number 1',
        '"type" of this connection must be a string, but is the number 5',
        '"to" of connection from "remind" must be a string, but is null',
        'this connection must be an object, but is an array',
      ],
    },
    {
      name: 'template without id',
      input: {
        'case.json': {
          name: 'Order receipts',
          steps: [
            { key: 'receipt', type: 'send_email', config: { template: {} } },
            { key: 'again', type: 'send_email', config: { template: { id: null } } },
            { key: 'last', type: 'send_email', config: { template: 'tpl_receipt' } },
          ],
          connections: [],
        },
      },
      reports: [
        '"template" of send_email "receipt" has no "id"',
        '"id" of "template" of send_email "again" must be a string, but is null',
        '"template" of send_email "last" must be an object, but is the string "tpl_receipt"',
      ],
    },
    {
      name: 'other faults',
      input: `
  workflow Types
  start: trigger user.created
  u: contact_update {"first_name":3,"last_name":["Doe"],"unsubscribed":0}
  start -> u
  workflow Objects
  start: trigger user.created
  u: contact_update {"first_name":{"value":"event.name"},"properties":{"plan":{"var":3},"tags":["a"],"seats":{"value":3},"city":{"a":1,"b":2}}}
  start -> u`,
      reports: [
        '"first_name" of contact_update "u" must be a string, object or null, but is the number 3',
        '"last_name" of contact_update "u" must be a string, object or null, but is an array',
        '"unsubscribed" of contact_update "u" must be a boolean, object or null, but is the number 0',
        '"first_name" of contact_update "u" has no "var"',
        '"var" of "plan" of "properties" of contact_update "u" must be a string, but is the number 3',
        '"tags" of "properties" of contact_update "u" must be a string, number, boolean, object or null, but is an array',
        '"seats" of "properties" of contact_update "u" has no "var"',
        '"city" of "properties" of contact_update "u" has no "var"',
      ],
    },
    {
      name: 'steps without types',
      input: {
        'case.json': {
          name: 'Order paid',
          status: 'enabled',
          steps: [
            { key: 'start', config: { event_name: 'order.placed' } },
            { key: 'day', config: { duration: '1 day' } },
            { key: 'paid', type: 7, config: { event_name: 'invoice.paid', timeout: '3 days' } },
            { key: 'thanks', config: {} },
          ],
          connections: [
            { from: 'start', to: 'day', type: 'default' },
            { from: 'day', to: 'paid', type: 'default' },
            { from: 'paid', to: 'thanks', type: 'event_received' },
          ],
        },
      },
      reports: [
        'step "start" has no "type"',
        'step "day" has no "type"',
        '"type" of step "paid" must be a string, but is the number 7',
        'step "thanks" has no "type"',
      ],
    },
    {
      name: 'items of an array',
      input: {
        'templates.json': {
          templates: [{ id: 'receipt', variables: [{ key: 5 }, { type: 'string' }] }],
        },
      },
      reports: [
        '"key" of item 1 of "variables" of template "receipt" must be a string, but is the number 5',
        'item 2 of "variables" of template "receipt" has no "key"',
      ],
    },
    {
      name: 'wrong types of optional fields',
      input: `
  workflow Order receipts
  receipt: send_email {"template":{"id":"tpl_receipt","variables":["NAME"]},"subject":5,"from":{"email":"shop@acme.example"},"reply_to":false,"topic_id":3}
  reply: wait_for_event {"event_name":"order.returned","filter_rule":"always"}
  note: contact_update {"properties":"vip"}`,
      reports: [
        '"variables" of "template" of send_email "receipt" must be an object or null, but is an array',
        '"subject" of send_email "receipt" must be a string or null, but is the number 5',
        '"from" of send_email "receipt" must be a string or null, but is an object',
        '"reply_to" of send_email "receipt" must be a string, array or null, but is false',
        '"topic_id" of send_email "receipt" must be a string or null, but is the number 3',
        '"filter_rule" of wait_for_event "reply" must be an object or null, but is the string "always"',
        '"properties" of contact_update "note" must be an object or null, but is the string "vip"',
      ],
    },
    {
      name: 'a blank name',
      input: { 'case.json': { name: '', status: 'disabled', steps: [], connections: [] } },
      reports: ['"name" of workflow "" is blank'],
    },
  ],
} satisfies RuleCases;
