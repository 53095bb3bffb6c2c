import { Hono } from 'hono';
import { Resend } from 'resend';
type Env = { Bindings: { RESEND_API_KEY: string; RESEND_EVENT?: string } };
export const app = new Hono<Env>();
app.post('/subscribe', async (c) => {
  const { email } = await c.req.json<{ email: string }>();
  const resend = new Resend(c.env.RESEND_API_KEY);
  const sent = resend.events.send({ event: c.env.RESEND_EVENT ?? 'newsletter.signup', email, payload: { source: 'web', ...(email && { lang: 'en' }) } }); // finds sent-payload-mismatch, open event
  c.executionCtx.waitUntil(sent);
  c.executionCtx.waitUntil(resend.events.send({ event: 'newsletter.signup', email, payload: buildPayload(c) })); // open payload
  return c.json({ ok: true });
});
function buildPayload(c: unknown) { return JSON.parse(String(c)); }
