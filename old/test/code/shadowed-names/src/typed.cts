import { resend } from './client';
const event = <string>'user.laft'; // finds sent-unknown-event
resend.events.send({ event, email: 'a@b.co' });
