import { resend } from './lib/resend';

await resend.events.send({ event: 'trial.startd', email: 'ada@example.com' });
await resend.events.send({ event: 'order.pad', email: 'ada@example.com' });
