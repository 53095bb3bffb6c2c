import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      name: 'sent',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
      calls: [{ event: 'user.created' }],
    },
    {
      name: 'no code',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
    },
    {
      name: 'an event of the service',
      input: `
  start: trigger resend:email.opened
  hello: send_email welcome
  start -> hello`,
      calls: [{ event: 'order.paid' }],
    },
    {
      name: 'a name that is not known',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
      calls: [{ event: 'order.paid' }, {}],
    },
    {
      name: 'sent by a misspelt name',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello
  event user.created`,
      calls: [{ event: 'user.craeted' }],
    },
  ],
  invalid: [
    {
      name: 'trigger and wait',
      input: `
  start: trigger user.created
  paid: wait_for_event order.paid for 3 days
  thanks: send_email thanks
  again: wait_for_event order.paid for 3 days
  start -> paid -received-> thanks -> again`,
      calls: [{ event: 'order.sent' }],
      reports: [
        'the code never sends event "user.created"',
        'the code never sends event "order.paid", in 2 places',
      ],
    },
  ],
} satisfies RuleCases;
