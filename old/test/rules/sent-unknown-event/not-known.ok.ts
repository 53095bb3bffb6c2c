import { resend } from './lib/resend';

export const track = (email: string) =>
  resend.events.send({ event: process.env.RESEND_EVENT_NAME, email });
export const created = (email: string) => resend.events.send({ event: 'user.created', email });
