import { resend } from './lib/resend';

export async function onOrder(email: string, name: string) {
  await resend.events.send({ event: 'completely.different', email });
  await resend.events.send({ event: name, email });
}
