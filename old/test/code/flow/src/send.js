/* @flow strict */
import type { Contact } from './contact';
import { Resend } from 'resend';

opaque type Key = string;
type Payload = {| +plan: string, name?: ?string |};
const resend: Resend = new Resend((process.env.RESEND_API_KEY: any));

export async function created<T: Contact>(contact: T, payload: Payload): Promise<void> {
  await resend.events.send({ event: 'user.created', email: contact.email, payload }); // open payload
  await resend.events.send({ event: ('user.craeted': string), email: contact.email, payload }); // finds sent-unknown-event, open payload
  await resend.events.send({ event: 'trial.ending', email: contact.email, payload: { days_left: ('3': any) } }); // finds sent-payload-mismatch
}
