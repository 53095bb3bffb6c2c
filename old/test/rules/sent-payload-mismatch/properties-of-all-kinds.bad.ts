import { resend } from './lib/resend';

export async function onOrder(email: string, more: object) {
  await resend.events.send({ event: 'order.paid', email, payload: { sum: 5, town: 'Rome' } });
  await resend.events.send({ event: 'order.paid', email, payload: { colour: 'red', planName: 'pro', ...more } });
  await resend.events.send({ event: 'order.paid', email, payload: { sum: null, plan: 7, at: true, code: 1, odd: 1 } });
  await resend.events.send({ event: 'order.paid', email, payload: { plan: 'pro', sums: 1, at: 1, code: 'x', odd: 1 } });
  await resend.events.send({ event: 'user.left', email, payload: { totals: 5 } });
  await resend.events.send({ event: 'user.gone', email, payload: { total: 5, other: 1 } });
}
