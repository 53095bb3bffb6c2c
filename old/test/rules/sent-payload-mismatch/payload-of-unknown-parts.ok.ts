import { resend } from './lib/resend';

export async function onOrder(email: string, more: object, name: string) {
  await resend.events.send({ event: 'user.left', email, payload: { ...more } });
  await resend.events.send({ event: name, email, payload: { totals: 5 } });
  await resend.events.send({ event: 'user.left', email, payload: { total: 5 } });
  await resend.events.send({ event: 'order.paid', email, payload: { sum: null } });
}
