import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
let eventName;
eventName = 'user.created';
var payload = { plan: 'pro' }; // finds sent-payload-mismatch
export async function go(email: string) {
  const { error } = await resend.events.send({ event: eventName, email, payload });
  if (error) console.error(error);
}
type Kind = 'user.created' | 'user.deleted'; // finds sent-unknown-event
export async function track(kind: Kind, email: string) {
  const { error } = await resend.events.send({ event: kind, email }); // finds sent-payload-mismatch
  return error;
}
export async function track2(kind: 'cart.left' | 'cart.bought', email: string) { // finds sent-unknown-event
  return resend.events.send({ event: kind, email });
}
const NAME = process.env.EVT || 'order.paid';
export const pay = (email: string) => resend.events.send({ event: NAME, email, payload: { total: 3 } });
