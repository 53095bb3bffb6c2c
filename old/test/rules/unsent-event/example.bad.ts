import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

export const onSignup = (email: string) => resend.events.send({ event: 'user.signup', email });
