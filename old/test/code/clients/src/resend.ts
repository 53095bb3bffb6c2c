import { Resend } from 'resend';

const fake = { events: { send: async (given: unknown) => console.log(given) } };
export const mail = process.env.CI ? fake : new Resend(process.env.RESEND_API_KEY);
export const getMail = async () => mail;

export const dryRun = (email: string) => fake.events.send({ event: 'no.event', email });
export const chosen = (email: string) => mail.events.send({ event: 'user.lifft', email } as never); // finds sent-unknown-event
export const untyped = (email: string) => (mail.events as any).send({ event: 'user.lofft', email }); // finds sent-unknown-event
export const sure = (email: string) => mail!.events!.send({ event: 'user.lufft', email }); // finds sent-unknown-event
