import { client } from './client';

type EventName = 'trial.started' | 'user.left' | 'user.moved'; // finds sent-unknown-event

async function send(event: EventName, email: string, payload: Record<string, unknown> = {}) {
  if (client === null) return;
  const { error } = await client.events.send({ event, email, payload });
  if (error) console.error(error);
}

export const leave = (email: string) => send('user.left', email);

export async function onRequest(request: Request) {
  const body = (await request.json()) as { event?: string; name: string };
  await send(body.event as 'trial.started', 'kim@acme.com', { name: body.name });
  await send(body.event as 'trial.started', 'kim@acme.com', { nam: body.name }); // finds sent-payload-mismatch
}

// A payload that fits none of the events is one fault.
export async function forward(event: EventName, email: string) {
  await send(event, email, { origin: 'web' }); // finds sent-payload-mismatch
}

export async function retried(event: 'user.left', email: string, left = 3): Promise<void> {
  const result = await client?.events.send({ event, email });
  if (result?.error && left > 0) return retried(event, email, left - 1);
}
