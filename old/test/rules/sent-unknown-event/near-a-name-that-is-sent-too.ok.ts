import { resend } from './lib/resend';

export async function onOrder(email: string, name: string) {
  await resend.events.send({ event: 'order.paid', email });
  await resend.events.send({ event: 'order.pard', email });
  await resend.events.send({ event: name, email });
}
