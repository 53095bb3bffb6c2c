import { Events, mailer, resend } from '@acme/email';
export const created = (user: { email: string }) => mailer.track(Events.Created, user, { plan: 'x', name: 'y' });
export const lost = (user: { email: string }) => mailer.track(Events.Lost, user);
export const left = (email: string) => resend.events.send({ event: Events.Left, email });
export const wrong = (email: string) => resend.events.send({ event: 'user.lleft', email }); // finds sent-unknown-event
