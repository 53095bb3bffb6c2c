import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Webinar
  start: trigger webinar.booked
  confirm: send_email tpl_webinar
  wait: delay 1 day
  start -> confirm -> wait`,
    {
      name: 'added by option',
      input: `
  workflow Webinar
  text: send_fax {}`,
      options: { known: ['send_fax'] },
    },
    {
      name: 'no type is for invalid shape',
      input: {
        'case.json': {
          name: 'Webinar',
          steps: [
            { key: 'a', config: {} },
            { key: 'b', type: 3, config: {} },
          ],
          connections: [],
        },
      },
    },
  ],
  invalid: [
    {
      input: `
  workflow Webinar
  start: trigger webinar.booked
  confirm: sendEmail {"template":{"id":"tpl_webinar"}}
  wait: delay 1 day
  start -> confirm -> wait`,
      reports: ['unknown type "sendEmail" of step "confirm"'],
    },
    {
      name: 'names of other tools',
      input: `
  workflow Types
  start: trigger user.created
  a: send-email {"template":{"id":"tpl_a"}}
  w: wait {"duration":"3 days"}
  c: if {"type":"rule","field":"event.plan","operator":"eq","value":"pro"}
  b: email {"template":{"id":"tpl_b"}}
  start -> a -> w -> c -met-> b`,
      reports: [
        'unknown type "send-email" of step "a"',
        'warning: unknown type "wait" of step "w"',
        'warning: unknown type "if" of step "c"',
        'warning: unknown type "email" of step "b"',
      ],
    },
    {
      name: 'alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '50dd9fb6-d93c-41e1-8cec-36ffc49cd0f8',
          name: 'Webinar',
          status: 'enabled',
          created_at: '2025-10-01T12:00:00.000Z',
          updated_at: '2025-11-14T08:30:00.000Z',
          steps: [
            { id: '0cc175b9-c0f1-46a8-81c3-99e269772661', type: 'dealy', config: { seconds: 60 } },
            { type: 'email', config: {} },
          ],
          edges: [],
        },
      },
      reports: [
        'unknown type "dealy" of step "0cc175b9-c0f1-46a8-81c3-99e269772661"',
        'warning: unknown type "email" of step #2',
      ],
    },
    {
      name: 'blank',
      input: {
        'case.json': {
          name: 'A',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
            { key: 'a', type: ' ', config: {} },
          ],
          connections: [{ from: 'start', to: 'a' }],
        },
      },
      reports: ['warning: unknown type " " of step "a"'],
    },
    {
      name: 'a wait for an event',
      input: `
  workflow Webinar
  a: wait {"event_name":"webinar.booked"}`,
      reports: ['warning: unknown type "wait" of step "a"'],
    },
    {
      name: 'incomplete as the near type',
      input: `
  workflow Names of other tools
  start: trigger order.paid
  pause: send {"duration":"3 days"}
  receipt: send {"template":{"id":"receipt"}}
  start -> pause -> receipt`,
      reports: [
        'warning: unknown type "send" of step "pause"',
        'warning: unknown type "send" of step "receipt"',
      ],
    },
  ],
} satisfies RuleCases;
