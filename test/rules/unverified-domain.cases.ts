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
      reports: ['sender domain "mail.parcel.io" is not a domain of the account'],
    },
    {
      input: `
  workflow Order shipped
  start: trigger order.shipped
  on_its_way: send_email {"template":{"id":"order-on-its-way"},"subject":"On its way","from":"Kiln <orders@kilm.shop>"}
  start -> on_its_way`,
      options: { allow: ['kiln.shop'] },
      name: 'sender domain',
      reports: ['sender domain "kilm.shop" is not an allowed domain'],
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
        'domain "news.parcel.io" is not verified (its status is "pending"), in 2 places',
        'domain "in.parcel.io" is not set up for sending',
        'sender domain "parcle.io" is not a domain of the account',
      ],
    },
    {
      name: 'several domains above and below',
      input: `
  workflow Trial
  start: trigger trial.started
  above: send_email {"template":{"id":"above"},"subject":"Hi","from":"x@m.eu.acme.io"}
  below: send_email {"template":{"id":"below"},"subject":"Hi","from":"x@shop.dev"}
  unstated: send_email {"template":{"id":"unstated"},"subject":"Hi","from":"x@plain.dev"}
  blank: send_email {"template":{"id":"with-sender"},"subject":"Hi","from":"  "}
  start -> above -> below -> unstated -> blank
  domains [{"name":"acme.io","status":"verified"},{"name":"eu.acme.io","status":"verified"},{"name":"a.shop.dev","status":"verified"},{"name":"b.shop.dev","status":"verified"},{"name":"plain.dev"}]
  templates [{"object":"template","id":"with-sender","name":"x","status":"published","subject":"Hi","from":"x@other.net"}]`,
      reports: [
        'sender domain "m.eu.acme.io" is not a domain of the account',
        'sender domain "shop.dev" is not a domain of the account',
        'sender domain "other.net" is not a domain of the account',
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
      reports: ['sender domain "acme.com" is not a domain of the account'],
    },
    {
      name: 'test domain',
      input: `
  workflow Trial onboarding
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"from":"Parcel <hello@resend.dev>"}
  start -> welcome`,
      reports: ['"resend.dev" sends to the address of the account only'],
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
        'domain "xn--mller-kva.de" is not verified (its status is "pending")',
        'domain "xn--bcher-kva.de" is not verified (its status is "pending")',
      ],
    },
    {
      name: 'below only',
      input: {
        'case.json': {
          name: 'Order shipped',
          steps: [
            {
              id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              type: 'trigger',
              config: { event_name: 'order.shipped' },
            },
            {
              id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              type: 'send_email',
              config: { template_id: 'a', subject: 'On its way', from: 'Kiln <orders@kiln.shop>' },
            },
            {
              id: 'c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03',
              type: 'send_email',
              config: { template_id: 'b', subject: 'Delivered', from: 'orders@otherkiln.shop' },
            },
          ],
          edges: [
            {
              id: 'a1000000-0000-4000-8000-000000000001',
              from_step_id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              to_step_id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              edge_type: 'default',
            },
            {
              id: 'a1000000-0000-4000-8000-000000000002',
              from_step_id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              to_step_id: 'c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03',
              edge_type: 'default',
            },
          ],
        },
      },
      options: { allow: ['*.kiln.shop', 'kiln-studio.com', 'kiln.de', 'kiln.fr'] },
      reports: [
        'sender domain "kiln.shop" is not an allowed domain',
        'sender domain "otherkiln.shop" is not an allowed domain',
      ],
    },
  ],
} satisfies RuleCases;
