import { resend } from './lib/resend';

export const paid = (email: string, total: number) =>
  resend.events.send({ event: 'order.paid', email, payload: { amount: total } });
