const BASE = Deno.env.get('EMAIL_API') ?? 'https://api.resend.com';
const KEY = Deno.env.get('RESEND_API_KEY');
const URL_OF_EVENTS = Deno.env.get('EVENTS_URL') || 'https://api.resend.com/events/send';

Deno.serve(async (req) => {
  const { email } = await req.json();
  await fetch(`${BASE}/events/send`, { method: 'POST', body: JSON.stringify({ event: 'user.lef', email }) }); // finds sent-unknown-event
  await fetch(URL_OF_EVENTS, { method: 'POST', body: JSON.stringify({ event: 'user.leff', email }) }); // finds sent-unknown-event
  await fetch(`${Deno.env.get('EMAIL_API')}/events/send`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ event: 'user.leaft', email }), // finds sent-unknown-event
  });
  return new Response('ok');
});
