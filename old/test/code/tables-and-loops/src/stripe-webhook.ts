import { Resend } from 'resend';
export async function POST(req: Request) {
  const session = await req.json();
  const resend = new Resend(process.env.RESEND_API_KEY!);
  const email = session.customer_details?.email;
  const events = [
    { event: 'cart.left', payload: { items: 0, url: 'done' } },
    { event: 'order.complete', payload: { order_id: session.id } }, // finds sent-unknown-event
    { event: 'order.paid', payload: { orderId: session.id, total: 3 } }, // finds sent-payload-mismatch
  ] as const;
  for (const item of events) {
    const result = await resend.events.send({ event: item.event, email, payload: item.payload });
    if (result.error) console.error(item.event);
  }
  await Promise.all(
    events.map(({ event }) => resend.events.send({ event, email })), // finds sent-payload-mismatch
  );
  return Response.json({ received: true });
}
