import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const EMAIL = 'a@b.co';

const NAMES = { left: 'user.lft' };
const body = { event: NAMES.left, email: EMAIL }; // finds sent-unknown-event
const again = body;
resend.events.send(again);

let name = NAMES.left;
name = 'user.left';
const copy = { ...NAMES };
copy.left = name;
resend.events.send({ event: NAMES.left, email: EMAIL }); // finds sent-unknown-event

const GONE = 'user.gone';
const list = [GONE];
list.push(GONE);
resend.events.send({ event: GONE, email: EMAIL }); // finds sent-unknown-event
