import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Launch countdown
  start: trigger launch.joined
  soon: send_email tpl_launch_soon
  start -> soon`,
      name: 'status',
    },
    {
      input:
        'event order.paid {"total":"number","paid_at":"date","gift":"boolean","note":"string"}',
      name: 'schema types',
    },
    {
      name: 'added by option',
      input: { 'case.json': { name: 'order.paid', schema: { total: 'money' } } },
      options: { known: ['money'] },
    },
  ],
  invalid: [
    {
      input: {
        'case.json': {
          object: 'automation',
          id: '4e6d09fc-a5a8-4ac3-8419-8c5934af8af2',
          name: 'Launch countdown',
          status: 'enabeld',
          created_at: '2026-03-02 09:15:00.000000+00',
          updated_at: '2026-05-18 14:02:11.532000+00',
          steps: [
            { key: 'start', type: 'trigger', config: { event_name: 'launch.joined' } },
            { key: 'soon', type: 'send_email', config: { template: { id: 'tpl_launch_soon' } } },
          ],
          connections: [{ from: 'start', to: 'soon', type: 'default' }],
        },
      },
      name: 'status',
      reports: ['unknown status "enabeld"'],
    },
    {
      input:
        'event order.paid {"total":"integer","paid_at":"datetime","gift":"boolean","note":"string"}',
      name: 'schema types',
      reports: [
        'property "total" of event "order.paid" has the unknown type "integer"',
        'property "paid_at" of event "order.paid" has the unknown type "datetime"',
      ],
    },
    {
      name: 'of list items',
      input: {
        'case.json': {
          object: 'list',
          has_more: false,
          data: [
            {
              id: 'cfcd2084-95d5-45ef-86e7-dff9f98764da',
              name: 'Launch countdown',
              status: 'Enabled',
              created_at: '2026-01-01 00:00:00+00',
              updated_at: null,
            },
            {
              id: 'c4ca4238-a0b9-4382-8dcc-509a6f75849b',
              name: 'Win-back',
              status: 'paused',
              created_at: '2026-01-01 00:00:00+00',
              updated_at: null,
            },
            {
              id: 'c81e728d-9d4c-4f63-8f06-7f89cc14862c',
              name: 'Welcome',
              status: '',
              created_at: '2026-01-01 00:00:00+00',
              updated_at: null,
            },
            {
              id: 'eccbc87e-4b5c-42fe-8830-8fd9f2a7baf3',
              name: 'Goodbye',
              status: 'disabled',
              created_at: '2026-01-01 00:00:00+00',
              updated_at: null,
            },
          ],
        },
      },
      reports: ['unknown status "Enabled"', 'unknown status "paused"', 'unknown status ""'],
    },
    {
      name: 'case blank and strangers',
      input: 'event order.paid {"a":"String","b":"","c":"object","d":"nubmer","e":"array"}',
      reports: [
        'property "a" of event "order.paid" has the unknown type "String"',
        'property "b" of event "order.paid" has the unknown type ""',
        'property "c" of event "order.paid" has the unknown type "object"',
        'property "d" of event "order.paid" has the unknown type "nubmer"',
        'property "e" of event "order.paid" has the unknown type "array"',
      ],
    },
  ],
} satisfies RuleCases;
