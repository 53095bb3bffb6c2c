import { resend } from './lib/resend';

export const track = (email: string) =>
  resend.events.send({ event: process.env.RESEND_EVENT_NAME, email });
