import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  event order.paid
  event cart.abandoned`,
  ],
  invalid: [
    {
      input: {
        'case.json': {
          object: 'list',
          has_more: false,
          data: [
            {
              id: '2918a8c7-7065-4a02-8a41-a6813c292754',
              name: 'order.paid ',
              schema: null,
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
            {
              id: '2b9d5109-44d3-4eec-88c0-8fc4ee299396',
              name: 'resend:cart.abandoned',
              schema: null,
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
          ],
        },
      },
      reports: [
        'event name "order.paid " has white space at an end',
        'event name "resend:cart.abandoned" uses the reserved prefix "resend:"',
      ],
    },
    {
      name: 'blank and with white space',
      input: {
        'case.json': [
          { name: ' ', schema: null },
          { name: ' a.b ', schema: null },
          { name: 'a.c\n', schema: null },
        ],
      },
      reports: [
        'event name is blank',
        'event name " a.b " has white space at an end',
        'event name "a.c\n" has white space at an end',
      ],
    },
    {
      name: 'control character',
      input: { 'case.json': { name: 'order\u0007paid', schema: null } },
      reports: ['event name "order\u0007paid" contains a control character'],
    },
  ],
} satisfies RuleCases;
