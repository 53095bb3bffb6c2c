import { Resend } from 'resend';
import { campaignEvents } from '../src/campaign-events';
const resend = new Resend(process.env.RESEND_API_KEY);
for (const definition of campaignEvents) {
  const { error } = await resend.events.create(definition);
  if (error) console.error(definition.name, error);
}
await resend.events.update('gamma.three', { schema: { plan: 'string' } });
await resend.events.create({ name: process.env.EVENT_NAME }); // open definition
await resend.events.create({ name: 'more.one', schema: process.env.SCHEMA }); // open schema
await resend.events.create({ name: 'more.two', schema: { plan: process.env.TYPE } }); // open schema
const NAMES = { a: 'alpha.one', b: 'beta.two' } as const;
for (const name of Object.values(NAMES)) await resend.events.create({ name });
