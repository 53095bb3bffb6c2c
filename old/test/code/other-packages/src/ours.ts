import { Resend } from 'resend';
import { Resend as Own } from '@acme/resend-client';
import { Resend as Other } from './other-sdk';
import { Resend as Stranger } from 'mail-kit';
const email = 'a@acme.com';
export const one = (client: Resend) => client.events.send({ event: 'user.lft', email }); // finds sent-unknown-event
export const two = new Own('').events.send({ event: 'user.gone', email }); // finds sent-unknown-event
export const three = (client: Stranger) => client.events.send({ event: 'stranger', email });
export const x = Other;
