import { Client } from '@acme/analytics';
import type { HubClient } from '@hub/sdk';
const client = new Client();

export async function track(hub: HubClient, email: string) {
  await client.events.send({ event: 'a', email });
  await hub.events.send({ event: 'a', email });
}
