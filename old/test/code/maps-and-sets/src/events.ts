import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

const BY_PLAN = new Map([
  ['free', { event: 'user.created' }],
  ['pro', { event: 'user.create' }], // finds sent-unknown-event
]);

const RECEIPTS = new Map([
  ['one', { event: 'order.paid', payload: { total: 12 } }],
  ['all', { event: 'order.paid', payload: { total: '12' } }], // finds sent-payload-mismatch
]);

const REMINDERS = new Set(['trial.ending', 'trial.ended']); // finds sent-unknown-event

const BY_KIND = new Map(Object.entries({ created: 'user.created', left: 'user.gone' })); // finds sent-unknown-event

export async function welcome(plan: string, email: string) {
  const event = BY_PLAN.get(plan)?.event;
  if (!event) return;
  await resend.events.send({ event, email });
  await resend.events.send({ ...RECEIPTS.get('all'), email });
}

export async function remind(email: string) {
  for (const event of REMINDERS) await resend.events.send({ event, email });
}

export async function left(email: string) {
  await resend.events.send({ event: BY_KIND.get('left') ?? 'trial.ending', email });
}

export async function all(email: string) {
  for (const [, event] of BY_KIND) await resend.events.send({ event, email });
  for (const event of [...new Set(['trial.ending', 'order.payed'])]) // finds sent-unknown-event
    await resend.events.send({ event, email });
}
