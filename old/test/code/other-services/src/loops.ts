// Loops runs the campaigns; Resend sends the receipts.
const LOOPS_API = 'https://app.loops.so/api/v1';

async function request(path: string, body: Record<string, unknown>) {
  return fetch(LOOPS_API + path, { method: 'POST', body: JSON.stringify(body) });
}

export const sendEvent = (email: string, eventName: string, properties = {}) =>
  request('/events/send', { email, eventName, eventProperties: properties });

export const signedUp = (email: string) =>
  fetch(`${LOOPS_API}/events/send`, { method: 'POST', body: JSON.stringify({ email, eventName: 'signup', source: 'web' }) });
