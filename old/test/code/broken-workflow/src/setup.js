import { Resend } from 'resend';
const resend = new Resend('re_1');
await resend.automations.create({
  name: 'Broken',
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
    { key: 'wait', type: 'delay' }, // finds invalid-shape
    { key: 'mail', type: 'send_email', config: {} }, // finds invalid-config
    { key: 'plan', type: 'condition', config: { type: 'rule', field: 'event.plan', operator: 'eq' } }, // finds invalid-rule
    { key: 'end', type: 'contact_update', config: 'plan' }, // finds invalid-shape
  ],
  connections: [
    { from: 'start', to: 'wait' },
    { from: 'wait', to: 'mail' },
    { from: 'mail', to: 'plan' },
    { from: 'plan', to: 'end', type: 'condition_met' },
  ],
});
