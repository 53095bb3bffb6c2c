import { resend } from './lib/resend';

declare const steps: never[];
await resend.automations.create({ name: 'A', steps, connections: [] });
await resend.automations.create({ name: 'B', steps: ['start', { key: 'start', type: 'trigger' }], connections: [] });
await fetch('https://api.resend.com/automations', {
  method: 'POST',
  body: JSON.stringify({ name: 'C', steps: [{ key: 'start', type: 'trigger', config: { event_name: 'user.created' } }], connections: [] }),
});
