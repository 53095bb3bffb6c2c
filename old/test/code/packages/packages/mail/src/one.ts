import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const mail = { key: 'mail', type: 'send_email', config: { template: { id: 'a' }, from: 'Ann <ann@acme.com>', subject: 'a' } };
const start = { key: 'start', type: 'trigger', config: { eventName: 'a.made' } };
await resend.events.send({ event: 'a.made', email: 'a@b.co' });
await resend.automations.create({ name: 'Welcome', steps: [start, mail], connections: [{ from: 'start', to: 'mail' }] }); // finds duplicate-workflow-name
