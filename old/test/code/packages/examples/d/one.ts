import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const mail = { key: 'mail', type: 'send_email', config: { template: { id: 'd' }, from: 'Ann <ann@acme.com>', subject: 'd' } };
const start = { key: 'start', type: 'trigger', config: { eventName: 'd.made' } };
await resend.events.send({ event: 'd.made', email: 'a@b.co' });
await resend.automations.create({ name: 'Welcome', steps: [start, mail], connections: [{ from: 'start', to: 'mail' }] }); // finds duplicate-workflow-name
