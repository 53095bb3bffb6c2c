import { resend } from './lib/resend';

await resend.events.send({ event: 'user.created', email: 'a@acme.dev' });
await resend.automations.create({ name: 'A', steps: [], connections: [] });
