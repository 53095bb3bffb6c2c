import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const FROM = process.env.MAIL_FROM || 'Ann <ann@acme.com>';
const EVENT = process.env.EVENT_NAME ?? 'user.created'; // finds unsent-event
const list = [
  { name: 'A', steps: [
    { key: 'start', type: 'trigger', config: { eventName: EVENT } },
    { key: 'mail', type: 'send_email', config: { template: { id: 't1' }, from: FROM, subject: 'Hi' } },
  ], connections: [{ from: 'start', to: 'mail' }] },
  { name: 'B', steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'order.paid' } }, // finds unsent-event repeating-trigger
    { key: 'mail', type: 'send_email', config: { template: { id: 't2' }, from: FROM, subject: 'Hi' } },
  ], connections: [{ from: 'start', to: 'mial' }] }, // finds dangling-edge
];
for (const want of list) {
  const existing = (await resend.automations.list()).data?.data.find(({ name }) => name === want.name);
  if (existing) {
    const r = await resend.automations.update(existing.id, { steps: want.steps, connections: want.connections });
    if (r.error) throw new Error(r.error.message);
  } else {
    const r = await resend.automations.create({ name: want.name, status: 'enabled', steps: want.steps, connections: want.connections });
    if (r.error) throw new Error(r.error.message);
  }
}
