import { resend } from './lib/resend';

export const onSent = (email: string) =>
  resend.events.send({ event: 'order.sent', email, payload: { id: 'c-1' } });
