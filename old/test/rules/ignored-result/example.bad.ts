import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

export async function onSignup(email: string) {
  try {
    await resend.events.send({ event: 'user.created', email });
  } catch (error) {
    console.error('the event was not sent', error);
  }
}
