import { Resend } from 'resend';
const DEFAULT_EVENT = 'newsletter.signup';
export default {
  async fetch(request, env, ctx) {
    const { email } = await request.json();
    const resend = new Resend(env.RESEND_API_KEY);
    const event = env.EVENT_NAME || DEFAULT_EVENT;
    ctx.waitUntil(resend.events.send({ event, email, payload: { source: 'worker' } }));
    return new Response(null, { status: 202 });
  },
  async queue(batch, env) {
    const resend = new Resend(env.RESEND_API_KEY);
    for (const message of batch.messages) await resend.events.send(message.body); // open event
  },
  async scheduled(_event, env) {
    await fetch('https://api.resend.com/events/send', {
      method: 'POST',
      headers: { authorization: `Bearer ${env.RESEND_API_KEY}` },
      body: JSON.stringify({ event: 'newsletter.sign', email: 'a@b.co', payload: { source: 'cron' } }), // finds sent-unknown-event
    });
    await fetch(new Request('https://api.resend.com/events/send', { method: 'POST', body: JSON.stringify({ event: 'x.y', email: 'a@b.co' }) })); // finds sent-unknown-event
    const url = new URL('/events/send', 'https://api.resend.com');
    await fetch(url, { method: 'POST', body: JSON.stringify({ event: 'z.y', email: 'a@b.co' }) }); // finds sent-unknown-event
  },
};
