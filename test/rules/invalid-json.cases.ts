import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Welcome series
  start: trigger user.created
  welcome: send_email tpl_welcome
  start -> welcome`,
  ],
  invalid: [
    {
      input: {
        'case.json': `{
  "name": "Welcome series",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } }
  ],
  "connections": [
    { "from": "start", "to": "welcome", "type": "default" },
  ]
}
`,
      },
      reports: ['trailing comma'],
    },
    {
      name: 'cut off between steps',
      input: {
        'case.json': `{
  "name": "Welcome series",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": {
`,
      },
      reports: ['unexpected end of file'],
    },
    {
      name: 'cut off in a string',
      input: {
        'case.json': `{
  "name": "Welcome series",
  "steps": [{ "key": "start", "type": "trigger", "config": { "event_name": "user.cre`,
      },
      reports: ['unexpected end of file'],
    },
    {
      name: 'text after the value',
      input: { 'case.json': '{"name": "Welcome", "steps": []}%' },
      reports: ['unexpected "%"'],
    },
    {
      name: 'merge conflict',
      input: {
        'case.json': `{
  "name": "Trial",
  "steps": [
<<<<<<< HEAD
    { "key": "start", "type": "trigger", "config": { "event_name": "trial.started" } }
=======
    { "key": "start", "type": "trigger", "config": { "event_name": "trial.begun" } }
>>>>>>> begun
  ],
  "connections": []
}
`,
      },
      reports: ['unresolved merge conflict marker'],
    },
    {
      name: 'yaml',
      input: {
        'case.json': `# exported by hand
name: Trial
steps:
  - key: start
    type: trigger
connections: []
`,
      },
      reports: ['this looks like YAML; edgewise reads JSON'],
    },
    {
      name: 'comment',
      input: {
        'case.json': `{
  "name": "Welcome series",
  // started in March
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } }
  ],
  "connections": [
    { "from": "start", "to": "welcome", "type": "default" }
  ]
}
`,
      },
      reports: ['comments are not allowed in JSON'],
    },
    {
      name: 'single quotes',
      input: {
        'case.json': `{
  "name": 'Welcome series',
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } }
  ],
  "connections": [
    { "from": "start", "to": "welcome", "type": "default" }
  ]
}
`,
      },
      reports: ["found ' instead of a straight double quote"],
    },
    {
      name: 'name without quotes',
      input: {
        'case.json': `{
  name: "Welcome series",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } }
  ],
  "connections": [
    { "from": "start", "to": "welcome", "type": "default" }
  ]
}
`,
      },
      reports: ['key name has no quotes'],
    },
    {
      name: 'one bracket too many',
      input: {
        'case.json': `{
  "name": "Welcome series",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } }
  ],
  "connections": [
    { "from": "start", "to": "welcome", "type": "default" }
  ]
}
}
`,
      },
      reports: ['unexpected "}"'],
    },
    {
      name: 'unescaped quote',
      input: {
        'case.json': `{
  "name": "The "big" welcome",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } }
  ],
  "connections": [
    { "from": "start", "to": "welcome", "type": "default" }
  ]
}
`,
      },
      reports: ['expected a comma, found "big"'],
    },
    { name: 'empty', input: { 'case.json': ' ' }, reports: ['the file is empty'] },
    {
      name: 'no break space',
      input: {
        'case.json': `{
  "name": "Welcome series",
  "steps": [
    { "key": "start", "type": "trigger", "config": { "event_name": "user.created" } },
    { "key": "welcome", "type": "send_email", "config": { "template": { "id": "tpl_welcome" } } }
  ],
  "connections": [
    { "from": "start", "to": "welcome", "type": "default" }
  ]
}
`,
      },
      reports: ['unexpected character U+00A0'],
    },
  ],
} satisfies RuleCases;
