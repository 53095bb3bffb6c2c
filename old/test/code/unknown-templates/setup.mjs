import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);
const { data: list } = await resend.templates.list();
const idOf = (alias) => list.data.find((each) => each.alias === alias).id;

// Two templates that are not known need not be one.
const after = (event, alias) => ({
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
    { key: 'wait', type: 'wait_for_event', config: { eventName: event, timeout: '3 days' } },
    { key: alias, type: 'send_email', config: { template: { id: idOf(alias) } } }, // finds colliding-emails
  ],
  connections: [
    { from: 'start', to: 'wait' },
    { from: 'wait', to: alias, type: 'timeout' },
  ],
});

for (const { name, event } of [
  { name: 'Not bought', event: 'order.paid' },
  { name: 'Not read', event: 'guide.read' },
])
  await resend.automations.create({ name, status: 'enabled', ...after(event, 'reminder') });
