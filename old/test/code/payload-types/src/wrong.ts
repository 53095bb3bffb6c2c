import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
enum Plan { Free, Pro }
export async function wrong(email: string, total: number, when: Date) {
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: 7, total } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: 'a', total: String(total) } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: 'a', total: { amount: total } } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: ['a'], total } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: 'a', total: total > 3 } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: Plan.Pro, name: 'x' } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: !!total, name: 'x' } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { planName: 'pro', name: 'x' } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: 'pro' } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'trial.ending', email, payload: { ends_at: when.getTime() > 3, days_left: 1 } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', to: email, payload: { plan: 'pro', name: 'x' } } as any); // finds dropped-field
  await resend.events.send({ event_name: 'user.created', email, payload: { plan: 'pro', name: 'x' } } as any); // finds dropped-field
  await resend.events.send({ event: 'user.created', email, properties: { plan: 'pro', name: 'x' } } as any); // finds dropped-field
  await resend.events.send({ event: 'user.left', email, idempotencyKey: 'x' } as any); // finds dropped-field
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: 1 + 2, total } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: 'a', total: typeof total } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: 'a', name: undefined } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'order.paid', email, payload: { order_id: total > 3 ? 1 : 2, total } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'User.Left', email }); // finds sent-unknown-event
  await resend.events.send({ event: 'user.left'.toUpperCase(), email }); // finds sent-unknown-event
  await resend.events.send({ event: 'user left', email }); // finds sent-unknown-event
}
