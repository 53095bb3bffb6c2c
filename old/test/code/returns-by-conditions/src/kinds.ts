import { resend } from './steps';

function eventOf(kind: string) {
  switch (kind) {
    case 'join':
      return 'user.left';
    default:
      return 'user.lost'; // finds sent-unknown-event
  }
}

function firstOf(kinds: string[]) {
  for (const kind of kinds) if (kind === 'join') return 'user.left';
  return 'user.gone'; // finds sent-unknown-event
}

export async function byKind(kind: string, kinds: string[], email: string) {
  await resend.events.send({ event: eventOf(kind), email });
  await resend.events.send({ event: firstOf(kinds), email });
}

export async function usual(kind: 'join' | 'leave', email: string) {
  const names = { join: 'user.left' } as Record<string, string>;
  await resend.events.send({ event: names[kind] ?? 'user.none', email }); // finds sent-unknown-event
}

export const withIndex = (email: string) =>
  ['user.created'].forEach(async (event, seats) => {
    await resend.events.send({ event, email, payload: { plan: 'pro', seats } });
  });
