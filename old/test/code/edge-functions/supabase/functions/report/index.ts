// Resend: send the report card.
const API = 'https://api.resend.com';
const headers = { Authorization: `Bearer ${Deno.env.get('RESEND_API_KEY')}` };
const post = (path: string, body: unknown) =>
  fetch(`${API}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

Deno.serve(async (req) => {
  const { to, id, total } = await req.json();
  await post('/emails', { from: 'a@b.co', to, subject: 'Hi', text: 'x' });
  await post('/events/send', { event: 'order.paid', contactId: id, payload: { order_id: id, total } }); // finds dropped-field
  await post('/events/send', { event: 'order.paid', contact_id: id, payload: { order_id: id, total: Number(total) } });
  return new Response('ok');
});
