import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email trial-welcome
  later: send_email 8b0d6a1e-13c5-4f1c-8f77-0c6f5b1a9e02
  start -> welcome -> later
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[]},{"id":"8b0d6a1e-13c5-4f1c-8f77-0c6f5b1a9e02","alias":"trial-ending","name":"Ending","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[]}]`,
      name: 'unknown template',
    },
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  tag: add_to_segment 78261eea-8f8b-4381-83c6-79fa7120f1cf
  start -> tag
  segments [{"id":"78261eea-8f8b-4381-83c6-79fa7120f1cf","name":"Trial users","created_at":"2026-10-01T00:00:00.000Z"}]`,
      name: 'unknown segment',
    },
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"topic_id":"b6d24b8e-af0b-4c3c-be0c-359bbd97381e"}
  start -> welcome
  topics [{"id":"b6d24b8e-af0b-4c3c-be0c-359bbd97381e","name":"Product news","default_subscription":"opt_in"}]`,
      name: 'unknown topic',
    },
    {
      input: `
  workflow Trial
  start: trigger trial.started
  check: condition contact.properties.city eq "pro"
  welcome: send_email trial-welcome
  start -> check -met-> welcome
  contact_properties [{"id":"1","key":"score","type":"number","fallback_value":null},{"id":"2","key":"city","type":"string","fallback_value":null}]`,
      name: 'unknown contact property',
    },
  ],
  invalid: [
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email trial-wellcome
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[]},{"id":"8b0d6a1e-13c5-4f1c-8f77-0c6f5b1a9e02","alias":"trial-ending","name":"Ending","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[]}]`,
      name: 'unknown template',
      reports: ['template "trial-wellcome" does not exist'],
    },
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  tag: add_to_segment 78261eea-8f8b-4381-83c6-79fa7120f1ce
  start -> tag
  segments [{"id":"78261eea-8f8b-4381-83c6-79fa7120f1cf","name":"Trial users","created_at":"2026-10-01T00:00:00.000Z"}]`,
      name: 'unknown segment',
      reports: ['segment "78261eea-8f8b-4381-83c6-79fa7120f1ce" does not exist'],
    },
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"topic_id":"b6d24b8e-af0b-4c3c-be0c-359bbd97381f"}
  start -> welcome
  topics [{"id":"b6d24b8e-af0b-4c3c-be0c-359bbd97381e","name":"Product news","default_subscription":"opt_in"}]`,
      name: 'unknown topic',
      reports: ['topic "b6d24b8e-af0b-4c3c-be0c-359bbd97381f" does not exist'],
    },
    {
      input: `
  workflow Trial
  start: trigger trial.started
  check: condition contact.properties.cty eq "pro"
  welcome: send_email trial-welcome
  start -> check -met-> welcome
  contact_properties [{"id":"1","key":"score","type":"number","fallback_value":null},{"id":"2","key":"city","type":"string","fallback_value":null}]`,
      name: 'unknown contact property',
      reports: ['warning: contact property "cty" is not defined'],
    },
    {
      name: 'the name instead of the id',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email Ending
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[]},{"id":"8b0d6a1e-13c5-4f1c-8f77-0c6f5b1a9e02","alias":"trial-ending","name":"Ending","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"","variables":[]}]`,
      reports: ['template "Ending" does not exist'],
    },
    {
      name: 'the name instead of the id',
      input: {
        'case.json': {
          workflows: [
            {
              name: 'Trial onboarding',
              status: 'enabled',
              steps: [
                { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
                { key: 'tag', type: 'add_to_segment', config: { segment_id: 'Trial users' } },
                { key: 'again', type: 'add_to_segment', config: { segment_id: 'Trial users' } },
              ],
              connections: [
                { from: 'start', to: 'tag' },
                { from: 'tag', to: 'again' },
              ],
            },
          ],
          segments: {
            object: 'list',
            has_more: false,
            data: [
              {
                id: '78261eea-8f8b-4381-83c6-79fa7120f1cf',
                name: 'Trial users',
                created_at: '2026-10-01T00:00:00.000Z',
              },
            ],
          },
        },
      },
      reports: ['segment "Trial users" does not exist, in 2 places'],
    },
    {
      name: 'near names in texts',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome","variables":{"A":{"var":"contact.properties.scroe"},"B":{"var":"contact.properties.hometwon"}}},"subject":"For {{{contact.properties.hometwon}}}"}
  later: send_email {"template":{"id":"trial-later"},"subject":"{{{contact.properties.countyr}}}"}
  save: contact_update {"properties":{"stauts":"on"}}
  start -> welcome -> later -> save
  contact_properties [{"id":"1","key":"score","type":"number","fallback_value":null},{"id":"2","key":"hometown","type":"string","fallback_value":null},{"id":"3","key":"country","type":"string","fallback_value":null},{"id":"4","key":"status","type":"string","fallback_value":null}]`,
      reports: [
        'warning: contact property "scroe" is not defined',
        'warning: contact property "hometwon" is not defined, in 2 places',
        'warning: contact property "countyr" is not defined',
        'warning: contact property "stauts" is not defined',
      ],
    },
    {
      name: 'types',
      input: `
  workflow Trial
  start: trigger trial.started
  check: condition contact.properties.score eq "5"
  welcome: send_email trial-welcome
  start -> check -met-> welcome
  workflow Two
  start: trigger other
  update: contact_update {"properties":{"city":7,"score":{"var":"event.days"},"other":"x"}}
  start -> update
  contact_properties [{"id":"1","key":"score","type":"number","fallback_value":null},{"id":"2","key":"city","type":"string","fallback_value":null}]`,
      reports: [
        'warning: contact property "city" is a string, but set to a number',
        'warning: contact property "other" is not defined',
      ],
    },
  ],
} satisfies RuleCases;
