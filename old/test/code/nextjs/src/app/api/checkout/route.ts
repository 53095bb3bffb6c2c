import { NextResponse, type NextRequest } from 'next/server';
import { EMAIL_EVENTS, trackEmailEvent } from '@/lib/email/events';
import { db } from '@/lib/db';

export async function POST(request: NextRequest) {
  const { orderId } = await request.json();
  const order = await db.orders.findUnique({ where: { id: orderId } });
  await trackEmailEvent({
    event: EMAIL_EVENTS.paid,
    email: order.email,
    payload: { order_id: order.id, total: order.total.toFixed(2) }, // finds sent-payload-mismatch
  });
  await trackEmailEvent({
    event: EMAIL_EVENTS.paid,
    email: order.email,
    payload: { order_id: order.id, total: order.total },
  });
  await trackEmailEvent({
    event: EMAIL_EVENTS.trialEnding,
    email: order.email,
    payload: { ends_at: order.endsAt.toISOString(), daysLeft: 3 }, // finds sent-payload-mismatch
  });
  return NextResponse.json({ ok: true });
}
