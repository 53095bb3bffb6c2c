import { serve } from 'https://deno.land/std@0.224.0/http/server.ts';
import { sendResendEvent } from '../_shared/resend.ts';

const WELCOME_EVENT = Deno.env.get('WELCOME_EVENT') || 'user.create'; // finds sent-unknown-event

serve(async (req: Request) => {
  const { record } = await req.json();
  await sendResendEvent({ event: WELCOME_EVENT, email: record.email, payload: { plan: 'free', name: record.name } });
  await sendResendEvent({ event: 'user.created', email: record.email, payload: { plan: 1, name: record.name } }); // finds sent-payload-mismatch
  await sendResendEvent({ event: 'user.left', email: record.email });
  return new Response('ok');
});
