import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Feedback round
  start: trigger ticket.closed
  ask: send_email tpl_feedback
  start -> ask`,
    {
      input: `
  workflow Cart reminder
  start: trigger cart.abandoned
  wait: delay 3 hours
  remind: send_email {"template":{"id":"tpl_cart"},"subject":"You left something behind"}
  start -> wait -> remind`,
      name: 'config',
    },
  ],
  invalid: [
    {
      name: 'near to two spellings of one field',
      input: `
        start: trigger user.created
        paid: wait_for_event {"even_name": "order.paid", "timeout": "1 day"}
        thanks: send_email thanks
        start -> paid -received-> thanks`,
      reports: ['error: unknown config field "even_name" of wait_for_event "paid"'],
    },
    {
      input: {
        'case.json': {
          name: 'Feedback round',
          status: 'enabled',
          craeted_at: '2026-02-01 10:00:00+00',
          updated_at: '2026-02-01 10:00:00+00',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'ticket.closed' } },
            {
              key: 'ask',
              type: 'send_email',
              label: 'Ask for feedback',
              config: { template: { id: 'tpl_feedback' } },
            },
          ],
          connections: [{ from: 'start', to: 'ask', type: 'default' }],
        },
      },
      reports: ['unknown workflow field "craeted_at"', 'info: unknown step field "label"'],
    },
    {
      input: `
  workflow Cart reminder
  start: trigger cart.abandoned
  wait: delay {"duration":3,"unit":"hours"}
  pause: delay {"duration":"3","unit":"hours"}
  leave: contact_update {"unsubscribe":true}
  remind: send_email {"template":{"id":"tpl_cart"},"subjet":"You left something behind"}
  start -> wait -> pause -> leave -> remind`,
      name: 'config',
      reports: [
        'unknown config field "unit" of delay "wait"',
        'unknown config field "unit" of delay "pause"',
        'unknown config field "unsubscribe" of contact_update "leave"',
        'unknown config field "subjet" of send_email "remind"',
      ],
    },
    {
      name: 'each type',
      input: {
        'case.json': {
          name: 'Cart reminder',
          steps: [
            { key: 'start', type: 'trigger', config: { event_nam: 'cart.abandoned' } },
            {
              key: 'a',
              type: 'send_email',
              config: {
                template_id: 'tpl_cart',
                replay_to: 'a@acme.example',
                cc: 'b@acme.example',
              },
            },
            { key: 'b', type: 'delay', config: { minutes: 90 } },
            { key: 'c', type: 'delay', config: { duration: '3 days', units: 'days' } },
            {
              key: 'd',
              type: 'wait_for_event',
              config: {
                event_name: 'order.paid',
                time_out: '2 days',
                filter: { type: 'rule', field: 'event.total', operator: 'exists' },
              },
            },
            {
              key: 'e',
              type: 'condition',
              config: { type: 'rule', field: 'event.total', op: 'gt', value: 5 },
            },
            { key: 'f', type: 'contact_update', config: { first_name: 'Anna', company: 'Acme' } },
            { key: 'g', type: 'contact_delete', config: { reason: 'bounced' } },
            { key: 'h', type: 'add_to_segment', config: { segment: 'seg_1' } },
          ],
          connections: [],
        },
      },
      reports: [
        'error: unknown config field "event_nam" of trigger "start"',
        'unknown config field "replay_to" of send_email "a"',
        'unknown config field "cc" of send_email "a"',
        'unknown config field "minutes" of delay "b"',
        'unknown config field "units" of delay "c"',
        'unknown config field "time_out" of wait_for_event "d"',
        'unknown config field "filter" of wait_for_event "d"',
        'unknown config field "op" of condition "e"',
        'unknown config field "company" of contact_update "f"',
        'unknown config field "reason" of contact_delete "g"',
        'unknown config field "segment" of add_to_segment "h"',
      ],
    },
    {
      name: 'recipient and content',
      input: {
        'case.json': {
          name: 'L',
          sttus: 'enabled',
          steps: [
            {
              key: 'start',
              type: 'trigger',
              config: { event_name: 'user.created' },
              next: 'pause',
            },
            { key: 'pause', type: 'delay', config: { duration: '1 day' }, next: 3 },
            {
              key: 'hello',
              type: 'send_email',
              config: { template: { id: 'hello' }, to: 'x@y.example', html: '<p>' },
            },
          ],
        },
      },
      reports: [
        'unknown workflow field "sttus"',
        'unknown step field "next", in 2 places',
        'unknown config field "to" of send_email "hello"',
        'unknown config field "html" of send_email "hello"',
      ],
    },
    {
      name: 'misspelled variables',
      input: {
        'case.json': {
          name: 'Cart reminder',
          steps: [
            {
              key: 'remind',
              type: 'send_email',
              config: { template: { id: 'tpl_cart', variable: { TOTAL: { var: 'event.total' } } } },
            },
          ],
          connections: [],
        },
      },
      reports: ['unknown config field "variable" of send_email "remind"'],
    },
    {
      name: 'everywhere',
      input: {
        'case.json': {
          workflows: {
            object: 'list',
            has_more: false,
            data: [
              {
                object: 'workflow',
                id: 'f63162ef-5dfa-4a9d-8127-7b30f37398df',
                name: 'Feedback round',
                status: 'enabled',
                created_at: '2025-10-01T12:00:00.000Z',
                updated_at: '2025-11-14T08:30:00.000Z',
                steps: [
                  {
                    id: '0cc175b9-c0f1-46a8-81c3-99e269772661',
                    type: 'trigger',
                    config: { event_name: 'ticket.closed' },
                    position: { x: 1, y: 2 },
                  },
                ],
                edges: [
                  {
                    id: 'e1671797-c52e-45f7-8338-0b45e841ec32',
                    from_step_id: '0cc175b9-c0f1-46a8-81c3-99e269772661',
                    to_step_id: '0cc175b9-c0f1-46a8-81c3-99e269772661',
                    edge_type: 'default',
                    condition: null,
                  },
                ],
                description: 'After support',
              },
            ],
            next: null,
          },
          events: [
            {
              id: 'a2371930-6c7e-44ba-80df-b77b4201f421',
              name: 'ticket.closed',
              schema: null,
              desc: 'a ticket was closed',
            },
          ],
        },
      },
      reports: [
        'info: unknown step field "position"',
        'info: unknown edge field "condition"',
        'info: unknown workflow field "description"',
        'info: unknown list field "next"',
        'info: unknown event field "desc"',
      ],
    },
    {
      name: 'misspelled names',
      input: {
        'case.json': {
          name: 'Trial reminder',
          steps: [
            { key: 'start', tpye: 'trigger', config: { event_name: 'trial.started' } },
            { key: 'remind', type: 'send_email', Config: { template: { id: 'tpl_trial_ends' } } },
          ],
          connection: [{ from: 'start', to: 'remind', type: 'default' }],
        },
      },
      reports: [
        'error: unknown step field "tpye"',
        'error: unknown step field "Config"',
        'error: unknown workflow field "connection"',
      ],
    },
    {
      name: 'misspelt ends of edges',
      input: {
        'case.json': {
          name: 'Order paid',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'order.placed' } },
            { key: 'day', type: 'delay', config: { duration: '1 day' } },
            { key: 'thanks', type: 'send_email', config: { template: { id: 't-thanks' } } },
          ],
          connections: [
            { from: 'start', tp: 'day', too: 'day', type: 'default' },
            { form: 'day', to: 'thanks', type: 'default' },
          ],
        },
      },
      reports: [
        'error: unknown connection field "tp"',
        'info: unknown connection field "too"',
        'error: unknown connection field "form"',
      ],
    },
    {
      name: 'misspelt schema',
      input: {
        'case.json': {
          workflows: [
            {
              name: 'Trial',
              status: 'enabled',
              steps: [
                { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
                {
                  key: 'call',
                  type: 'send_email',
                  config: {
                    template: { id: 'trial-call', variables: { SEATS: { var: 'event.seats' } } },
                  },
                },
              ],
              connections: [{ from: 'start', to: 'call' }],
            },
          ],
          events: [{ name: 'trial.started', shema: { seats: 'number' } }],
        },
      },
      reports: ['unknown event field "shema"'],
    },
  ],
} satisfies RuleCases;
