import { resend } from './client';
const event = <string>'user.laft';
resend.events.send({ event, email: 'a@b.co' }); // finds sent-unknown-event
