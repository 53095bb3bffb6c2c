import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Trial onboarding
  start: trigger trial.started
  pause: delay 2 days
  welcome: send_email trial-welcome
  start -> pause -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"<p>News</p><a href=\\"{{{RESEND_UNSUBSCRIBE_URL}}}\\">Unsubscribe</a>","variables":[]}]`,
  ],
  invalid: [
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  pause: delay 2 days
  welcome: send_email trial-welcome
  start -> pause -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"<p>News</p>","variables":[]}]`,
      reports: ['template "Welcome" has no link to unsubscribe'],
    },
    {
      name: 'one hour later and one of two topics',
      input: `
  workflow A
  start: trigger user.created
  soon: send_email t
  d: delay 1 hour
  late: send_email t
  lost: send_email t
  start -> soon -> d -> late
  workflow B
  start: trigger user.left
  a: send_email t
  b: send_email {"template":{"id":"t"},"topic_id":"t1"}
  c: send_email {"template":{"id":"t"},"topic_id":"t1"}
  start -> a -> b -> c
  templates [{"object":"template","id":"x","name":"x","status":"published","subject":"Hi","from":"Acme <hi@acme.dev>","html":"<p>Hi</p>","variables":[],"alias":"t"}]`,
      reports: [
        'template "x" has no link to unsubscribe',
        'template "x" has no link to unsubscribe, in 2 places',
      ],
    },
    {
      name: 'with a topic',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"topic_id":"b6d24b8e-af0b-4c3c-be0c-359bbd97381e"}
  start -> welcome
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Parcel <hello@parcel.io>","subject":"Welcome","html":"<p>{{RESEND_UNSUBSCRIBE_URL}}</p>","variables":[]}]`,
      reports: ['template "Welcome" has no link to unsubscribe'],
    },
  ],
} satisfies RuleCases;
