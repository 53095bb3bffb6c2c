import { resend } from './types';
const env = { LEFT: 'env.lft' }; // finds sent-unknown-event
export const left = (email: string) => resend.events.send({ event: env.LEFT, email });
export const perhaps = (env: any, email: string) => resend.events.send({ event: env.LEFT ?? 'env.perhaps', email }); // finds sent-unknown-event
