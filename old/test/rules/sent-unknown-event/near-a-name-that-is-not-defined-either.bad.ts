import { resend } from './lib/resend';

export const onSignup = (email: string) => resend.events.send({ event: 'user.singed_up', email });
