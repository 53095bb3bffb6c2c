import type { RuleCases } from '../cases.ts';

export default {
  valid: [
    {
      name: 'read',
      input: 'event user.created',
      calls: [{ event: 'user.created', result: 'used' }],
    },
    {
      name: 'recorded',
      input: 'event user.created',
      calls: [{ event: 'user.created', result: 'discarded', origin: 'record' }],
    },
    {
      name: 'a request',
      input: 'event user.created',
      calls: [
        { event: 'user.created', result: 'discarded', via: 'http', callee: 'POST /events/send' },
      ],
    },
  ],
  invalid: [
    {
      name: 'example',
      input: 'event user.created',
      calls: [{ event: 'user.created', result: 'discarded' }],
      reports: ['the error of events.send is not read'],
    },
    {
      name: 'only its data',
      input: 'event user.created',
      calls: [{ does: 'create', callee: 'automations.create', result: 'discarded' }],
      reports: ['the error of automations.create is not read'],
    },
    {
      name: 'two calls',
      input: 'event user.created',
      calls: [
        { event: 'user.created', result: 'discarded' },
        { event: 'user.created', result: 'discarded' },
      ],
      reports: ['the error of events.send is not read', 'the error of events.send is not read'],
    },
  ],
} satisfies RuleCases;
