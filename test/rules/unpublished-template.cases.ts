import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email trial-welcome
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[],"has_unpublished_versions":false}]`,
  ],
  invalid: [
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email trial-welcome
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"draft","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[],"published_at":null}]`,
      reports: ['template "trial-welcome" is not published'],
    },
    {
      name: 'unpublished changes',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email trial-welcome
  again: send_email trial-welcome
  start -> welcome -> again
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[],"has_unpublished_versions":true}]`,
      reports: ['warning: template "trial-welcome" has unpublished changes, in 2 places'],
    },
    {
      name: 'list form',
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
                id: '8b0d6a1e-13c5-4f1c-8f77-0c6f5b1a9e02',
                name: 'Welcome',
                alias: 'trial-welcome',
                status: 'draft',
                published_at: null,
                created_at: '2026-10-01T00:00:00.000Z',
                updated_at: '2026-10-01T00:00:00.000Z',
              },
            ],
          },
        },
      },
      reports: ['template "trial-welcome" is not published'],
    },
  ],
} satisfies RuleCases;
