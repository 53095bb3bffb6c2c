import { resend } from './client';
const PLAN_EVENTS: Record<string, string> = { free: 'user.created', pro: 'order.paid' };
export async function planChanged(email: string, plan: 'free' | 'pro') {
  const name = PLAN_EVENTS[plan];
  if (!name) return;
  await resend.events.send({ event: name, email, payload: { from: plan } }); // finds sent-payload-mismatch
}
export async function byTernary(email: string, ok: boolean) {
  await resend.events.send({ event: ok ? 'user.left' : 'user.gone', email }); // finds sent-unknown-event
}
export async function bySwitch(email: string, kind: string) {
  let event: string;
  switch (kind) {
    case 'a': event = 'user.left'; break;
    default: event = 'user.created';
  }
  await resend.events.send({ event, email }); // open event
}
for (const [key, event] of Object.entries(PLAN_EVENTS)) await resend.events.send({ event, email: key }); // finds sent-payload-mismatch
