import { resend } from './lib/resend';

export async function onOrder(email: string) {
  await resend.events.send({ event: 'a', email, colour: 'red' });
  await resend.events.send({ event: 'b', email, colour: 'red', data: {}, shape: 'round' });
  await resend.events.send({ event: 'c', email, payload: {}, data: {} });
  await resend.events.send({ event: 'd', emial: email });
}
