const BASE = 'https://api.resend.com';
async function api(method, path, body) {
  const res = await fetch(`${BASE}${path}`, {
    method,
    headers: { Authorization: `Bearer ${process.env.RESEND_API_KEY}`, 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : undefined,
  });
  return res.json();
}
const list = await api('GET', '/automations?limit=100');
const id = list.data[0]?.id;
await api('POST', '/automations', {
  name: 'Raw',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
    { key: 'mail', type: 'send_email', config: { template: { id: 'x' }, from: 'a@b.co', subject: 'Hi' } },
  ],
  connections: [{ from: 'start', to: 'mail' }],
});
await api('PATCH', `/automations/${id}`, { status: 'enabled' });
await api('POST', `/automations/${id}/stop`, {});
await api('POST', '/events', { name: 'extra.event', schema: { a: 'string' } });
await api('POST', '/events/send', { event: 'extra.event', email: 'a@b.co', payload: { a: 1 } }); // finds sent-payload-mismatch
await api('POST', '/events/send', { event_name: 'user.left', email: 'a@b.co' }); // finds dropped-field
