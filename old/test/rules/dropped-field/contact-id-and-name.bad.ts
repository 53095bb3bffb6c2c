import { resend } from './lib/resend';

const PAID = 'order.paid';

export const orderPaid = (contactId: string, total: number) =>
  resend.events.send({ name: PAID, contact_id: contactId, payload: { total } });

export const refunded = (contactId: string) =>
  fetch('https://api.resend.com/events/send', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'order.refunded', contactId, idempotencyKey: contactId }),
  });
