import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Onboarding
  start: trigger user.created
  mail_1: send_email mail-1
  mail_2: send_email mail-2
  mail_3: send_email mail-3
  start -> mail_1 -> mail_2 -> mail_3`,
      options: { max: 4 },
    },
  ],
  invalid: [
    {
      input: `
  workflow Onboarding
  start: trigger user.created
  mail_1: send_email mail-1
  mail_2: send_email mail-2
  mail_3: send_email mail-3
  mail_4: send_email mail-4
  start -> mail_1 -> mail_2 -> mail_3 -> mail_4`,
      options: { max: 4 },
      reports: ['workflow has 5 steps (limit: 4)'],
    },
    {
      name: 'own limit alpha',
      input: {
        'case.json': {
          object: 'workflow',
          id: '0a2504c8-42b6-5fe9-8762-93d779ce5b3b',
          name: 'Onboarding',
          status: 'enabled',
          steps: [
            { id: 't', type: 'trigger', config: { event_name: 'user.created' } },
            {
              id: 'a',
              type: 'send_email',
              config: {
                template_id: 'tpl_welcome',
                subject: 'Welcome!',
                from: 'Acme <hello@acme.test>',
              },
            },
            {
              id: 'b',
              type: 'send_email',
              config: { template_id: 'tpl_2', subject: 'Tips', from: 'Acme <hello@acme.test>' },
            },
            {
              id: 'c',
              type: 'send_email',
              config: { template_id: 'tpl_3', subject: 'Bye', from: 'Acme <hello@acme.test>' },
            },
          ],
          edges: [
            { id: 'e1', from_step_id: 't', to_step_id: 'a', edge_type: 'default' },
            { id: 'e2', from_step_id: 'a', to_step_id: 'b', edge_type: 'default' },
            { id: 'e3', from_step_id: 'b', to_step_id: 'c', edge_type: 'default' },
          ],
        },
      },
      options: { max: 2 },
      reports: ['workflow has 4 steps (limit: 2)'],
    },
  ],
} satisfies RuleCases;
