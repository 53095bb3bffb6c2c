import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

export async function onSignup(email: string) {
  const { error } = await resend.events.send({
    event: 'user.created',
    email,
    payload: { plan: 'pro' },
  });
  if (error) throw new Error(error.message);
}
