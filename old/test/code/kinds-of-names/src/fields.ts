import { resend } from './client';
import { made } from './elsewhere';
const event = 'user.created';
const email = 'a@b.co';

export async function spreads(isNew: boolean, text: string, maybe?: { plan: string }) {
  await resend.events.send({ event, email, payload: { plan: 'x', ...(isNew ? { plan: 3 } : {}) } });
  await resend.events.send({ event, email, payload: { plan: 3, ...(isNew ? { plan: 4 } : {}) } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { ...(isNew ? { plan: 3 } : { plan: 4 }) } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { ...(isNew ? { plan: text } : undefined) } });
  await resend.events.send({ event, email, payload: { ...(isNew ? { plan: text } : made()) } });
  await resend.events.send({ event, email, payload: { ...(isNew && { other: text }) } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { ...maybe } }); // open payload
  await resend.events.send({ event, email, payload: { ...null } }); // open payload
  await resend.events.send({ event, email, payload: { ...undefined } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { ...'ab' } }); // open payload
  await resend.events.send({ event, email, payload: { plan: 3, ...{ plan: text } } });
}

export async function keys() {
  await resend.events.send({ event, email, payload: { [made()]: 3 } }); // open payload
  await resend.events.send({ event, email, payload: { [`pl${'an'}`]: 3 } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { 'plan': 3 } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { 1: 'x', plan: 'x' } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { plan() {} } }); // finds sent-payload-mismatch
  await resend.events.send({ event, email, payload: { get plan() { return made(); } } });
  await resend.events.send({ get event() { return 'user.left'; }, email }); // open event
  await resend.events.send({ [made()]: 1, event: 'user.left', email }); // open payload
}
