import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email tpl_welcome {"PLAN":{"var":"event.plan"}}
  start -> welcome`,
      name: 'mustache in variable',
    },
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"welcome"},"subject":"Welcome, {{{FIRST_NAME|there}}}"}
  start -> welcome`,
      name: 'unbalanced variable',
    },
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"tpl_welcome"},"subject":"Welcome to the {{{event.plan}}} plan"}
  start -> welcome`,
      name: 'unsupported variable',
    },
  ],
  invalid: [
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email tpl_welcome {"PLAN":"{{event.plan}}"}
  start -> welcome`,
      name: 'mustache in variable',
      reports: ['text "{{event.plan}}" of "PLAN" is not replaced'],
    },
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"welcome"},"subject":"Welcome, {{{FIRST_NAME|there}}"}
  start -> welcome`,
      name: 'unbalanced variable',
      reports: [
        'warning: mismatched "{{{" and "}}" in "subject" of send_email "welcome": "{{{FIRST_NAME|there}}"',
      ],
    },
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"tpl_welcome"},"subject":"Welcome to the {{plan}} plan"}
  start -> welcome`,
      name: 'unsupported variable',
      reports: ['warning: variable "{{plan}}" in the subject is not replaced'],
    },
    {
      name: 'every form',
      input: `
  workflow A reference without braces
  start: trigger user.created
  mail: send_email tpl_mail {"A":"event.days"}
  start -> mail
  workflow Three braces
  start: trigger user.created
  mail: send_email tpl_mail {"A":"{{{event.days}}}"}
  start -> mail
  workflow Other text around it
  start: trigger user.created
  mail: send_email tpl_mail {"A":"You have {{{event.days}}} days left"}
  start -> mail
  workflow A fallback
  start: trigger user.created
  mail: send_email tpl_mail {"A":"{{{contact.first_name|there}}}"}
  start -> mail
  workflow No prefix
  start: trigger user.created
  mail: send_email tpl_mail {"A":"{{ days }}"}
  start -> mail
  workflow Nothing between the braces
  start: trigger user.created
  mail: send_email tpl_mail {"A":"{{}}"}
  start -> mail`,
      reports: [
        'text "event.days" of "A" is not replaced',
        'text "{{{event.days}}}" of "A" is not replaced',
        'text "You have {{{event.days}}} days left" of "A" is not replaced',
        'text "{{{contact.first_name|there}}}" of "A" is not replaced',
        'text "{{ days }}" of "A" is not replaced',
        'text "{{}}" of "A" is not replaced',
      ],
    },
    {
      name: 'forms of other tools',
      input: `
  workflow W0
  start: trigger user.created
  hello: send_email welcome {"A":"{plan}"}
  start -> hello
  workflow W1
  start: trigger user.created
  hello: send_email welcome {"A":"\${plan}"}
  start -> hello
  workflow W2
  start: trigger user.created
  hello: send_email welcome {"A":"%PLAN%"}
  start -> hello
  workflow W3
  start: trigger user.created
  hello: send_email welcome {"A":"<%= plan %>"}
  start -> hello
  workflow W4
  start: trigger user.created
  hello: send_email welcome {"A":"{{#if plan}}yes{{/if}}"}
  start -> hello
  workflow W5
  start: trigger user.created
  hello: send_email welcome {"A":"{{plan | default: \\"free\\"}}"}
  start -> hello
  workflow W6
  start: trigger user.created
  hello: send_email welcome {"A":"*|FNAME|*"}
  start -> hello
  workflow W7
  start: trigger user.created
  hello: send_email welcome {"A":"{{ }}"}
  start -> hello`,
      reports: [
        'text "{plan}" of "A" is not replaced',
        `text "\${plan}" of "A" is not replaced`,
        'text "%PLAN%" of "A" is not replaced',
        'text "<%= plan %>" of "A" is not replaced',
        'text "{{#if plan}}yes{{/if}}" of "A" is not replaced',
        'text "{{plan | default: "free"}}" of "A" is not replaced',
        'text "*|FNAME|*" of "A" is not replaced',
        'text "{{ }}" of "A" is not replaced',
      ],
    },
    {
      name: 'value of a filter',
      input: `
  workflow Filter
  start: trigger invoice.due
  paid: wait_for_event {"event_name":"invoice.paid","timeout":"3 days","filter_rule":{"type":"rule","field":"event.invoice_id","operator":"eq","value":"{{event.invoice_id}}"}}
  hello: send_email welcome
  start -> paid -timeout-> hello`,
      reports: [
        'filter of wait_for_event "paid" compares with the literal text "{{event.invoice_id}}"',
      ],
    },
    {
      name: 'values of a contact',
      input: `
  workflow Sync
  start: trigger user.created
  sync: contact_update {"first_name":"{{event.name}}","properties":{"plan":"event.plan"}}
  mail: send_email tpl_mail
  start -> sync -> mail`,
      reports: ['2 values are texts whose variables are not replaced: "first_name", "plan"'],
    },
    {
      name: 'property that the schema lacks',
      input: `
  workflow W0
  start: trigger user.created
  hello: send_email welcome {"A":"{{total}}"}
  start -> hello
  event user.created {"plan":"string"}`,
      reports: ['text "{{total}}" of "A" is not replaced'],
    },
    {
      name: 'variables',
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"welcome","variables":{"GREETING":"Hello {{{contact.first_name","PLAN":{"var":"event.plan}}"},"TEAM":"event.team}}}","OK":"{{{event.ok}}}"}},"subject":"{{ Welcome {{{FIRST_NAME}}}"}
  start -> welcome`,
      reports: [
        'warning: unclosed "{{{" in "GREETING" of send_email "welcome": "{{{contact.first_name"',
        'warning: "}}}" without "{{{" in "TEAM" of send_email "welcome": "event.team}}}"',
        'text "{{{event.ok}}}" of "OK" is not replaced',
        'warning: nested variable in "subject" of send_email "welcome": "{{ Welcome {{{FIRST_NAME}}}"',
      ],
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
                template_id: 'welcome',
                subject: 'Welcome, FIRST_NAME}}',
                variables: { TEAM: '{{team}' },
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
          ],
        },
      },
      reports: [
        'warning: "}}" without "{{" in "subject" of send_email "5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02" ("Welcome, FIRST_NAME}}"): "Welcome, FIRST_NAME}}"',
        'warning: unclosed "{{" in "TEAM" of send_email "5f0f2c1e-8a43-4f0b-9d55-3f0f6a1d7b02" ("Welcome, FIRST_NAME}}"): "{{team}"',
      ],
    },
    {
      name: 'every syntax',
      input: `
  workflow Welcome
  start: trigger user.created
  mail_0: send_email {"template":{"id":"tpl_mail_0"},"subject":"Hi {first_name}"}
  mail_1: send_email {"template":{"id":"tpl_mail_1"},"subject":"Hi *|FNAME|*"}
  mail_2: send_email {"template":{"id":"tpl_mail_2"},"subject":"Hi {{ event.name }}"}
  mail_3: send_email {"template":{"id":"tpl_mail_3"},"subject":"Hi \${name}"}
  mail_4: send_email {"template":{"id":"tpl_mail_4"},"subject":"Hi {{name|there}}"}
  mail_5: send_email {"template":{"id":"tpl_mail_5"},"subject":"Hi *|LNAME|* and {{{event.b}}}"}
  mail_6: send_email {"template":{"id":"tpl_mail_6"},"subject":"Hi {first_name}"}
  start -> mail_0 -> mail_1 -> mail_2 -> mail_3 -> mail_4 -> mail_5 -> mail_6`,
      reports: [
        'warning: variable "{first_name}" in the subject is not replaced, in 2 places',
        'warning: variable "*|FNAME|*" in the subject is not replaced',
        'warning: variable "{{ event.name }}" in the subject is not replaced',
        `warning: variable "\${name}" in the subject is not replaced`,
        'warning: variable "{{name|there}}" in the subject is not replaced',
        'warning: variable "*|LNAME|*" in the subject is not replaced',
      ],
    },
    {
      name: 'html of a template',
      input: `
  workflow Trial
  start: trigger user.created
  hello: send_email welcome {"PLAN":"pro"}
  start -> hello
  templates [{"object":"template","id":"7f2b8a54-0d3b-4f5e-9b57-0d9a41e3c0f1","alias":"welcome","name":"Welcome","status":"published","from":"Ada <ada@lumen.example>","subject":"Welcome","variables":[{"key":"PLAN","type":"string","fallback_value":"free"}],"html":"<style>p{color:red}</style><p>Hi {first_name}, your {{PLAN}} and {{plan}} {{{PLAN}}}</p>"}]`,
      reports: [
        'warning: 3 expressions are not replaced in template "welcome": "{first_name}", "{{PLAN}}", "{{plan}}"',
      ],
    },
    {
      name: 'broadcast syntax in a template',
      input: `
  workflow Trial
  start: trigger user.created
  hello: send_email welcome {"PLAN":"pro"}
  start -> hello
  templates [{"object":"template","id":"7f2b8a54-0d3b-4f5e-9b57-0d9a41e3c0f1","alias":"welcome","name":"Welcome","status":"published","from":"Ada <ada@lumen.example>","subject":"Welcome","variables":[{"key":"PLAN","type":"string","fallback_value":"free"}],"html":"<p>Hi {{{FIRST_NAME|there}}}</p>"}]`,
      reports: ['info: template "welcome" uses "{{{FIRST_NAME|…}}}", the syntax of broadcasts'],
    },
    {
      name: 'with a filter',
      input: `
  workflow Filter
  start: trigger order.paid
  receipt: send_email receipt {"TOTAL":"{{event.total | money}}"}
  start -> receipt`,
      reports: ['text "{{event.total | money}}" of "TOTAL" is not replaced'],
    },
  ],
} satisfies RuleCases;
