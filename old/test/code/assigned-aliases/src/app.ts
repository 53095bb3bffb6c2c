import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const EMAIL = 'a@b.co';

let first;
let second;
let third;
const left = { event: 'user.lft', email: EMAIL };
const gone = { event: 'user.gone', email: EMAIL };
const kept = { event: 'user.kept', email: EMAIL }; // finds sent-unknown-event
first = left;
first.event = 'user.left';
second = process.env.GONE ? gone : first;
second.event = 'user.left';
third = kept;
third = { ...kept };
const either = process.env.GONE ? { event: 'user.gne', email: EMAIL } : { event: 'user.went', email: EMAIL };
const same = either;
same.event = 'user.left';
resend.events.send(either); // open event
resend.events.send(left); // open event
resend.events.send(gone); // open event
resend.events.send(kept);
