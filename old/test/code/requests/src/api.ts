const BASE = 'https://api.resend.com';
const headers = { Authorization: `Bearer ${process.env.RESEND_API_KEY}` };

export async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(`${BASE}${path}`, { ...init, headers });
  if (!response.ok) {
    throw new Error(response.statusText);
  }
  return response.json();
}
export const events = () => fetch(`${BASE}/events`, { headers });
export const remove = (id: string) => fetch(`${BASE}/automations/${id}`, { method: 'DELETE', headers });
export const me = () => fetch('/api/me/events');
export const post = (init: RequestInit) => fetch(`${BASE}/events/send`, init);
export const left = (email: string) =>
  fetch(new URL('https://api.resend.com/events/send'), {
    method: 'POST',
    body: JSON.stringify({ event: 'user.lft', email }), // finds sent-unknown-event
  });
export const empty = () => fetch(`${BASE}/events/send`, { method: 'POST', headers }); // open event
