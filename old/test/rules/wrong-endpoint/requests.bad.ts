const headers = { authorization: `Bearer ${process.env.RESEND_API_KEY}` };

export async function notify(email: string) {
  await fetch('https://api.resend.com/automations/events', {
    method: 'POST',
    headers,
    body: JSON.stringify({ event: 'alert.raised', email }),
  });
  await fetch('https://api.resend.com/events', {
    method: 'POST',
    headers,
    body: JSON.stringify({ event: 'alert.raised', email }),
  });
}
