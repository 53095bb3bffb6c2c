import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Weekly digest
  start: trigger digest.due
  workflow Monthly digest
  start: trigger month.ended`,
      name: 'workflow names',
    },
    {
      input: `
  event order.paid {"total":"number"}
  event order.refunded`,
      name: 'event names',
    },
    {
      input: `
  event order.paid
  event order.refunded`,
      name: 'similar names',
    },
  ],
  invalid: [
    {
      input: {
        'case.json': {
          workflows: [
            {
              name: 'Welcome',
              steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }],
              connections: [],
              id: 'aut_welcome',
              status: 'enabled',
            },
            {
              name: 'Goodbye',
              steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.deleted' } }],
              connections: [],
              id: 'aut_welcome',
              status: 'enabled',
            },
          ],
        },
      },
      name: 'workflow ids',
      reports: ['duplicate workflow id "aut_welcome"'],
    },
    {
      input: `
  workflow Weekly digest
  start: trigger digest.due
  workflow Weekly digest
  start: trigger month.ended`,
      name: 'workflow names',
      reports: ['warning: duplicate workflow name "Weekly digest"'],
    },
    {
      input: {
        'case.json': {
          object: 'list',
          has_more: false,
          data: [
            {
              id: 'a58b0051-df48-4e1d-874c-575dcd412d1b',
              name: 'order.paid',
              schema: null,
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
            {
              id: 'a58b0051-df48-4e1d-874c-575dcd412d1b',
              name: 'order.refunded',
              schema: null,
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
          ],
        },
      },
      name: 'event ids',
      reports: ['duplicate event id "a58b0051-df48-4e1d-874c-575dcd412d1b"'],
    },
    {
      input: `
  event order.paid {"total":"number"}
  event order.paid {"total":"number"}`,
      name: 'event names',
      reports: ['duplicate event name "order.paid"'],
    },
    {
      input: `
  event order.paid
  event order_paid`,
      name: 'similar names',
      reports: ['warning: events "order_paid" and "order.paid" differ only in case or separators'],
    },
  ],
} satisfies RuleCases;
