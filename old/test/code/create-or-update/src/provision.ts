import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const spec = {
  name: 'Welcome series',
  status: 'disabled' as const,
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
    { key: 'hello', type: 'send_email', config: { template: { id: 'tpl' }, from: 'Ann <ann@acme.com>', subject: 'Hi' } },
    { key: 'wait', type: 'delay', config: { duration: '2 dayz' } }, // finds trailing-delay invalid-delay
  ],
  connections: [{ from: 'start', to: 'hello' }, { from: 'hello', to: 'wait' }],
};
async function upsert() {
  const { data } = await resend.automations.list();
  const existing = data?.data.find((a) => a.name === spec.name);
  if (existing) {
    const { error } = await resend.automations.update(existing.id, spec);
    if (error) throw error;
  } else {
    const { error } = await resend.automations.create(spec);
    if (error) throw error;
  }
}
await upsert();
const { error: e1 } = await resend.events.create({ name: 'user.created', schema: { plan: 'string' } });
if (e1) await resend.events.update('user.created', { schema: { plan: 'string', seats: 'number' } });
