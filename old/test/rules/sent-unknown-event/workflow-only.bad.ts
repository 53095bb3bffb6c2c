import { resend } from './lib/resend';

for (const event of ['user.createdd', 'report.opened'])
  await resend.events.send({ event, email: 'ada@example.com' });
