import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@parcel.io>"}
  start -> welcome
  domains [{"id":"d1","name":"parcel.io","status":"verified","capabilities":{"sending":"enabled","receiving":"disabled"}}]`,
      name: 'unverified domain',
    },
    {
      input: `
  workflow Order shipped
  start: trigger order.shipped
  on_its_way: send_email {"template":{"id":"order-on-its-way"},"subject":"On its way","from":"Kiln <orders@kiln.shop>"}
  start -> on_its_way`,
      options: { allow: ['kiln.shop'] },
      name: 'sender domain',
    },
  ],
  invalid: [
    {
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@mail.parcel.io>"}
  start -> welcome
  domains [{"id":"d1","name":"parcel.io","status":"verified","capabilities":{"sending":"enabled","receiving":"disabled"}}]`,
      name: 'unverified domain',
      reports: ['sender domain "mail.parcel.io" is not verified'],
    },
    {
      input: `
  workflow Order shipped
  start: trigger order.shipped
  on_its_way: send_email {"template":{"id":"order-on-its-way"},"subject":"On its way","from":"Kiln <orders@kilm.shop>"}
  start -> on_its_way`,
      options: { allow: ['kiln.shop'] },
      name: 'sender domain',
      reports: ['sender domain "kilm.shop" is not allowed'],
    },
    {
      name: 'not yet verified',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@news.parcel.io>"}
  b: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@news.parcel.io>"}
  c: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@in.parcel.io>"}
  d: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@parcle.io>"}
  start -> welcome -> b -> c -> d
  domains [{"id":"d1","name":"parcel.io","status":"verified","capabilities":{"sending":"enabled","receiving":"disabled"}},{"id":"d2","name":"news.parcel.io","status":"pending"},{"id":"d3","name":"in.parcel.io","status":"verified","capabilities":{"sending":"disabled","receiving":"enabled"}},{"id":"d4","name":"tracked.io","status":"partially_verified"}]`,
      reports: [
        'sender domain "news.parcel.io" is not verified, in 2 places',
        'sender domain "in.parcel.io" is not verified',
        'sender domain "parcle.io" is not verified',
      ],
    },
    {
      name: 'sender of the template',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email trial-welcome
  start -> welcome
  domains [{"id":"d1","name":"parcel.io","status":"verified","capabilities":{"sending":"enabled","receiving":"disabled"}}]
  templates [{"id":"1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21","alias":"trial-welcome","name":"Welcome","status":"published","from":"Acme <hi@acme.com>","subject":"Welcome","html":"","variables":[]}]`,
      reports: ['sender domain "acme.com" is not verified'],
    },
    {
      name: 'test domain',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@resend.dev>"}
  start -> welcome`,
      reports: ['sender domain "resend.dev" is not verified'],
    },
    {
      name: 'domain in the other script',
      input: `
  workflow Offers
  start: trigger user.created
  m1: send_email {"template":{"id":"m1"},"from":"Acme <hi@müller.de>"}
  m2: send_email {"template":{"id":"m2"},"from":"Acme <hi@xn--bcher-kva.de>"}
  start -> m1 -> m2
  domains [{"name":"xn--mller-kva.de","status":"pending"},{"name":"bücher.de","status":"pending"}]`,
      reports: [
        'sender domain "xn--mller-kva.de" is not verified',
        'sender domain "xn--bcher-kva.de" is not verified',
      ],
    },
  ],
} satisfies RuleCases;
