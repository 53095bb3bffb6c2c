const automation = {
  name: 'Welcome',
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
    { key: 'mail', type: 'send_email', config: { template: { id: 'welcome' }, from: 'Ann <ann@acme.com>', replyTo: 'ann@acme.com' } },
  ],
  connections: [{ from: 'start', to: 'mail' }],
};
const response = await fetch('https://api.resend.com/automations', {
  method: 'POST',
  headers: { authorization: `Bearer ${process.env.RESEND_API_KEY}` },
  body: JSON.stringify(automation),
});
if (!response.ok) throw new Error(await response.text());
