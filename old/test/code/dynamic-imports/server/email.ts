export async function sendEvent({ event, email, payload }: { event: string; email: string; payload?: Record<string, unknown> }) {
  const apiKey = process.env.RESEND_API_KEY;
  if (!apiKey) return { sent: false };
  const { Resend } = await import('resend');
  const resend = new Resend(apiKey);
  const { error } = await resend.events.send({ event, email, payload });
  return { sent: !error };
}
