import { resend } from './lib/resend';

await resend.automations.create({
  name: 'Welcome',
  status: 'disabled',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    {
      key: 'hello',
      type: 'send_email',
      config: { template: { id: 'welcome' }, from: 'hi@acme.dev', reply_to: 'help@acme.dev' },
    },
  ],
  connections: [{ from: 'start', to: 'hello' }],
});
