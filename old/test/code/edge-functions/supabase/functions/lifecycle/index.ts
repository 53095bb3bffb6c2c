const RESEND_EVENTS_URL = 'https://api.resend.com/events/send';

export async function emit(name: string, email: string, payload?: Record<string, string>) {
  const response = await fetch(RESEND_EVENTS_URL, {
    method: 'POST',
    headers: { Authorization: `Bearer ${Deno.env.get('RESEND_API_KEY')}` },
    body: JSON.stringify({ name, email, payload }), // finds dropped-field
  });
  if (!response.ok) throw new Error(await response.text());
}

Deno.serve(async (req) => {
  const { email } = await req.json();
  await emit('user.created', email, { plan: 'pro', name: 'Ann' });
  return new Response(null, { status: 204 });
});
