import { resend } from './client';

async function announce(event: string, position: number) {
  const name = event.startsWith('user.') ? event : `user.${event}`;
  const { error } = await resend.events.send({ event: name, email: 'a@b.co' });
  if (error) throw new Error(`${position}: ${error.message}`);
}

export async function all(queue: { add(run: typeof announce): void }) {
  await announce('user.left', 0);
  await Promise.all(['left', 'user.gone'].map(announce)); // finds sent-unknown-event
  queue.add(announce); // open event
}
