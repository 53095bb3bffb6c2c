import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);
const names = new Map([['old', 'user.old']]);
const queued = new Set(['user.queued']);

export function rename(kind: string, event: string) {
  names.set(kind, event);
  queued.add(event);
}

export async function send(email: string) {
  await resend.events.send({ event: names.get('old'), email }); // open event
  for (const event of queued)
    await resend.events.send({ event, email }); // open event
}

export async function passed(email: string) {
  const filled = new Map([['a', 'user.passed']]);
  fill(filled);
  await resend.events.send({ event: filled.get('a'), email }); // open event
}

function fill(map: Map<string, string>) {
  map.set('a', 'user.created');
}
