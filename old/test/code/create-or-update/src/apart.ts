import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const trigger = { key: 'start', type: 'trigger', config: { eventName: 'user.left' } }; // finds unsent-event
const mail = { key: 'mail', type: 'send_email', config: { template: { id: 't1' }, from: 'Ann <ann@acme.com>', subject: 'Hi' } }; // finds unreachable-step
// One name in a package is one workflow.
await resend.automations.create({ name: 'Goodbye', steps: [trigger, mail], connections: [{ from: 'start', to: 'mail' }] });
await resend.automations.update('a1', { name: 'Goodbye', steps: [trigger, mail], connections: [{ from: 'start', to: 'male' }] }); // finds dangling-edge
// Equal steps with another name are another workflow.
const spec = { steps: [trigger, mail], connections: [{ from: 'start', to: 'mail' }] };
await resend.automations.create({ name: 'One', ...spec });
await resend.automations.create({ name: 'Two', ...spec });
// Definitions that are replaced.
await resend.events.create({ name: 'trial.over', schema: { days: 'number' } });
await resend.events.update('trial.over', { schema: { days: 'string' } });
await resend.events.send({ event: 'trial.over', email: 'a@acme.com', payload: { days: '3' } });
