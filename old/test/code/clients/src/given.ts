import type { Resend } from 'resend';
import { Mailer } from './lazy';
import { getMail, mail as usual } from './resend';

export const typed = (mail: Resend, email: string) => mail.events.send({ event: 'user.lft', email }); // finds sent-unknown-event
export const send = (event: string, email: string, mail = usual) => mail.events.send({ event, email });
export const viaParameter = (email: string) => send('user.leaf', email); // finds sent-unknown-event
export const ofClass = (mailer: Mailer, email: string) => mailer.left(email);
export const ofNoClient = (mailer: Mailer, email: string) => mailer.events.send({ event: 'user.leaf', to: email });
export const renamed = (email: string, { resend: mail } = context) => mail.events.send({ event: 'user.laft', email }); // finds sent-unknown-event
export const fetched = async (email: string) => (await getMail()).events.send({ event: 'user.luft', email }); // finds sent-unknown-event
declare const context: any;
