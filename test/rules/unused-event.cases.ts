import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Order mails
  start: trigger order.paid
  sent: wait_for_event order.shipped for 5 days
  start -> sent
  event order.paid
  event order.shipped`,
    {
      name: 'partial workflows',
      input: {
        'case.json': {
          workflows: { object: 'list', has_more: true, data: [] },
          events: [{ name: 'order.paid', schema: null }],
        },
      },
    },
    {
      name: 'misspelt in the trigger',
      input: `
  start: trigger user.craeted
  hello: send_email welcome
  start -> hello
  event user.created`,
    },
  ],
  invalid: [
    {
      input: `
  workflow Order mails
  start: trigger order.paid
  sent: wait_for_event order.shipped for 5 days
  start -> sent
  event order.paid
  event order.shipped
  event order.refunded`,
      reports: ['event "order.refunded" is used by no workflow'],
    },
    {
      name: 'several',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello
  event user.created
  event order.paid
  event order.sent
  event order.returned
  event user.left`,
      reports: ['4 events are used by no workflow: "order.paid", "order.sent", "order.returned" …'],
    },
  ],
} satisfies RuleCases;
