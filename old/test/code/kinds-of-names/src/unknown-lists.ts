import { resend } from './client';
import { made, names } from './elsewhere';
const email = 'a@b.co';
const OWN = ['user.left', 'user.none'];
const send = (event: unknown) => resend.events.send({ event: event as string, email });

send([...OWN, ...names].find((each) => each === 'user.other') ?? 'user.none'); // finds sent-unknown-event, open event
send(OWN.find((each) => each === made()) ?? 'user.none'); // finds sent-unknown-event, open event
send(OWN.find(made)); // open event
send([...OWN, ...names].map((each) => each)[0]); // open event
send([...names, ...OWN].reduce((all, each) => each)); // open event
send(OWN.reduce(made)); // open event
send(OWN.concat(names).at(0)); // open event
send(OWN.slice(made())[0]); // open event
send(OWN.at(made())); // open event
send(OWN.join('.')); // open event
send(Object.fromEntries([['left', 'user.left'], [made(), 'user.none']]).left); // open event
send(Object.fromEntries(names).left); // open event
send(Object.assign({ left: 'user.left' }, made()).left); // open event
send(Object.values(made())[0]); // open event
send(made() in { left: 1 } ? 'user.none' : names[0]); // finds sent-unknown-event, open event
send('left' in made() ? 'user.none' : names[0]); // finds sent-unknown-event, open event
send(OWN.filter((each) => each === made())[0]); // open event
