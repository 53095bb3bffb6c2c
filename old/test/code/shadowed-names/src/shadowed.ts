import { resend } from './client';
import { retry } from './queue';

const event = 'user.lft'; // finds sent-unknown-event
export const all = (names: object) => {
  for (const event in names) resend.events.send({ event, email: 'a@b.co' }); // open event
};
retry((event) => resend.events.send({ event, email: 'a@b.co' })); // open event
['user.lift', 'user.left'].map((event) => resend.events.send({ event, email: 'a@b.co' })); // finds sent-unknown-event
export const last = () => resend.events.send({ event, email: 'a@b.co' });
