import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const mail = { key: 'mail', type: 'send_email', config: { template: { id: 'f' }, from: 'Ann <ann@acme.com>', subject: 'f' } };
const start = { key: 'start', type: 'trigger', config: { eventName: 'f.made' } };
await resend.events.send({ event: 'f.made', email: 'a@b.co' });
await resend.automations.create({ name: 'Welcome', steps: [start, mail], connections: [{ from: 'start', to: 'mail' }] });
