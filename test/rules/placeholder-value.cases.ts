import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"welcome-to-fernway"},"subject":"Welcome to Fernway","from":"Fernway <hello@fernway.garden>"}
  start -> welcome`,
  ],
  invalid: [
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"<TEMPLATE_ID>"},"subject":"Welcome to Fernway","from":"Fernway <hello@example.com>"}
  start -> welcome`,
      reports: ['2 placeholders are not replaced: "<TEMPLATE_ID>", "example.com"'],
    },
    {
      name: 'alpha',
      input: {
        'case.json': {
          name: 'Welcome',
          steps: [
            {
              id: '0b6f6a52-4d0e-4c55-9b55-1f6a3b8f0a01',
              type: 'trigger',
              config: { event_name: 'user.created' },
            },
            {
              id: '5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02',
              type: 'send_email',
              config: {
                template_id: 'tpl_xxxxxxxxx',
                subject: 'TODO: a subject',
                from: 'Fernway <hello@fernway.garden>',
              },
            },
            {
              id: 'c3a2d1f0-6b5e-4a7d-8c9b-0e1f2a3b4c03',
              type: 'send_email',
              config: {
                templateId: 'your-template-id',
                subject: 'Lorem ipsum dolor sit amet',
                replyTo: 'help@mail.example.org',
              },
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
      reports: ['5 placeholders are not replaced: "tpl_xxxxxxxxx", "TODO", "your-template-id" …'],
    },
    {
      name: 'ids never filled in',
      input: `
  workflow Onboarding
  start: trigger <EVENT_NAME>
  mail_1: send_email your-template-id
  mail_2: send_email YOUR_TEMPLATE_ID
  mail_3: send_email tpl_replace_with_tips_template_id
  mail_4: send_email tpl_xxxxxxxxx
  mail_5: send_email TODO
  mail_6: send_email <published-template-id>
  mail_7: send_email xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx
  segment: add_to_segment your-segment-id
  start -> mail_1 -> mail_2 -> mail_3 -> mail_4 -> mail_5 -> mail_6 -> mail_7 -> segment`,
      reports: [
        '9 placeholders are not replaced: "<EVENT_NAME>", "your-template-id", "YOUR_TEMPLATE_ID" …',
      ],
    },
    {
      name: 'one in three places',
      input: `
  workflow A
  start: trigger user.created
  a: send_email {"template":{"id":"a","variables":{"NAME":"TODO","COUNT":5,"AT":"write to me@example.com"}},"subject":" TODO "}
  b: send_email {"template":{"id":"b","variables":{"NAME":"TODO"}},"subject":" TODO "}
  c: send_email {"template":{"id":"c"},"subject":"x TODO"}
  start -> a -> b -> c
  workflow B
  start: trigger <EVENT_NAME>
  s: add_to_segment <SEGMENT_ID>
  start -> s`,
      reports: [
        '2 placeholders are not replaced: "TODO", "example.com"',
        '2 placeholders are not replaced: "<EVENT_NAME>", "<SEGMENT_ID>"',
      ],
    },
    {
      name: 'one of each kind',
      input: `
  workflow Id
  start: trigger user.created
  one: send_email your-template-id
  start -> one
  workflow Part of a text
  start: trigger user.created
  one: send_email {"template":{"id":"one"},"subject":"Hello TODO and more"}
  start -> one
  workflow Whole text
  start: trigger user.created
  one: send_email {"template":{"id":"one"},"subject":" TODO "}
  start -> one
  workflow Address
  start: trigger user.created
  one: send_email {"template":{"id":"one"},"from":"Acme <hello@example.com>"}
  start -> one
  workflow Name in an address
  start: trigger user.created
  one: send_email {"template":{"id":"one"},"from":"YOUR_COMPANY <hello@acme.com>"}
  start -> one
  workflow URL
  start: trigger user.created
  one: send_email one {"A":"https://shop.example.com/start"}
  start -> one
  workflow Variable
  start: trigger user.created
  one: send_email one {"A":"TODO","B":3}
  start -> one
  workflow Two texts
  start: trigger user.created
  one: send_email one {"A":"TODO","B":"FIXME"}
  start -> one
  workflow Two texts, three places
  start: trigger user.created
  one: send_email one {"A":"TODO","B":"FIXME","C":"TODO"}
  start -> one
  workflow One text, two places
  start: trigger user.created
  one: send_email one {"A":"TODO","B":"TODO"}
  start -> one
  workflow One variable, two emails
  start: trigger user.created
  one: send_email one {"A":"TODO"}
  two: send_email two {"A":"TODO"}
  start -> one -> two`,
      reports: [
        'template id contains the placeholder "your-template-id"',
        'subject contains the placeholder "TODO"',
        'subject contains the placeholder "TODO"',
        'sender contains the placeholder "example.com"',
        'sender contains the placeholder "YOUR_COMPANY"',
        'variable "A" contains the placeholder "shop.example.com"',
        'variable "A" contains the placeholder "TODO"',
        '2 placeholders are not replaced: "TODO", "FIXME"',
        '2 placeholders are not replaced: "TODO", "FIXME"',
        'variable "A" contains the placeholder "TODO", in 2 places',
        'variable "A" contains the placeholder "TODO", in 2 places',
      ],
    },
    {
      name: 'other allowed',
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"your-template-id"},"from":"Fernway <hello@mail.example.com>"}
  start -> welcome`,
      options: { allow: ['your-segment-id', 'example.com'] },
      reports: ['2 placeholders are not replaced: "your-template-id", "mail.example.com"'],
    },
    {
      name: 'texts',
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"welcome","variables":{"INTRO":"Lorem ipsum dolor","SHOP":"https://shop.example.com/ferns","NAME":{"var":"contact.first_name"},"HELP":"Write to help@your-domain.com"}},"subject":"[TODO] something nicer","reply_to":["help@fernway.garden","help@example.net"],"topic_id":"your-topic-id"}
  start -> welcome`,
      reports: ['6 placeholders are not replaced: "TODO", "example.net", "your-topic-id" …'],
    },
    {
      name: 'ids and a partial list',
      input: {
        'case.json': {
          workflows: [
            {
              name: 'Trial',
              status: 'enabled',
              steps: [
                { key: 'start', type: 'trigger', config: { event_name: 'trial.started' } },
                {
                  key: 'mail',
                  type: 'send_email',
                  config: {
                    template: { id: 'TBD' },
                    subject: 'Your trial',
                    from: 'Kiln <hello@kiln.studio>',
                  },
                },
                { key: 'add', type: 'add_to_segment', config: { segment_id: 'your-segment-id' } },
              ],
              connections: [
                { from: 'start', to: 'mail', type: 'default' },
                { from: 'mail', to: 'add', type: 'default' },
              ],
            },
          ],
          events: {
            object: 'list',
            has_more: false,
            data: [{ id: 'e1', name: 'trial.started', schema: null }],
          },
          templates: {
            object: 'list',
            has_more: true,
            data: [
              {
                id: '1c2f9a54-4f6e-4f0a-9a1d-5b7f0d3e8c21',
                alias: 'trial',
                name: 'Trial',
                status: 'published',
              },
            ],
          },
        },
      },
      reports: ['2 placeholders are not replaced: "TBD", "your-segment-id"'],
    },
  ],
} satisfies RuleCases;
