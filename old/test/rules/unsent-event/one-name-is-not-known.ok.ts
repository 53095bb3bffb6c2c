import { resend } from './lib/resend';

export async function sendAll(name: string) {
  await resend.events.send({ event: 'user.created', email: 'a@acme.dev' });
  await resend.events.send({ event: name, email: 'a@acme.dev' });
}
