import { Resend } from 'resend';
import { campaignEvents } from '../src/campaign-events';
const resend = new Resend(process.env.RESEND_API_KEY);
for (const definition of campaignEvents) {
  const { error } = await resend.events.create(definition);
  if (error) console.error(definition.name, error);
}
const NAMES = { a: 'alpha.one', b: 'beta.two' } as const;
for (const name of Object.values(NAMES)) await resend.events.create({ name });
