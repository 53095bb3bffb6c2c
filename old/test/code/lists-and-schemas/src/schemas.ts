import { Resend } from 'resend';

const resend = new Resend('re_x');
const FIELDS = ['amount', 'currency'];
await resend.events.create({ name: 'refund.made', schema: Object.fromEntries(Array.from(FIELDS, (name) => [name, 'string'])) });
const counts = Array.from({ length: 2 }, (_, i) => `n${i}`);
await resend.events.create({ name: 'numbers.made', schema: Object.fromEntries(counts.map((each) => [each, 'number'])) });
await resend.events.create({ name: 'huge.made', schema: Object.fromEntries(Array.from({ length: 1e9 }, (_, i) => [`n${i}`, 'number'])) }); // open schema

export async function refund(email: string, amount: number) {
  await resend.events.send({ event: 'refund.made', email, payload: { amount, currency: 'eur' } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'numbers.made', email, payload: { n0: 1, n1: 'x' } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'numbers.made', email, payload: { n0: 1, n1: amount } });
  await resend.events.send({ event: 'huge.made', email, payload: { any: amount } });
}
