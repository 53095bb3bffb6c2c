import { resend } from './client';
import { job } from './queue';
const NAMES = { left: 'user.left', gone: 'user.gone' };

export async function run(kind: 'left' | 'gone', defaults: object) {
  const { [kind]: event } = NAMES;
  await resend.events.send({ event, email: 'a@b.co' }); // open event
  const options = { ...defaults, event: 'user.lefft' }; // finds sent-unknown-event
  await resend.events.send({ event: options.event, email: options.email });
}
export const each = (names: object) => {
  for (const event of Object.values(names)) resend.events.send({ event, email: 'a@b.co' }); // open event
};
job.process(async ({ data }) => resend.events.send({ event: 'user.lifft', email: data.email, payload: data.payload })); // finds sent-unknown-event, open payload
job.next().then((next) => resend.events.send({ event: 'user.loft', email: next.email, payload: next.payload })); // finds sent-unknown-event, open payload
