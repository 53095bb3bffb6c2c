import { resend } from './lib/resend';

await resend.automations.create({ name: 'A', steps: [], connections: [] });
