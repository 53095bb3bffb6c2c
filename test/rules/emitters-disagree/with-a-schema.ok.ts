import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
export const one = (email: string) => resend.events.send({ event: 'a', email, payload: { x: 1 } });
export const two = (email: string) => resend.events.send({ event: 'a', email, payload: { y: 1 } });
