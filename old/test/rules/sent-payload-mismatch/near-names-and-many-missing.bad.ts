import { resend } from './lib/resend';

export async function onOrder(email: string, more: object) {
  await resend.events.send({ event: 'order.paid', email, payload: { plna: 'pro' } });
  await resend.events.send({ event: 'order.paid', email, payload: { plna: 'pro', ...more } });
  await resend.events.send({ event: 'order.paid', email, payload: { plan: 'pro', plans: 'all' } });
  await resend.events.send({ event: 'order.sent', email, payload: { town: 'Rome' } });
  await resend.events.send({ event: 'order.lost', email, payload: {} });
}
