import { resend } from './client';
const email = 'a@b.co';
const NAMES = ['user.left', 'user.gone']; // finds sent-unknown-event
const [first, , third = 'user.third'] = [...NAMES, process.env.THIRD]; // finds sent-unknown-event
const BY_NUMBER = { 1: 'user.left', 2: 'user.two' } as const satisfies Record<number, string>; // finds sent-unknown-event
enum Step { Left = 'user.left', Gone = 'user.step' } // finds sent-unknown-event

await resend.events.send({ event: NAMES[0]!, email });
await resend.events.send({ event: NAMES[1]!, email });
await resend.events.send({ event: NAMES[Date.now() % 2]!, email });
await resend.events.send({ event: first!, email });
await resend.events.send({ event: third, email });
await resend.events.send({ event: BY_NUMBER[1], email });
await resend.events.send({ event: BY_NUMBER[2], email });
await resend.events.send({ event: Step['Gone'], email });
for (const i in NAMES) await resend.events.send({ event: NAMES[i]!, email });
for (let i = 0; i < 2; i++) await resend.events.send({ event: NAMES[i]!, email });
for (const name of Object.keys({ 'user.left': 1, 'user.key': 2 })) await resend.events.send({ event: name, email }); // finds sent-unknown-event
let at = 0;
while (at < 2) {
  await resend.events.send({ event: NAMES[at]!, email });
  at++;
}
let name: string;
for (name of NAMES) await resend.events.send({ event: name, email }); // open event
