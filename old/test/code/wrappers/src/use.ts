import { last, Mailer, notify, track, Welcome } from './track';
import * as tracking from './track';
export async function use(user: any) {
  await track('user.created', user.email, { plan: 'a', name: 'b' });
  await track('user.creeted' as any, user.email); // finds sent-unknown-event
  await tracking.track('user.left', user.email);
  await tracking.track('user.leaft' as any, user.email); // finds sent-unknown-event
  await notify({ event: 'order.paid', to: user.email, data: { order_id: 'x', total: '3' } }); // finds sent-payload-mismatch
  await notify({ event: 'order.paid', to: user.email, data: { order_id: 'x', total: 3 }, silent: true });
  await Mailer.send('cart.left', user.email, { items: 1, url: 'x' });
  await new Mailer().left(user.email);
  await Welcome.send('cart.lefft', user.email); // finds sent-unknown-event
  await last({ event: 'user.laft', email: user.email }); // finds sent-unknown-event
  void Promise.allSettled([track('user.left', user.email), track('user.Left' as any, user.email)]); // finds sent-unknown-event
}
