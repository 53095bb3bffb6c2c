import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Onboarding
  start: trigger user.created
  welcome: send_email welcome
  tips: send_email tips
  start -> welcome -> tips`,
    {
      name: 'back on a cycle',
      input: `
  workflow Nag
  start: trigger cart.left
  nag: send_email nag
  day: delay 1 day
  start -> nag -> day -> nag`,
    },
    {
      name: 'listed between',
      input: `
  workflow A
  start: trigger user.created
  b: send_email b
  a: send_email a
  c: send_email c
  start -> b
  start -> a -> b -> c -> c`,
    },
    {
      input: `
  workflow Onboarding
  start: trigger user.created
  welcome: send_email welcome
  tips: send_email tips
  start -> welcome -> tips`,
      name: 'edges in order',
    },
  ],
  invalid: [
    {
      input: `
  workflow Onboarding
  start: trigger user.created
  tips: send_email tips
  welcome: send_email welcome
  start -> welcome -> tips`,
      reports: ['send_email "tips" runs after "welcome", but is listed before it'],
    },
    {
      input: `
  workflow Onboarding
  start: trigger user.created
  welcome: send_email welcome
  tips: send_email tips
  welcome -> tips
  start -> welcome`,
      name: 'edges backwards',
      reports: ['info: connection from "welcome" is listed before the connection to "welcome"'],
    },
    {
      name: 'listed before all of its sources',
      input: `
  workflow A
  start: trigger user.created
  z: send_email z
  c: condition event.plan eq "pro"
  a: send_email a
  b: send_email b
  start -> c -met-> a
  c -not-> b
  a -> z
  b -> z`,
      reports: ['send_email "z" runs after "a", but is listed before it'],
    },
    {
      name: 'trigger last alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '0a2504c8-42b6-5fe9-8762-93d779ce5b3b',
          name: 'Onboarding',
          status: 'enabled',
          steps: [
            {
              id: 'm',
              type: 'send_email',
              config: {
                template_id: 'tpl_welcome',
                subject: 'Welcome!',
                from: 'Acme <hello@acme.test>',
              },
            },
            { id: 't', type: 'trigger', config: { event_name: 'user.created' } },
          ],
          edges: [{ id: 'e1', from_step_id: 't', to_step_id: 'm', edge_type: 'default' }],
        },
      },
      reports: ['send_email "m" runs after "t", but is listed before it'],
    },
  ],
} satisfies RuleCases;
