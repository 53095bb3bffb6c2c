import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      name: 'heard',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
      calls: [{ event: 'user.created' }],
    },
    {
      name: 'by one of two',
      input: `
  workflow A disabled
  start: trigger user.created
  hello: send_email welcome
  start -> hello
  workflow B
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
      calls: [{ event: 'user.created' }],
    },
    {
      name: 'partial workflows',
      input: { 'case.json': { workflows: { object: 'list', has_more: true, data: [] } } },
      calls: [{ event: 'user.created' }],
    },
  ],
  invalid: [
    {
      name: 'only a disabled workflow',
      input: `
  workflow Welcome disabled
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
      calls: [{ event: 'user.created' }, { event: 'user.created', origin: 'record' }],
      reports: ['no enabled workflow uses event "user.created"'],
    },
    {
      name: 'no workflow',
      input: `
  start: trigger user.created
  hello: send_email welcome
  start -> hello`,
      calls: [{ event: 'order.paid' }],
      reports: ['info: no workflow uses event "order.paid"'],
    },
  ],
} satisfies RuleCases;
