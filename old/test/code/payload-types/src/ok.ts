import { Resend } from 'resend';
import { randomUUID } from 'node:crypto';
const resend = new Resend(process.env.RESEND_API_KEY);
enum Plan { Free, Pro }
enum Rank { Low = 1, High }
enum Source { Web = 'web', App = 'app' }
interface Order { id: string | number; total: number; items: { price: number }[] }

export async function paid(order: Order, user: { email: string; name?: string; plan: Plan }) {
  const total = order.items.reduce((sum, { price }) => sum + price, 0);
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: String(order.id), total } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: `${order.id}`, total: Math.round(total * 100) / 100 } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: randomUUID(), total: Number(total.toFixed(2)) } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: [order.id, 'x'].join('-'), total: +order.id } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: order.id.toString(), total: order.items.length } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: 'o' + order.id, total: order.total ?? 0 } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: JSON.stringify(order.id), total: parseInt('3', 10) } });
  await resend.events.send({ event: 'user.created', email: user.email, payload: { plan: Plan[user.plan], name: user.name || 'there' } });
  await resend.events.send({ event: 'user.created', email: user.email, payload: { plan: user.plan === Plan.Pro ? 'pro' : 'free', name: user.name?.trim() ?? '' } });
  await resend.events.send({ event: 'newsletter.signup', email: user.email, payload: { source: Source.Web } });
  await resend.events.send({ event: 'trial.ending', email: user.email, payload: { ends_at: new Date(), days_left: 3 - 1 } });
  await resend.events.send({ event: 'trial.ending', email: user.email, payload: { ends_at: new Date().toISOString(), days_left: Math.ceil((Date.now() - 1) / 86400000) } });
  await resend.events.send({ event: 'trial.ending', email: user.email, payload: { ends_at: Date.now(), days_left: Rank.Low } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: total > 3 ? 'a' : 1, total } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: 'a', total: JSON.parse(order.id) } });
  await resend.events.send({ event: 'user.left', email: user.email });
  await resend.events.send({ event: 'user.left', contactId: 'c1', payload: { anything: ['a'], more: { b: 1 } } });
  const payload: Record<string, string> = { plan: 'free' };
  payload['name'] = user.name ?? '';
  await resend.events.send({ event: 'user.created', email: user.email, payload });
  const built = { plan: 'free', ...(user.name ? { name: user.name } : {}) };
  await resend.events.send({ event: 'user.created', email: user.email, payload: built });
  const options = { event: 'user.created', email: user.email, payload: { plan: 'free', name: 'x' } };
  await resend.events.send(options);
  await resend.events.send({ ...options, event: 'user.left' });
  const changed = { event: 'user.leftt', email: user.email };
  (changed as any).event = 'user.left';
  await resend.events.send(changed);
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: null, total } });
  const partial: any = { plan: 'a', nickname: 'b' };
  delete partial.nickname;
  await resend.events.send({ event: 'user.created', email: user.email, payload: partial }); // open payload
  const completed = { plan: 'a' };
  Object.assign(completed, { name: user.name });
  await resend.events.send({ event: 'user.created', email: user.email, payload: completed });
  const counts = { total: 1 };
  counts.total++;
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: 'a', total: counts.total } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: 'a', total: order.total + 1 } });
  await resend.events.send({ event: 'order.paid', email: user.email, payload: { order_id: typeof order.id, total: 2 + 1, 'toString': undefined } });
  await resend.events.send({ event: 'user.created', email: user.email, payload: { get plan() { return 'a'; }, name: user.name ? 'a' : null } });
  await resend.events.send({ event: 'user.created', email: user.email, payload: { plan: user.plan ? (total ? 'a' : 'b') : 'c', name: 'x', log() {} } });
  await resend.events.send({ event: 'user.created', email: user.email, payload: { plan: user.plan ? 'pro' : undefined, name: 'x', [order.id]: 1 } });
  await resend.events.send({ event: ' User.Left'.toLowerCase().trim(), email: user.email });
  await resend.events.send({ event: (null ?? 'user.left') || 'no.one', email: user.email, payload: void 0 });
  await resend.events.send({ event: '' || ('yes' && ('user.left' ?? 'no.one')), email: user.email });
}
