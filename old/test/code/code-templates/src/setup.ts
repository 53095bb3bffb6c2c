import { Resend } from 'resend';
import { Receipt } from './receipt';

const resend = new Resend('re_x');
await resend.templates.create({
  name: 'receipt',
  alias: 'receipt',
  from: 'A <a@acme.com>',
  subject: 'Receipt',
  html: '<p>{{{TOTAL}}} {{{NAME}}}</p>',
  variables: [
    { key: 'TOTAL', type: 'number' },
    { key: 'NAME', type: 'string', fallbackValue: 'you' },
  ],
});
await resend.templates.create({ name: 'left', alias: 'left', from: 'A <a@acme.com>', subject: 'Bye', react: Receipt() });
await resend.templates.create({ name: 'cart', alias: 'cart', html: '<p>{{{URL}}}</p>', variables: JSON.parse('[]') });
const { error } = await resend.automations.create({
  name: 'Receipt',
  status: 'enabled',
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
    { key: 'mail', type: 'send_email', config: { template: { id: 'receipt', variables: { AMOUNT: { var: 'event.plan' } } } } }, // finds missing-template-variable undeclared-template-variable
    { key: 'wait', type: 'delay', config: { duration: '1 day' } },
    { key: 'bye', type: 'send_email', config: { template: { id: 'left', variables: { AMOUNT: 1 } } } }, // finds undeclared-template-variable
    { key: 'next', type: 'delay', config: { duration: '1 day' } },
    { key: 'cart', type: 'send_email', config: { template: { id: 'cart', variables: { URL: 'https://acme.com' } } } },
    { key: 'then', type: 'delay', config: { duration: '1 day' } },
    { key: 'other', type: 'send_email', config: { template: { id: 'dashboard', variables: { ANY: 1 } } } },
  ],
  connections: [
    { from: 'start', to: 'mail' },
    { from: 'mail', to: 'wait' },
    { from: 'wait', to: 'bye' },
    { from: 'bye', to: 'next' },
    { from: 'next', to: 'cart' },
    { from: 'cart', to: 'then' },
    { from: 'then', to: 'other' },
  ],
});
if (error) throw error;
const sent = await resend.events.send({ event: 'user.created', email: 'ada@acme.com', payload: { plan: 'pro', name: 'Ada' } });
if (sent.error) throw sent.error;
