import { fire } from '$lib/server/email';
import { events, shop } from 'lib/http';

export async function POST({ request }) {
  const { email } = await request.json();
  await fire('user.lft', email); // finds sent-unknown-event
  await fire('newsletter.signup', email, { source: 7 }); // finds sent-payload-mismatch
  await fire('newsletter.signup', email, { source: 'footer' });
  await events.post('/events/send', { event: 'cart.lft', email }); // finds sent-unknown-event
  await shop.post('/events/send', { event: 'cart.lft' });
  const asked = new Request('https://api.resend.com/events/send', {
    method: 'POST',
    body: JSON.stringify({ event: 'user.lft', email }), // finds sent-unknown-event
  });
  await fetch(asked);
}
