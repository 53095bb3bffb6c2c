import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Onboarding
  start: trigger user.created
  welcome: send_email welcome
  pause: delay 2 days
  tips: send_email first-steps
  start -> welcome -> pause -> tips`,
    {
      name: 'no trigger at all',
      input: `
  workflow Onboarding
  welcome: send_email welcome
  tips: send_email tips`,
    },
    {
      name: 'edges cannot be read',
      input: {
        'case.json': `{
  "object": "automation",
  "id": "aut_1",
  "name": "Onboarding",
  "status": "enabled",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "welcome" } } }
  ],
  "connections": "start to welcome"
}
`,
      },
    },
    {
      name: 'no step for it',
      input: `
  workflow A
  start: trigger user.created
  activated: wait_for_event user.activated for 3 days
  well_done: send_email well-done
  start -> activated -received-> well_done`,
    },
    {
      name: 'step without key',
      input: {
        'case.json': {
          object: 'automation',
          id: '0a2504c8-42b6-5fe9-8762-93d779ce5b3b',
          name: 'Onboarding',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
            { key: 'welcome', type: 'send_email', config: { template: { id: 'welcome' } } },
            { type: 'send_email', config: { template: { id: 'tips' } } },
          ],
          connections: [{ from: 'start', to: 'welcome', type: 'default' }],
        },
      },
    },
  ],
  invalid: [
    {
      input: `
  workflow Onboarding
  start: trigger user.created
  welcome: send_email welcome
  pause: delay 2 days
  tips: send_email first-steps
  start -> welcome
  pause -> tips`,
      reports: ['2 steps are unreachable, starting at delay "pause"'],
    },
    {
      input: `
  workflow Activation
  start: trigger user.created
  activated: wait_for_event user.activated for 3 days
  well_done: send_email well-done
  reminder: send_email reminder
  start -> activated -received-> well_done`,
      name: 'the timeout of a wait is free',
      reports: ['send_email "reminder" is unreachable'],
    },
    {
      name: 'no edges at all',
      input: `
        start: trigger user.created
        welcome: send_email welcome
        pause: delay 2 days
        tips: send_email first-steps`,
      reports: ['3 steps have no connections: "welcome", "pause", "tips"'],
    },
    {
      name: 'edge dangles before it',
      input: `
  workflow Onboarding
  start: trigger user.created
  welcome: send_email welcome
  tips: send_email tips
  start -> welcome
  hello -> tips`,
      reports: ['send_email "tips" is unreachable'],
    },
    {
      name: 'two islands that go round',
      input: {
        'case.json': {
          name: 'Rounds',
          status: 'enabled',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
            { key: 'hello', type: 'send_email', config: { template: { id: 'hello' } } },
            { key: 'b', type: 'send_email', config: { template: { id: 'b' } } },
            { key: 'a', type: 'send_email', config: { template: { id: 'a' } } },
            { type: 'delay', config: { duration: '1 day' } },
          ],
          connections: [
            { from: 'start', to: 'hello' },
            { from: 'a', to: 'b' },
            { from: 'b', to: 'a' },
          ],
        },
      },
      reports: ['2 steps are unreachable, starting at send_email "b"'],
    },
    {
      name: 'two ways in both dead',
      input: `
  workflow Onboarding
  start: trigger user.created
  a: send_email a
  b: send_email b
  c: send_email c
  a -> c
  b -> c`,
      reports: [
        '2 steps are unreachable, starting at send_email "a"',
        'send_email "b" is unreachable',
      ],
    },
    {
      name: 'after a delete',
      input: `
  workflow Goodbye
  start: trigger user.left
  remove: contact_delete
  farewell: send_email farewell
  start -> remove`,
      reports: ['send_email "farewell" is unreachable'],
    },
    {
      name: 'only its own edge',
      input: `
  workflow Onboarding
  start: trigger user.created
  welcome: send_email welcome
  tips: send_email tips
  start -> welcome
  tips -> tips`,
      reports: ['send_email "tips" is unreachable'],
    },
    {
      name: 'behind a reversed edge',
      input: `
  workflow Receipt
  start: trigger order.paid
  pause: delay 1 day
  receipt: send_email receipt
  start -> pause
  receipt -> pause`,
      reports: ['send_email "receipt" is unreachable'],
    },
  ],
} satisfies RuleCases;
