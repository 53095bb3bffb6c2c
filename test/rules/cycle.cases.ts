import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Payment failed
  start: trigger payment.failed
  remind: send_email update-your-card
  pause: delay 3 days
  remind_2: send_email last-call
  start -> remind -> pause -> remind_2`,
    {
      name: 'branches that meet',
      input: `
  workflow Plan tips
  start: trigger user.created
  pro: condition event.plan eq "pro"
  perks: send_email perks
  tips: send_email tips
  start -> pro -met-> perks
  pro -not-> tips
  perks -> tips`,
    },
  ],
  invalid: [
    {
      input: `
  workflow Payment failed
  start: trigger payment.failed
  remind: send_email update-your-card
  pause: delay 3 days
  start -> remind -> pause -> remind`,
      reports: ['cycle: "remind" → "pause" → "remind", every 3 days'],
    },
    {
      input: `
  workflow Payment failed
  start: trigger payment.failed
  remind: send_email update-your-card
  start -> remind -> remind`,
      name: 'self loop',
      reports: ['connection of send_email "remind" leads back to it'],
    },
    {
      name: 'mail storm alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: 'b35160ac-fe75-5db8-ae33-11b1b6582a63',
          name: 'Nag',
          status: 'enabled',
          steps: [
            {
              id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              type: 'trigger',
              config: { event_name: 'cart.left' },
            },
            {
              id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              type: 'send_email',
              config: {
                template_id: 'tpl_1',
                subject: 'Your cart',
                from: 'Acme <hello@acme.test>',
              },
            },
            {
              id: 'c3d4e5f6-a7b8-9012-cdef-123456789012',
              type: 'send_email',
              config: {
                template_id: 'tpl_2',
                subject: 'Still there',
                from: 'Acme <hello@acme.test>',
              },
            },
          ],
          edges: [
            {
              id: 'e1',
              from_step_id: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
              to_step_id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              edge_type: 'default',
            },
            {
              id: 'e2',
              from_step_id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              to_step_id: 'c3d4e5f6-a7b8-9012-cdef-123456789012',
              edge_type: 'default',
            },
            {
              id: 'e3',
              from_step_id: 'c3d4e5f6-a7b8-9012-cdef-123456789012',
              to_step_id: 'b2c3d4e5-f6a7-8901-bcde-f12345678901',
              edge_type: 'default',
            },
          ],
        },
      },
      reports: ['cycle: "Your cart" → "Still there" → "Your cart", without a delay'],
    },
    {
      name: 'round by event',
      input: `
  workflow Lessons
  start: trigger lesson.done
  next: wait_for_event lesson.done for 7 days
  praise: send_email well-done
  hour: delay 1 hour
  start -> next -received-> praise -> hour -> next`,
      reports: ['cycle: "next" → "praise" → "hour" → "next"'],
    },
    {
      name: 'round by timeout',
      input: `
  workflow Dunning
  start: trigger invoice.sent
  paid: wait_for_event invoice.paid for 7 days
  remind: send_email reminder
  thanks: send_email thanks
  start -> paid -received-> thanks
  paid -timeout-> remind -> paid`,
      reports: ['cycle: "paid" → "remind" → "paid", every 7 days'],
    },
    {
      name: 'delay that cannot be read',
      input: `
  workflow Nag
  start: trigger cart.left
  nag: send_email nag
  pause: delay a bit
  start -> nag -> pause -> nag`,
      reports: ['cycle: "nag" → "pause" → "nag"'],
    },
    {
      name: 'two rounds one not reached',
      input: `
  workflow Two
  start: trigger user.created
  a: send_email a
  b: delay 1 day
  c: send_email c
  d: delay 36 hours
  start -> a -> b -> a
  c -> d -> c`,
      reports: [
        'cycle: "a" → "b" → "a", every 1 day',
        'cycle: "c" → "d" → "c", every 1 day 12 hours',
      ],
    },
    {
      name: 'steps out of order',
      input: `
  workflow Nag
  pause: delay 1 day
  nag: send_email nag
  start: trigger cart.left
  start -> nag -> pause -> nag`,
      reports: ['cycle: "nag" → "pause" → "nag", every 1 day'],
    },
    {
      name: 'shortest way round',
      input: `
  workflow Short cut
  start: trigger user.created
  a: send_email a
  b: delay 1 day
  c: delay 2 days
  pro: condition event.plan eq "pro"
  start -> a -> b -> c -> pro -met-> a
  b -> a`,
      reports: ['cycle: "a" → "b" → "a", every 1 day'],
    },
  ],
} satisfies RuleCases;
