import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);
export const define = (schema: Record<string, never>) =>
  resend.events.create({ name: 'lead.won', schema }); // open schema
export const first = (email: string) =>
  resend.events.send({ event: 'lead.won', email, payload: { plan: 'pro' } });
export const second = (email: string) =>
  resend.events.send({ event: 'lead.won', email, payload: { seats: 2 } });
export const third = (email: string) =>
  resend.events.send({ event: 'lead.lost', email, payload: { plan: 'pro' } });
export const fourth = (email: string) =>
  resend.events.send({ event: 'lead.lost', email, payload: { seats: 2 } }); // finds emitters-disagree
export const fifth = (event: 'lead.made', email: string) =>
  resend.events.send({ event, email, payload: { plan: 'pro' } });
export const sixth = (email: string) =>
  resend.events.send({ event: 'lead.made', email, payload: { seats: 2 } }); // finds emitters-disagree
