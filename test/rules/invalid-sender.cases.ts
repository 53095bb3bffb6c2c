import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Trial started
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"subject":"Your trial has begun","from":"Harbour <hello@harbour.app>"}
  start -> welcome`,
  ],
  invalid: [
    {
      input: `
  workflow Trial started
  start: trigger trial.started
  welcome: send_email {"template":{"id":"trial-welcome"},"subject":"Your trial has begun","from":"Harbour <hello@harbour>"}
  start -> welcome`,
      reports: ['the sender "Harbour <hello@harbour>" has an address with an invalid domain'],
    },
    {
      name: 'alpha',
      input: {
        'case.json': {
          name: 'Trial started',
          steps: [
            {
              id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              type: 'trigger',
              config: { event_name: 'trial.started' },
            },
            {
              id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              type: 'send_email',
              config: {
                template_id: 'trial-welcome',
                subject: 'Your trial has begun',
                from: 'Harbour hello@harbour.app',
              },
            },
            {
              id: 'c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03',
              type: 'send_email',
              config: { template_id: 'trial-tips', subject: 'Three tips', from: 'Harbour' },
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
      reports: [
        'the sender "Harbour hello@harbour.app" has an address without angle brackets',
        'the sender "Harbour" has no email address',
      ],
    },
    {
      name: 'reply address',
      input: `
  workflow Welcome
  start: trigger user.created
  a: send_email {"template":{"id":"tpl_a"},"from":"Acme <hello@acme.com>","reply_to":"support"}
  b: send_email {"template":{"id":"tpl_b"},"from":"Acme <hello@acme.com>","reply_to":["help@acme.com","support"]}
  start -> a -> b`,
      reports: ['the reply address "support" has no email address, in 2 places'],
    },
    {
      name: 'ways to get it wrong',
      input: `
  workflow Trial
  start: trigger trial.started
  mail_1: send_email {"template":{"id":"trial-1"},"from":""}
  mail_2: send_email {"template":{"id":"trial-2"},"from":"Harbour <hello@harbour.app"}
  mail_3: send_email {"template":{"id":"trial-3"},"from":"Harbour hello@harbour.app>"}
  mail_4: send_email {"template":{"id":"trial-4"},"from":"Harbour <>"}
  mail_5: send_email {"template":{"id":"trial-5"},"from":"Harbour <hello.harbour.app>"}
  mail_6: send_email {"template":{"id":"trial-6"},"from":"a@harbour.app, b@harbour.app"}
  mail_7: send_email {"template":{"id":"trial-7"},"from":"Harbour <hello@harbour.app> (news)"}
  mail_8: send_email {"template":{"id":"trial-8"},"from":"\\"Harbour <hello@harbour.app>"}
  mail_9: send_email {"template":{"id":"trial-9"},"from":"Harbour <hello @harbour.app>"}
  mail_10: send_email {"template":{"id":"trial-10"},"from":"hello@harbour,app"}
  mail_11: send_email {"template":{"id":"trial-11"},"from":"hello@harbour..app"}
  mail_12: send_email {"template":{"id":"trial-12"},"from":"Harbour\\nBcc: all@harbour.app <hello@harbour.app>"}
  mail_13: send_email {"template":{"id":"trial-13"},"from":"Harbour <{hello}@harbour.app>, <x@harbour.app>"}
  mail_14: send_email {"template":{"id":"trial-14"},"from":"mailto:hello@harbour.app"}
  mail_15: send_email {"template":{"id":"trial-15"},"from":"hello.@harbour.app"}
  start -> mail_1 -> mail_2 -> mail_3 -> mail_4 -> mail_5 -> mail_6 -> mail_7 -> mail_8 -> mail_9 -> mail_10 -> mail_11 -> mail_12 -> mail_13 -> mail_14 -> mail_15`,
      reports: [
        'the sender is blank',
        'the sender "Harbour <hello@harbour.app" does not end with one address in "<" and ">"',
        'the sender "Harbour hello@harbour.app>" does not end with one address in "<" and ">"',
        'the sender "Harbour <>" has no email address',
        'the sender "Harbour <hello.harbour.app>" has no email address',
        'the sender "a@harbour.app, b@harbour.app" has an invalid address',
        'the sender "Harbour <hello@harbour.app> (news)" does not end with one address in "<" and ">"',
        'the sender ""Harbour <hello@harbour.app>" does not end with one address in "<" and ">"',
        'the sender "Harbour <hello @harbour.app>" has an invalid address',
        'the sender "hello@harbour,app" has an address with an invalid domain',
        'the sender "hello@harbour..app" has an address with an invalid domain',
        'the sender "Harbour\nBcc: all@harbour.app <hello@harbour.app>" contains a line break or another control character',
        'the sender "Harbour <{hello}@harbour.app>, <x@harbour.app>" does not end with one address in "<" and ">"',
        'the sender "mailto:hello@harbour.app" has an invalid address',
        'the sender "hello.@harbour.app" has an invalid address',
      ],
    },
    {
      name: 'sender and reply address of one email',
      input: `
  workflow Both
  start: trigger user.created
  a: send_email {"template":{"id":"a"},"from":"acme","reply_to":"acme"}
  b: send_email {"template":{"id":"b"},"from":"  ","reply_to":"hello@acme.dev","subject":"no address"}
  c: send_email {"template":{"id":"c"},"from":" hello@example.com "}
  start -> a -> b -> c`,
      reports: [
        'the sender "acme" has no email address',
        'the reply address "acme" has no email address',
        'the sender is blank',
      ],
    },
  ],
} satisfies RuleCases;
