import { resend } from './client';
import { made, names } from './elsewhere';
const email = 'a@b.co';
const send = (event: unknown) => resend.events.send({ event: event as string, email });
const Boolean = made();

send(['', 'user.left'].filter(Boolean)[0]); // open event
send('user.left'.startsWith(made()) ? 'user.none' : names[0]); // finds sent-unknown-event, open event
send(made().toLowerCase()); // open event
send(made() ? made() : names[0]); // open event
send(made() === 'left' ? names[0] : names[1]); // open event
send([made()].map((each, i) => (i === 1 ? 'user.none' : each))[0]); // open event
send(`${made()}`); // open event
send('user.' + made()); // open event
send(made() + 'left'); // open event
send(1 + 2); // open event
send({ event: 'user.none' }); // open event
send(['user.none']); // open event
