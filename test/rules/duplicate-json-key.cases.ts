import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      'case.json': `{
  "name": "Renewal notice",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "subscription.renewing" } },
    { "key": "notice", "type": "send_email", "config": { "template": { "id": "tpl_renewal" }, "subject": "Your plan renews soon" } }
  ],
  "connections": [{ "from": "start", "to": "notice", "type": "default" }]
}
`,
    },
  ],
  invalid: [
    {
      input: {
        'case.json': `{
  "name": "Renewal notice",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "subscription.renewing" } },
    { "key": "notice", "type": "send_email", "config": { "template": { "id": "tpl_renewal" }, "subject": "Your plan renews soon", "subject": "TODO" } }
  ],
  "connections": [{ "from": "start", "to": "notice", "type": "default" }]
}
`,
      },
      reports: ['duplicate key "subject"; the earlier value is ignored'],
    },
    {
      name: 'escaped quotes in a key',
      input: {
        'case.json': `{"name":"Renewal","steps":[],"connections":[],"a\\"b":1,"a\\"b":2}
`,
      },
      reports: ['duplicate key "a"b"; the earlier value is ignored'],
    },
  ],
} satisfies RuleCases;
