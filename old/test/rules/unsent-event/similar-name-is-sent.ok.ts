import { resend } from './lib/resend';

await resend.events.send({ event: 'user.created', email: 'a@acme.dev' });
await resend.events.send({ event: 'order.piad', email: 'a@acme.dev' });
