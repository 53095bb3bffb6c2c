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
      reports: ['"{{event.plan}}" in "PLAN" is not replaced'],
    },
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"welcome"},"subject":"Welcome, {{{FIRST_NAME|there}}"}
  start -> welcome`,
      name: 'unbalanced variable',
      reports: ['warning: braces of a variable do not match in "subject" of send_email "welcome"'],
    },
    {
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"tpl_welcome"},"subject":"Welcome to the {{plan}} plan"}
  start -> welcome`,
      name: 'unsupported variable',
      reports: ['warning: "{{plan}}" in "subject" is not replaced'],
    },
    {
      name: 'every form',
      input: `
  workflow A reference without braces
  start: trigger user.created
  mail: send_email tpl_mail {"A":"event.days"}
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
  start -> mail`,
      reports: [
        '"event.days" in "A" is not replaced',
        '"{{{event.days}}}" in "A" is not replaced',
        '"{{{contact.first_name|there}}}" in "A" is not replaced',
        '"{{ days }}" in "A" is not replaced',
      ],
    },
    {
      name: 'forms of other tools',
      input: `
  start: trigger user.created
  hello: send_email welcome {"A":"{plan}","B":"\${plan}","C":"%PLAN%","D":"<%= plan %>","E":"*|FNAME|*"}
  later: send_email later {"F":"{{#if plan}}yes{{/if}}"}
  last: send_email last {"G":"{{plan | default: \\"free\\"}}"}
  start -> hello -> later -> last`,
      reports: ['7 values are texts whose variables are not replaced: "A", "B", "C" …'],
    },
    {
      name: 'value of a filter',
      input: `
  workflow Filter
  start: trigger invoice.due
  paid: wait_for_event {"event_name":"invoice.paid","timeout":"3 days","filter_rule":{"type":"rule","field":"event.invoice_id","operator":"eq","value":"{{event.invoice_id}}"}}
  hello: send_email welcome
  start -> paid -timeout-> hello`,
      reports: ['wait_for_event "paid" compares with the literal text "{{event.invoice_id}}"'],
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
      reports: ['"{{total}}" in "A" is not replaced'],
    },
    {
      name: 'variables',
      input: `
  workflow Welcome
  start: trigger user.created
  welcome: send_email {"template":{"id":"welcome","variables":{"GREETING":"Hello {{{contact.first_name","PLAN":{"var":"event.plan}}"},"TEAM":"event.team}}}","OK":"{{{event.ok}}}"}},"subject":"{{ Welcome {{{FIRST_NAME}}}"}
  start -> welcome`,
      reports: [
        'warning: braces of a variable do not match in "GREETING" of send_email "welcome"',
        'warning: braces of a variable do not match in "TEAM" of send_email "welcome"',
        '"{{{event.ok}}}" in "OK" is not replaced',
        'warning: braces of a variable do not match in "subject" of send_email "welcome"',
      ],
    },
    {
      name: 'forms in subjects',
      input: `
  start: trigger user.created
  first: send_email {"template":{"id":"first"},"subject":"Hi {first_name}"}
  second: send_email {"template":{"id":"second"},"subject":"Hi *|LNAME|* and {{{event.b}}}"}
  third: send_email {"template":{"id":"third"},"subject":"Hi {{name|there}}"}
  start -> first -> second -> third`,
      reports: [
        'warning: "{first_name}" in "subject" is not replaced',
        'warning: "*|LNAME|*" in "subject" is not replaced',
        'warning: "{{name|there}}" in "subject" is not replaced',
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
  ],
} satisfies RuleCases;
