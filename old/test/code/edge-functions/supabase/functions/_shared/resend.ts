const RESEND_API_KEY = Deno.env.get('RESEND_API_KEY') ?? '';

export async function sendResendEvent(params: {
  event: string;
  email: string;
  payload?: Record<string, unknown>;
}): Promise<void> {
  if (!RESEND_API_KEY) throw new Error('RESEND_API_KEY is not set');
  const response = await fetch('https://api.resend.com/events/send', {
    method: 'POST',
    headers: { Authorization: `Bearer ${RESEND_API_KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      event: params.event,
      email: params.email,
      payload: params.payload ?? {},
    }),
  });
  if (!response.ok) throw new Error(`event failed: ${response.status}`);
}
