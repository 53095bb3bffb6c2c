import { wrongEndpointOf } from '../src/core/model/endpoints.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'wrong-endpoint',
  severity: 'error',
  preset: 'correctness',
  category: 'references',
  summary: 'A request to an endpoint that does not do what is meant.',
  why: 'The event is not sent, so no workflow starts and the contact receives no email.',
  remedy: 'Send events with POST /events/send, or with events.send of the SDK.',
  limits: 'Paths that do not start with /events or /automations.',
  whenOff: 'When a server of your own has these paths.',
  callsOf: ['code', 'record'],

  call({ call }, report) {
    const wrong = wrongEndpointOf(call);
    if (wrong === undefined) return;
    report({
      at: call,
      message: wrong.message,
      help: wrong.help,
      fingerprintKey: { detail: wrong.message },
    });
  },
});
