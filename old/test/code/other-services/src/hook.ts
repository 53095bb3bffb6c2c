import { Hookflow } from '@hookflow/node';
// Replaces Resend for webhooks.
const client = new Hookflow({ apiKey: process.env.HOOK_KEY });
export const done = (id: string) => client.events.send({ type: 'order.completed', data: { orderId: id } });
function bus() {
  if (!process.env.BUS) return Hookflow.global;
  return new Hookflow();
}
exports.sent = () => bus().events.send({ type: 'order.completed' });
exports.seen = () => globalThis.bus.events.send({ type: 'order.seen' });
const dispatch = new Dispatch(process.env.DISPATCH_KEY);
import { Dispatch } from '@acme/dispatch';
export const inactive = (email: string) => dispatch.events.send({ event: 'user.inactive', email, payload: {} });
