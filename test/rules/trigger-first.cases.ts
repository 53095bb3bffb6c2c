import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Welcome
  start: trigger user.created
  welcome: send_email welcome
  start -> welcome`,
    {
      name: 'into itself',
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email welcome
  start -> welcome
  start -> start`,
    },
    {
      name: 'wait for a second event',
      input: `
  workflow Order follow-up
  paid: trigger order.paid
  arrived: wait_for_event order.delivered for 10 days
  review: send_email ask-for-review
  paid -> arrived -received-> review`,
    },
    {
      name: 'list form says nothing of steps',
      input: {
        'case.json': {
          object: 'list',
          has_more: false,
          data: [{ object: 'automation', id: 'aut_1', name: 'Old newsletter', status: 'disabled' }],
        },
      },
    },
    {
      name: 'a step without a type, which may be the trigger',
      input: {
        'case.json': {
          name: 'Welcome',
          status: 'enabled',
          steps: [{ key: 'start', config: { event_name: 'user.created' } }],
          connections: [],
        },
      },
    },
    {
      name: 'misspelt type',
      input: `
  workflow Welcome
  start: triger {"event_name":"user.created"}
  welcome: send_email welcome
  start -> welcome`,
    },
  ],
  invalid: [
    {
      input: 'workflow Birthday greetings',
      name: 'no steps',
      reports: ['workflow has no steps'],
    },
    {
      input: `
  workflow Invoice reminder
  pause: delay 3 days
  reminder: send_email invoice-reminder
  pause -> reminder`,
      name: 'no trigger',
      reports: ['no step is a trigger'],
    },
    {
      input: `
  workflow Order follow-up
  paid: trigger order.paid
  shipped: trigger order.shipped
  thanks: send_email order-thanks
  paid -> thanks
  shipped -> thanks`,
      name: 'two triggers',
      reports: ['extra trigger "shipped"; the workflow starts at "paid"'],
    },
    {
      input: `
  workflow Welcome
  welcome: send_email welcome
  start: trigger user.created
  start -> welcome`,
      name: 'not first',
      reports: ['trigger "start" is not the first step, but step 2'],
    },
    {
      input: `
  workflow Weekly tips
  start: trigger tips.subscribed
  tip: send_email weekly-tip
  week: delay 1 week
  start -> tip -> week -> start`,
      name: 'entered',
      reports: ['connection from delay "week" points to trigger "start"'],
    },
    {
      name: 'two triggers neither first',
      input: `
  workflow Welcome
  welcome: send_email welcome
  start: trigger user.created
  again: trigger user.returned
  start -> welcome
  again -> welcome`,
      reports: [
        'trigger "start" is not the first step, but step 2',
        'extra trigger "again"; the workflow starts at "start"',
      ],
    },
  ],
} satisfies RuleCases;
