import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
export const one = (email: string) => resend.events.send({ event: 'a', email, payload: { x: 1 } });
export const two = (email: string, more: object) => resend.events.send({ event: 'a', email, payload: { ...more } });
export const three = (email: string, payload: object) => resend.events.send({ event: 'a', email, payload });
export const four = (email: string) => resend.events.send({ event: 'a', email });
export const five = (email: string) => resend.events.send({ event: 'b', email, payload: { y: 1 } });
