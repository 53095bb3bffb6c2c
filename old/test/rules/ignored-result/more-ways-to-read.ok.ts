import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const send = { event: 'a', email: 'a@acme.com' };
declare function check(result: unknown): void;

export async function read(emails: string[]) {
  const isSent = (await resend.events.send(send)) && true;
  console.log(isSent, (await resend.events.send(send)) ? 'sent' : 'not sent', -(await resend.events.send(send)));
  console.log([await resend.events.send(send)]);
  resend.events.send(send).then(check);
  resend.events.send(send).then(({ ...rest }) => check(rest));
  await Promise.all(emails.map(check, (email: string) => resend.events.send({ event: 'a', email })));
  const { data: one } = await resend.events.send(send);
  const { data: two } = await resend.events.send(send);
  const { data: three } = await resend.events.send(send);
  const { data: four } = await resend.events.send(send);
  if (one == null) throw new Error('not sent');
  while (two.id) console.log(two);
  const id = three ? three.id : four || 'none';
  const all = await resend.events.send(send);
  if (!all.data) throw new Error(id);
  const whole = await resend.events.send(send);
  check({ whole });
  const [first] = [await resend.events.send(send)];
  check(first);
  const named = await resend.events.send(send);
  check(named['error']);
  return { result: await resend.events.send(send) };
}
