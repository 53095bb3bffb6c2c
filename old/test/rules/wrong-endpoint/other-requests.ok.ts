const base = 'https://api.resend.com';
const headers = { authorization: `Bearer ${process.env.RESEND_API_KEY}` };
const post = (path: string, body: object) =>
  fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

export async function setUp(id: string, email: string) {
  await post('/events', { name: 'user.created', schema: { plan: 'string' } });
  await post(`/automations/${id}/stop`, {});
  await post(`/automations/${id}/duplicate`, { name: 'Copy' });
  await fetch('https://api.resend.com/automations/events', { headers });
  await fetch('https://api.acme.com/events', { method: 'POST', body: JSON.stringify({ event: 'x', email }) });
}
