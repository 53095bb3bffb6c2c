import { resend } from './lib/resend';

export async function onTrialEnd(email: string, more: object, at: Date, days: number) {
  await resend.events.send({ event: 'trial.ended', email, payload: { ...more, days } });
  await resend.events.send({ event: 'trial.ended', email, payload: { plan: `plan ${days}`, days } });
  const payload: Record<string, unknown> = { days };
  if (days > 3) payload['plan'] = 'long';
  await resend.events.send({ event: 'trial.ended', email, payload });
  await resend.events.send({ event: 'trial.over', email, payload: { at: at.toISOString() } });
}
