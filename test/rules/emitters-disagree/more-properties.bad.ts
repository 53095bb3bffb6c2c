import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
export const one = (email: string) => resend.events.send({ event: 'a', email, payload: {} });
export const two = (email: string) => resend.events.send({ event: 'a', email, payload: { x: 1, y: 2, z: 3 } });
export const three = (email: string) => resend.events.send({ event: 'a', email, payload: { x: 2, y: 1, z: 3 } });
