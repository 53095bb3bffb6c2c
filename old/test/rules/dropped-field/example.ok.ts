import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

export async function requestReset(email: string, link: string) {
  await resend.events.send({
    event: 'password.reset',
    email,
    payload: { link },
  });
}
