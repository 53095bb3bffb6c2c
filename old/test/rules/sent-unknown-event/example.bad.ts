import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);
const EVENTS = { signup: 'user.create', paid: 'order.paid' } as const;

const sendEvent = (event: string, email: string) => resend.events.send({ event, email });

export const onSignup = (email: string) => sendEvent(EVENTS.signup, email);
export const onPaid = (email: string) => sendEvent(EVENTS.paid, email);
