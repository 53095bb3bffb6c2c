import { Resend } from 'resend';
const resend = new Resend('re_1');
const EVENTS: Record<string, string> = { created: 'project.created', paid: 'order.paid' };
export async function send(kind: string, email: string, payload: Record<string, unknown>) {
  const event = EVENTS[kind];
  if (event) await resend.events.send({ event, email, payload });
}
export const saved = (email: string, isNew: boolean) => send(isNew ? 'created' : 'updated', email, { name: 'x' });
export const paid = (email: string) => send('paid', email, { total: 3, currency: 'EUR' });
export const any = (email: string, kind: string) => send(kind, email, { id: 'x' });
