import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const EMAIL = 'a@b.co';

const NAMES = { left: 'user.lft' }; // finds sent-unknown-event
const body = { event: NAMES.left, email: EMAIL };
const again = body;
resend.events.send(again);

let name = NAMES.left;
name = 'user.left';
const copy = { ...NAMES };
copy.left = name;
resend.events.send({ event: NAMES.left, email: EMAIL });

const GONE = 'user.gone'; // finds sent-unknown-event
const list = [GONE];
list.push(GONE);
resend.events.send({ event: GONE, email: EMAIL });
