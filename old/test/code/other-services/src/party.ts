import { resend } from './resend';

const API = process.env.NEXT_PUBLIC_API_URL;
export async function invite(eventId: string, email: string) {
  await fetch(`${API}/events`, { method: 'POST', body: JSON.stringify({ name: 'Party', startsAt: 'now' }) });
  await fetch(`${API}/events/send`, { method: 'POST', body: JSON.stringify({ eventId }) }); // open request
  await resend.emails.send({ from: 'a@b.co', to: email, subject: 'Party', text: 'Come' });
}
