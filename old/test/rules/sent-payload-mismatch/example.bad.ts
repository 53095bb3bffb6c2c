import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

export async function onTrialEnd(user: { email: string; plan: string }) {
  await resend.events.send({
    event: 'trial.ended',
    email: user.email,
    payload: { planName: user.plan, days: '14' },
  });
}
