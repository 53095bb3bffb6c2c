import { Resend } from 'resend';
const CONFIG = {
  web: { event: 'user.created', segmentId: 's1', via: 'the web' },
  app: { event: 'user.registered', segmentId: 's2', via: 'the app' }, // finds sent-unknown-event
} as const;
type Source = keyof typeof CONFIG;
const resend = () => new Resend(process.env.RESEND_API_KEY);

export async function onboard(email: string, source: Source) {
  const cfg = CONFIG[source];
  const client = resend();
  await client.contacts.create({ email });
  const event = await client.events.send({ event: cfg.event, email }); // finds sent-payload-mismatch
  return event.error;
}
