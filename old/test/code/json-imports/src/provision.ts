import { Resend } from 'resend';
import welcome from '../specs/welcome.json' with { type: 'json' };
import missing from './generated/specs.json';
const cart = require('../specs/cart.json');

const resend = new Resend('re_x');
for (const spec of [welcome, cart]) {
  const { error } = await resend.automations.create(spec);
  if (error) throw error;
}
await resend.automations.create(missing); // open workflow
const { default: later } = await import('../specs/cart.json');
await resend.events.send({ event: later.event, email: 'ada@acme.com' });
