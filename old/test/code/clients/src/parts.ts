import { Resend } from 'resend';

const { events, automations: flows } = new Resend(process.env.RESEND_API_KEY);
const { events: others } = other();
const sender = (process.env.CI ? new Resend('re_a') : new Resend('re_b')).events;

export const taken = (email: string) => events.send({ event: 'user.laft', email }); // finds sent-unknown-event
export const kept = (email: string) => sender.send({ event: 'user.lift', email }); // finds sent-unknown-event
export const created = () => flows.create({ name: 'Taken', steps: steps(), connections: [] }); // open workflow
export const ofOther = (name: string) => others.send({ event: name, to: 'x' });
declare function other(): { events: { send(given: object): void } };
declare function steps(): any[];
