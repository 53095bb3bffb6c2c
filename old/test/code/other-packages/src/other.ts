import { Inngest } from 'inngest';
import { Client } from '@acme/analytics';
import type { HubClient } from '@hub/sdk';
import { resend } from './lib';
const inngest = new Inngest({ id: 'x' });
const client = new Client();
export async function go(hub: HubClient, email: string, perhaps: HubClient | null) {
  await perhaps?.events.send({ event: 'a.b', email });
  await inngest.events.send({ event: 'a.b', email });
  await client.events.send({ event: 'a.b', email });
  await hub.events.send({ event: 'a.b', email });
}
export const x = resend;
