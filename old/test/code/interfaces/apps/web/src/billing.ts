import { type EmailService, ResendService } from '@acme/email';

const emails = new ResendService();

export async function onCart(cart: { email: string; items: number }) {
  await emails.notify('cart.lft', cart, { items: cart.items, url: '/cart' }); // finds sent-unknown-event
}

export async function onPaid(service: EmailService, order: { id: string; email: string; total: string; note?: string }) {
  await service.notify('order.paid', order, { order_id: order.id, total: order.total }); // finds sent-payload-mismatch
  await service.notify('newsletter.signup', order, { source: order.note });
}
