import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      'case.json': {
        object: 'list',
        has_more: false,
        data: [
          {
            id: '83218ac3-4c18-44c2-8781-fe4bde918ee4',
            name: 'Welcome',
            status: 'enabled',
            created_at: '2026-01-01 00:00:00+00',
            updated_at: null,
          },
          {
            id: 'ed3db305-811f-40e8-8263-89f8e8df3290',
            name: 'Win-back',
            status: 'enabled',
            created_at: '2026-01-01 00:00:00+00',
            updated_at: null,
          },
        ],
      },
    },
  ],
  invalid: [
    {
      input: {
        'case.json': {
          object: 'list',
          has_more: true,
          data: [
            {
              id: '83218ac3-4c18-44c2-8781-fe4bde918ee4',
              name: 'Welcome',
              status: 'enabled',
              created_at: '2026-01-01 00:00:00+00',
              updated_at: null,
            },
            {
              id: 'ed3db305-811f-40e8-8263-89f8e8df3290',
              name: 'Win-back',
              status: 'enabled',
              created_at: '2026-01-01 00:00:00+00',
              updated_at: null,
            },
          ],
        },
      },
      reports: ['list of workflows is incomplete'],
    },
    {
      name: 'events',
      input: {
        'case.json': {
          object: 'list',
          has_more: true,
          data: [
            {
              id: 'a58b0051-df48-4e1d-874c-575dcd412d1b',
              name: 'order.paid',
              schema: null,
              created_at: '2026-02-01 10:00:00+00',
              updated_at: '2026-02-01 10:00:00+00',
            },
          ],
        },
      },
      reports: ['list of events is incomplete'],
    },
    {
      name: 'templates',
      input: {
        'case.json': {
          workflows: [
            {
              name: 'Trial onboarding',
              status: 'enabled',
              steps: [
                { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
                {
                  key: 'welcome',
                  type: 'send_email',
                  config: { template: { id: 'trial-welcome' } },
                },
              ],
              connections: [{ from: 'start', to: 'welcome' }],
            },
          ],
          templates: {
            object: 'list',
            has_more: true,
            data: [
              {
                id: '1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21',
                alias: 'trial-welcome',
                name: 'Welcome',
                status: 'published',
                from: 'Parcel <hello@parcel.io>',
                subject: 'Welcome',
                html: '',
                variables: [],
              },
            ],
          },
        },
      },
      reports: ['list of templates is incomplete'],
    },
    {
      name: 'nothing in it',
      input: { 'case.json': { object: 'list', has_more: true, data: [] } },
      reports: ['list of items is incomplete'],
    },
  ],
} satisfies RuleCases;
