import { Resend } from 'resend';
import { FROM, TEMPLATES } from './config';

const resend = new Resend(process.env.RESEND_API_KEY);

function unwrap<T>(label: string, result: { data: T | null; error: { message: string } | null }): T {
  if (result.error || !result.data) throw new Error(`${label}: ${result.error?.message}`);
  return result.data;
}

async function main() {
  unwrap('event', await resend.events.create({ name: 'user.created', schema: { plan: 'string' } })); // finds duplicate-event-name
  const created = unwrap('automation', await resend.automations.create({
    name: 'Welcome',
    status: 'disabled',
    steps: [
      { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
      { key: 'hello', type: 'send_email', config: { template: { id: TEMPLATES.hello }, from: FROM, subject: 'Hello' } },
      { key: 'wait', type: 'delay', config: { duration: '2 days' } },
      { key: 'pro', type: 'condition', config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' } },
      { key: 'bye', type: 'send_email', config: { template: { id: TEMPLATES.bye }, from: FROM, subject: 'Bye', reply_to: FROM } }, // finds dropped-field
    ],
    connections: [
      { from: 'start', to: 'hello' },
      { from: 'hello', to: 'wait' },
      { from: 'wait', to: 'pro' },
      { from: 'pro', to: 'bye', type: 'condition_met' },
      { from: 'pro', to: 'goodbye', type: 'condition_not_met' }, // finds dangling-edge
    ],
  }));
  console.log(created.id);
  await resend.automations.update(created.id, { status: 'enabled' });
}
main().catch(console.error);
