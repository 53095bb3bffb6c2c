import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const mail = { key: 'mail', type: 'send_email', config: { template: { id: 'e' }, from: 'Ann <ann@acme.com>', subject: 'e' } };
const start = { key: 'start', type: 'trigger', config: { eventName: 'e.made' } };
await resend.events.send({ event: 'e.made', email: 'a@b.co' });
await resend.automations.create({ name: 'Welcome', steps: [start, mail], connections: [{ from: 'start', to: 'mail' }] }); // finds duplicate-workflow-name
