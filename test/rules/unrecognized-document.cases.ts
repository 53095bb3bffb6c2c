import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    `
  workflow Password reset
  start: trigger password.reset_requested
  send_link: send_email tpl_reset_link
  start -> send_link`,
  ],
  invalid: [
    {
      input: {
        'case.json': {
          name: 'newsletter-tools',
          private: true,
          dependencies: { resend: '^6.0.0' },
        },
      },
      reports: ['expected workflows or event definitions, found an object'],
    },
    {
      name: 'array of addresses',
      input: { 'case.json': ['anna@example.org', 'bert@example.org'] },
      reports: ['expected workflows or event definitions, found an array'],
    },
    {
      name: 'contact',
      input: {
        'case.json': {
          email: 'anna@example.org',
          first_name: 'Anna',
          unsubscribed: false,
          segments: ['beta'],
          created: '2026-01-01',
          last_open: null,
        },
      },
      reports: ['expected workflows or event definitions, found an object'],
    },
    {
      name: 'empty object',
      input: { 'case.json': {} },
      reports: ['expected workflows or event definitions, found an object'],
    },
    {
      name: 'error of the api',
      input: {
        'case.json': {
          statusCode: 401,
          name: 'missing_api_key',
          message: 'Missing API key in the authorization header',
        },
      },
      reports: ['expected workflows or event definitions, found an error response of the service'],
    },
    {
      name: 'number',
      input: { 'case.json': 42 },
      reports: ['expected workflows or event definitions, found a number'],
    },
    {
      name: 'null',
      input: { 'case.json': null },
      reports: ['expected workflows or event definitions, found null'],
    },
    {
      name: 'stray line',
      input: {
        'case.ndjson': `{"name": "Welcome series", "steps": [{"key": "start", "type": "trigger", "config": {"event_name": "user.created"}}, {"key": "welcome", "type": "send_email", "config": {"template": {"id": "tpl_welcome"}}}], "connections": [{"from": "start", "to": "welcome", "type": "default"}]}
{"level": "info", "msg": "exported 1 workflow"}
`,
      },
      reports: ['expected workflows or event definitions, found an object'],
    },
  ],
} satisfies RuleCases;
